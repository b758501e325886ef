/* Copies some functions of a graph, and the calls between them, to a graph of their own. */
#include <libcg/subgraph.h>

#include "base/error.h"
#include "graph/graph.h"
#include "graph/graph_facts.h"
#include "identity/identity.h"
#include "strings/text.h"

#include <stdlib.h>
#include <string.h>

struct copy {
    struct cg_graph *to;
    const struct cg_graph *from;
    cg_node *part;     /* by node of from */
    uint32_t *strings; /* by string of from: that of to, CG_NO_STRING until needed */
    struct fact_move facts;
    struct cg_text scratch;
};

/* The string of `to`, CG_NO_STRING when memory is exhausted. */
static uint32_t copy_string(void *user, uint32_t string)
{
    struct copy *c = user;
    const struct cg_pool *from = &c->from->pool;
    if (c->strings[string] == CG_NO_STRING) {
        c->strings[string] =
            cg_pool_intern_hashed(&c->to->pool, cg_pool_hash_of(from, string),
                                  cg_pool_string(from, string), cg_pool_length(from, string));
    }
    return c->strings[string];
}

static bool copy_attributes(struct copy *c, enum cg_place place, uint32_t from, uint32_t to)
{
    uint32_t last = 0;
    for (uint32_t i = graph_first_attribute(c->from, place, from); i;
         i = c->from->attributes[i - 1].next) {
        const struct attribute *attribute = &c->from->attributes[i - 1];
        uint32_t value = fact_move(&c->facts, fact_form(place, attribute->key), attribute->value);
        uint32_t key = copy_string(c, attribute->key & ~ATTRIBUTE_OUTSIDE);
        if (key == CG_NO_STRING || value == CG_NO_STRING ||
            !graph_insert_attribute(c->to, place, to, &last,
                                    key | (attribute->key & ATTRIBUTE_OUTSIDE), value)) {
            return false;
        }
    }
    return true;
}

/* Structure */

/* Make a function, still without its name. */
static bool copy_node(struct copy *c, cg_node node)
{
    const struct node *old = &c->from->nodes[node];
    uint32_t origin = old->origin == CG_NO_STRING ? CG_NO_STRING : copy_string(c, old->origin);
    cg_node new = graph_new_node(c->to, CG_NO_STRING);
    if (new == CG_NONE || (origin == CG_NO_STRING) != (old->origin == CG_NO_STRING)) {
        return false;
    }
    c->part[node] = new;
    c->to->nodes[new].origin = origin;
    c->to->nodes[new].linkage = old->linkage;
    c->to->nodes[new].has_body = old->has_body;
    c->to->nodes[new].is_virtual = old->is_virtual;
    return true;
}

static bool copy_nodes(struct copy *c, const bool *selected)
{
    for (cg_node node = 0; node < c->from->node_count; node++) {
        c->part[node] = CG_NONE;
        if (selected[node] && !copy_node(c, node)) {
            return false;
        }
    }
    return true;
}

/* Functions that share a name keep their order, which is not always that of their numbers. */
static bool name_nodes(struct copy *c)
{
    for (cg_node node = 0; node < c->from->node_count; node++) {
        uint32_t name = c->from->nodes[node].name;
        if (c->from->chains[name].first != node + 1) {
            continue;
        }
        for (cg_node same = node; same != CG_NONE; same = cg_graph_next_same_name(c->from, same)) {
            uint32_t new = c->part[same] == CG_NONE ? CG_NO_STRING : copy_string(c, name);
            if (c->part[same] != CG_NONE &&
                (new == CG_NO_STRING || !graph_name_node(c->to, c->part[same], new))) {
                return false;
            }
        }
    }
    return true;
}

/* If functions have no recorded linkage and are internal only because others share their name, they
 * must not become external when the others are left out. */
static void keep_internal(struct copy *c)
{
    for (cg_node node = 0; node < c->from->node_count; node++) {
        cg_node new = c->part[node];
        if (new != CG_NONE && c->from->nodes[node].linkage ==
                                  CG_LINKAGE_UNKNOWN &&graph_inferred_linkage(c->from, node) ==
                                  CG_LINKAGE_INTERNAL &&graph_inferred_linkage(c->to, new) !=
                                  CG_LINKAGE_INTERNAL) {
            c->to->nodes[new].linkage = CG_LINKAGE_INTERNAL;
        }
    }
}

