/* Names of a function beside the one its node has: metadata, indexed by freezing. */
#include "graph/graph.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "json/json.h"

#include <stdlib.h>

/** Whose name it is, and who else has it. */
struct owner {
    cg_node node;
    uint32_t next; /**< name + 1 of the next node that has it, 0 at the end */
};

struct other_names {
    struct cg_pool pool;       /**< of its own: merging maps all strings of the graph's */
    struct name_chain *chains; /**< by string: first and last name + 1 */
    size_t chain_capacity;
    const char **names; /**< grouped by node */
    size_t name_capacity;
    struct owner *owners; /**< by name */
    size_t owner_capacity;
    uint32_t count;
    uint32_t *start; /**< by node: its names are start[n] .. start[n+1] */
};

void graph_drop_other_names(struct cg_graph *graph)
{
    struct other_names *all = graph->other_names;
    if (all) {
        cg_pool_free(&all->pool);
        free(all->chains);
        free(all->names);
        free(all->owners);
        free(all->start);
        free(all);
    }
    graph->other_names = NULL;
}

/* Indexing */

/** The node whose names are being indexed. */
struct indexing {
    struct other_names *all;
    cg_node node;
    const char *name; /**< the one that is no other name */
};

static bool grow(struct other_names *all, uint32_t string)
{
    size_t old = all->chain_capacity, needed = (size_t)all->count + 1;
    if (all->count == UINT32_MAX - 1 ||
        !cg_grow(&all->names, &all->name_capacity, needed, sizeof *all->names) ||
        !cg_grow(&all->owners, &all->owner_capacity, needed, sizeof *all->owners) ||
        !cg_grow(&all->chains, &all->chain_capacity, (size_t)string + 1, sizeof *all->chains)) {
        return false;
    }
    memset(all->chains + old, 0, (all->chain_capacity - old) * sizeof *all->chains);
    return true;
}

/* Names come node by node, so a node that has one already is the last that was given it. */
static bool index_name(const struct indexing *at, const char *bytes, size_t length)
{
    struct other_names *all = at->all;
    if (!length || (strncmp(at->name, bytes, length) == 0 && !at->name[length])) {
        return true;
    }
    uint32_t string = cg_pool_intern(&all->pool, bytes, length);
    if (string == CG_NO_STRING || !grow(all, string)) {
        return false;
    }
    struct name_chain *chain = &all->chains[string];
    if (chain->last && all->owners[chain->last - 1].node == at->node) {
        return true;
    }
    all->names[all->count] = cg_pool_string(&all->pool, string);
    all->owners[all->count++] = (struct owner){at->node, 0};
    if (chain->last) {
        all->owners[chain->last - 1].next = all->count;
    } else {
        chain->first = all->count;
    }
    chain->last = all->count;
    return true;
}

/* A string with escapes, which linkage names hardly ever have. One that no name can be is passed
 * over. */
static bool index_escaped(const struct indexing *at, const struct cg_value *element)
{
    json_error_t reason;
    json_t *json = json_loadb(element->text, element->length, JSON_DECODE_ANY, &reason);
    if (!json) {
        return json_error_code(&reason) != json_error_out_of_memory;
    }
    bool ok = index_name(at, json_string_value(json), json_string_length(json));
    json_decref(json);
    return ok;
}

static bool index_element(const struct indexing *at, const struct cg_value *element)
{
    if (element->text[0] != '"') {
        return true;
    }
    if (memchr(element->text, '\\', element->length)) {
        return index_escaped(at, element);
    }
    return index_name(at, element->text + 1, element->length - 2);
}

static bool index_value(const struct indexing *at, const struct cg_value *value)
{
    struct json_walk walk;
    struct cg_value element;
    bool ok = true;
    if (json_walk_start(&walk, value, '[')) {
        while (ok && json_walk_next(&walk, NULL, &element)) {
            ok = index_element(at, &element);
        }
    }
    return ok;
}

