/*
 * Makes, finds and describes nodes, override pairs and the entry point; nodes of one name are a
 * chain.
 */
#include "graph/graph.h"
#include "graph/graph_facts.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/contexts.h"
#include "strings/utf8.h"

#include <stdlib.h>

int cg_graph_new(struct cg_graph **out, struct cg_error *error)
{
    struct cg_graph *graph = calloc(1, sizeof *graph);
    if (!graph || !cg_pool_init(&graph->pool) || !facts_begin(&graph->pool)) {
        free(graph);
        return cg_fail_memory(error);
    }
    graph->entry = CG_NONE;
    graph->last_key = graph->last_file = graph->last_more = CG_NO_STRING;
    *out = graph;
    return CG_OK;
}

void cg_graph_free(struct cg_graph *graph)
{
    if (!graph) {
        return;
    }
    cg_pool_free(&graph->pool);
    free(graph->nodes);
    free(graph->chains);
    free(graph->callers);
    free(graph->callees);
    free(graph->kinds);
    free(graph->edge_attributes);
    free(graph->edge_slots);
    free(graph->attributes);
    free(graph->signposts.items);
    free(graph->overrides);
    free(graph->identity_slots);
    origin_index_free(&graph->apart);
    free(graph->out_start);
    free(graph->in_start);
    free(graph->in_edges);
    graph_drop_other_names(graph);
    graph_drop_contexts(graph);
    free(graph);
}

uint32_t cg_graph_node_count(const struct cg_graph *graph)
{
    return graph->node_count;
}

cg_node graph_new_node(struct cg_graph *graph, uint32_t name)
{
    if (graph->node_count >= CG_LIMIT_NODES ||
        !cg_grow(&graph->nodes, &graph->node_capacity, (size_t)graph->node_count + 1,
                 sizeof *graph->nodes)) {
        return CG_NONE;
    }
    cg_node node = graph->node_count;
    graph->nodes[node] = (struct node){.name = CG_NO_STRING, .origin = CG_NO_STRING};
    graph->node_count++;
    if (name != CG_NO_STRING && !graph_name_node(graph, node, name)) {
        graph->node_count--;
        return CG_NONE;
    }
    return node;
}

static bool grow_chains(struct cg_graph *graph, uint32_t name)
{
    size_t old = graph->chain_capacity;
    if (!cg_grow(&graph->chains, &graph->chain_capacity, (size_t)name + 1, sizeof *graph->chains)) {
        return false;
    }
    for (size_t i = old; i < graph->chain_capacity; i++) {
        graph->chains[i] = (struct name_chain){0};
    }
    return true;
}

bool graph_name_node(struct cg_graph *graph, cg_node node, uint32_t name)
{
    if (!grow_chains(graph, name)) {
        return false;
    }
    struct name_chain *chain = &graph->chains[name];
    if (chain->last) {
        graph->nodes[chain->last - 1].next_same_name = node + 1;
    } else {
        chain->first = node + 1;
    }
    chain->last = node + 1;
    graph->nodes[node].name = name;
    return true;
}

int graph_check_name(const char *name, struct cg_error *error)
{
    if (!*name) {
        return cg_fail(error, CG_E_ARGUMENT, "a function needs a name");
    }
    if (strlen(name) > CG_LIMIT_NAME) {
        return cg_fail(error, CG_E_LIMIT, "a function name is too long");
    }
    return utf8_valid(name) ? CG_OK : cg_fail(error, CG_E_ARGUMENT, "a function name is not UTF-8");
}

int cg_graph_add_node(cg_node *out, struct cg_graph *graph, const char *name,
                      struct cg_error *error)
{
    if (graph->frozen) {
        return cg_fail(error, CG_E_STATE, "cannot add nodes to a frozen graph");
    }
    int status = graph_check_name(name, error);
    if (status) {
        return status;
    }
    if (graph->node_count >= CG_LIMIT_NODES) {
        return cg_fail(error, CG_E_LIMIT, "too many functions");
    }
    uint32_t string = cg_pool_intern(&graph->pool, name, strlen(name));
    cg_node node = string == CG_NO_STRING ? CG_NONE : graph_new_node(graph, string);
    if (node == CG_NONE) {
        return cg_fail_memory(error);
    }
    *out = node;
    return CG_OK;
}

cg_node cg_graph_find(const struct cg_graph *graph, const char *name)
{
    uint32_t string = cg_pool_find(&graph->pool, name, strlen(name));
    bool is_name =
        string != CG_NO_STRING && string < graph->chain_capacity && graph->chains[string].first;
    return is_name ? graph->chains[string].first - 1 : graph_find_other_name(graph, name);
}