static bool copy_node_attributes(struct copy *c)
{
    for (cg_node node = 0; node < c->from->node_count; node++) {
        if (c->part[node] != CG_NONE && !copy_attributes(c, CG_ON_NODE, node, c->part[node])) {
            return false;
        }
    }
    return true;
}

static bool copy_edges(struct copy *c)
{
    for (cg_edge edge = 0; edge < c->from->edge_count; edge++) {
        cg_node caller = c->part[c->from->callers[edge]];
        cg_node callee = c->part[c->from->callees[edge]];
        if (caller == CG_NONE || callee == CG_NONE) {
            continue;
        }
        cg_edge new = graph_append_edge(c->to, caller, callee, c->from->kinds[edge]);
        if (new == CG_NONE || !copy_attributes(c, CG_ON_EDGE, edge, new)) {
            return false;
        }
    }
    return true;
}

static int copy_overrides(struct copy *c, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < c->from->override_count && !status; i++) {
        cg_node derived = c->part[c->from->overrides[i].derived];
        cg_node base = c->part[c->from->overrides[i].base];
        if (derived != CG_NONE && base != CG_NONE) {
            status = cg_graph_add_override(c->to, derived, base, error);
        }
    }
    return status;
}

/* A part of a part is a part of the same whole. */
static bool record_part(struct copy *c)
{
    if (c->to->node_count == c->from->node_count ||
        cg_metadata_has(c->to, CG_ON_GRAPH, 0, CG_KEY_PART)) {
        return true;
    }
    cg_text_clear(&c->scratch);
    cg_text_add(&c->scratch, "{\"calls\":");
    cg_text_add_number(&c->scratch, c->from->edge_count);
    cg_text_add(&c->scratch, ",\"functions\":");
    cg_text_add_number(&c->scratch, c->from->node_count);
    cg_text_add(&c->scratch, "}");
    return !c->scratch.failed &&
           !cg_metadata_set(c->to, CG_ON_GRAPH, 0, CG_KEY_PART,
                            &(struct cg_value){c->scratch.bytes, c->scratch.length}, NULL);
}

static int copy_selected(struct copy *c, const bool *selected, struct cg_error *error)
{
    if (!copy_nodes(c, selected) || !name_nodes(c)) {
        return cg_fail_memory(error);
    }
    keep_internal(c);
    if (!copy_node_attributes(c) || !copy_edges(c) || !copy_attributes(c, CG_ON_GRAPH, 0, 0) ||
        !record_part(c)) {
        return cg_fail_memory(error);
    }
    int status = copy_overrides(c, error);
    cg_node entry = c->from->entry;
    c->to->entry = entry == CG_NONE ? CG_NONE : c->part[entry];
    return status ? status : cg_graph_freeze(c->to, error);
}

static int make_subgraph(struct copy *c, const bool *selected, struct cg_error *error)
{
    size_t strings = c->from->pool.count;
    size_t bytes = (strings + 1) * sizeof *c->strings;
    c->strings = malloc(bytes);
    c->facts =
        (struct fact_move){&c->from->pool, &c->to->pool, copy_string, c, .facts = malloc(bytes)};
    int status = c->strings && c->facts.facts ? CG_OK : cg_fail_memory(error);
    if (!status) {
        memset(c->strings, 0xff, bytes);
        memset(c->facts.facts, 0xff, bytes);
        status = copy_selected(c, selected, error);
    }
    free(c->facts.facts);
    free(c->facts.scratch);
    cg_text_free(&c->scratch);
    free(c->strings);
    return status;
}

int cg_subgraph(struct cg_graph **out, const struct cg_graph *graph, const bool *selected,
                cg_node *part, struct cg_error *error)
{
    struct copy copy = {.from = graph};
    if (!graph->frozen) {
        return cg_fail(error, CG_E_STATE, "the graph is not frozen");
    }
    cg_node *own = part ? NULL : malloc(((size_t)graph->node_count + 1) * sizeof *own);
    copy.part = part ? part : own;
    if (!copy.part) {
        return cg_fail_memory(error);
    }
    int status = cg_graph_new(&copy.to, error);
    if (!status) {
        status = make_subgraph(&copy, selected, error);
    }
    free(own);
    if (status) {
        cg_graph_free(copy.to);
        return status;
    }
    *out = copy.to;
    return CG_OK;
}