static bool index_nodes(struct other_names *all, const struct cg_graph *graph, uint32_t key)
{
    for (cg_node n = 0; n < graph->node_count; n++) {
        uint32_t text = graph_get_attribute(graph, CG_ON_NODE, n, key);
        all->start[n] = all->count;
        if (text == CG_NO_STRING) {
            continue;
        }
        const struct cg_value value = {graph_string(graph, text),
                                       cg_pool_length(&graph->pool, text)};
        const struct indexing at = {all, n, cg_node_name(graph, n)};
        if (!index_value(&at, &value)) {
            return false;
        }
    }
    all->start[graph->node_count] = all->count;
    return true;
}

bool graph_index_other_names(struct cg_graph *graph)
{
    uint32_t key = cg_pool_find(&graph->pool, CG_KEY_NAMES, strlen(CG_KEY_NAMES));
    if (key == CG_NO_STRING) {
        return true;
    }
    struct other_names *all = calloc(1, sizeof *all);
    graph->other_names = all;
    bool ok = all && cg_pool_init(&all->pool);
    if (ok) {
        all->start = malloc(((size_t)graph->node_count + 1) * sizeof *all->start);
        ok = all->start && index_nodes(all, graph, key);
    }
    if (!ok || !all->count) {
        graph_drop_other_names(graph);
    }
    return ok;
}

/* Asking */

cg_node graph_find_other_name(const struct cg_graph *graph, const char *name)
{
    const struct other_names *all = graph->other_names;
    uint32_t string = all ? cg_pool_find(&all->pool, name, strlen(name)) : CG_NO_STRING;
    return string == CG_NO_STRING ? CG_NONE : all->owners[all->chains[string].first - 1].node;
}

cg_node graph_next_other_name(const struct cg_graph *graph, const char *name, cg_node node)
{
    const struct other_names *all = graph->other_names;
    uint32_t string = all ? cg_pool_find(&all->pool, name, strlen(name)) : CG_NO_STRING;
    if (string == CG_NO_STRING) {
        return CG_NONE;
    }
    const char *stored = cg_pool_string(&all->pool, string);
    for (uint32_t i = all->start[node]; i < all->start[node + 1]; i++) {
        if (all->names[i] == stored) {
            uint32_t next = all->owners[i].next;
            return next ? all->owners[next - 1].node : CG_NONE;
        }
    }
    return CG_NONE;
}

uint32_t cg_node_other_names(const struct cg_graph *graph, cg_node node, const char *const **names)
{
    const struct other_names *all = graph->other_names;
    if (!all) {
        *names = NULL;
        return 0;
    }
    *names = all->names + all->start[node];
    return all->start[node + 1] - all->start[node];
}

/* Adding */

static int unite(struct cg_graph *graph, cg_node node, const struct cg_value *added,
                 struct cg_error *error)
{
    const char *present = cg_metadata_get(graph, CG_ON_NODE, node, CG_KEY_NAMES);
    if (!present) {
        return cg_metadata_set(graph, CG_ON_NODE, node, CG_KEY_NAMES, added->text, added->length,
                               error);
    }
    const struct cg_meeting meeting = {.a = {present, strlen(present)}, .b = *added};
    struct cg_text text = {0};
    int status = cg_merge_union(&text, &meeting, error);
    if (!status) {
        status =
            cg_metadata_set(graph, CG_ON_NODE, node, CG_KEY_NAMES, text.bytes, text.length, error);
    }
    cg_text_free(&text);
    return status;
}

int cg_node_add_name(struct cg_graph *graph, cg_node node, const char *name, struct cg_error *error)
{
    if (graph->frozen) {
        return cg_fail(error, CG_E_STATE, "a frozen graph takes no names");
    }
    if (node >= graph->node_count) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node");
    }
    int status = graph_check_name(name, error);
    if (status || strcmp(name, cg_node_name(graph, node)) == 0) {
        return status;
    }
    struct cg_text text = {0};
    cg_text_add(&text, "[");
    cg_text_add_json_string(&text, name, strlen(name));
    cg_text_add(&text, "]");
    const struct cg_value added = {text.bytes, text.length};
    status = text.failed ? cg_fail_memory(error) : unite(graph, node, &added, error);
    cg_text_free(&text);
    return status;
}