cg_node cg_graph_find_next(const struct cg_graph *graph, const char *name, cg_node node)
{
    return strcmp(cg_node_name(graph, node), name) == 0 ? cg_graph_next_same_name(graph, node)
                                                        : graph_next_other_name(graph, name, node);
}

cg_node cg_graph_next_same_name(const struct cg_graph *graph, cg_node node)
{
    return graph->nodes[node].next_same_name - 1;
}

const char *cg_node_name(const struct cg_graph *graph, cg_node node)
{
    return graph_string(graph, graph->nodes[node].name);
}

const char *cg_node_origin(const struct cg_graph *graph, cg_node node)
{
    uint32_t origin = graph->nodes[node].origin;
    return origin == CG_NO_STRING ? NULL : graph_string(graph, origin);
}

bool cg_node_has_body(const struct cg_graph *graph, cg_node node)
{
    return graph->nodes[node].has_body;
}

enum cg_linkage cg_node_linkage(const struct cg_graph *graph, cg_node node)
{
    return (enum cg_linkage)graph->nodes[node].linkage;
}

bool cg_node_is_virtual(const struct cg_graph *graph, cg_node node)
{
    return graph->nodes[node].is_virtual;
}

int cg_node_set_origin(struct cg_graph *graph, cg_node node, const char *origin,
                       struct cg_error *error)
{
    if (node >= graph->node_count) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node");
    }
    if (!origin || !*origin) {
        graph->nodes[node].origin = CG_NO_STRING;
        return CG_OK;
    }
    size_t length = strlen(origin);
    if (length > CG_LIMIT_NAME) {
        return cg_fail(error, CG_E_LIMIT, "a file name of %zu bytes is too long", length);
    }
    if (!utf8_valid(origin)) {
        return cg_fail(error, CG_E_ARGUMENT, "a file name is not UTF-8");
    }
    uint32_t string = cg_pool_intern(&graph->pool, origin, length);
    if (string == CG_NO_STRING) {
        return cg_fail_memory(error);
    }
    graph->nodes[node].origin = string;
    return CG_OK;
}

void cg_node_set_has_body(struct cg_graph *graph, cg_node node, bool has_body)
{
    if (node < graph->node_count) {
        graph->nodes[node].has_body = has_body;
    }
}

void cg_node_set_linkage(struct cg_graph *graph, cg_node node, enum cg_linkage linkage)
{
    if (node < graph->node_count) {
        graph->nodes[node].linkage =
            (uint8_t)(cg_linkage_name(linkage) ? linkage : CG_LINKAGE_UNKNOWN);
    }
}

void cg_node_set_virtual(struct cg_graph *graph, cg_node node, bool is_virtual)
{
    if (node < graph->node_count) {
        graph->nodes[node].is_virtual = is_virtual;
    }
}

int cg_graph_add_override(struct cg_graph *graph, cg_node derived, cg_node base,
                          struct cg_error *error)
{
    if (graph->frozen) {
        return cg_fail(error, CG_E_STATE, "cannot add overrides to a frozen graph");
    }
    if (derived >= graph->node_count || base >= graph->node_count) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node");
    }
    if (graph->override_count > 2 * graph->override_distinct + 64) {
        graph_sort_overrides(
            graph); /* merging repeats them: memory must not grow with the repetitions */
    }
    if (graph->override_count >= CG_LIMIT_EDGES ||
        !cg_grow(&graph->overrides, &graph->override_capacity, (size_t)graph->override_count + 1,
                 sizeof *graph->overrides)) {
        return cg_fail_memory(error);
    }
    graph->overrides[graph->override_count++] = (struct override_pair){derived, base};
    graph->nodes[derived].is_virtual = true;
    graph->nodes[base].is_virtual = true;
    return CG_OK;
}

uint32_t cg_graph_override_count(const struct cg_graph *graph)
{
    return graph->override_count;
}

void cg_graph_override_at(const struct cg_graph *graph, uint32_t i, cg_node *derived, cg_node *base)
{
    *derived = graph->overrides[i].derived;
    *base = graph->overrides[i].base;
}

cg_node cg_graph_entry(const struct cg_graph *graph)
{
    return graph->entry;
}

void cg_graph_set_entry(struct cg_graph *graph, cg_node node)
{
    graph->entry = node < graph->node_count ? node : CG_NONE;
}
