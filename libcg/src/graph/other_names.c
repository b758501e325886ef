/* Other names of functions: metadata, indexed by freezing. */
#include "graph/graph.h"
#include "graph/graph_facts.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/** The owner of a name, and the next owner of it. */
struct owner {
    cg_node node;
    uint32_t next; /**< name + 1 of the next node that has it, 0 at the end */
};

struct other_names {
    struct cg_pool pool;       /**< separate: merging maps all strings of the graph's */
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
    const char *name; /**< its main name */
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

/* Names come node by node, so if the node has this name already, it is its last owner. */
static bool index_name(const struct indexing *at, const char *bytes, size_t length)
{
    struct other_names *all = at->all;
    if (!length || memchr(bytes, '\0', length) ||
        (strncmp(at->name, bytes, length) == 0 && !at->name[length])) {
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

static bool index_nodes(struct other_names *all, const struct cg_graph *graph)
{
    const struct cg_pool *pool = &graph->pool;
    bool ok = true;
    for (cg_node n = 0; n < graph->node_count && ok; n++) {
        uint32_t value = graph_get_attribute(graph, CG_ON_NODE, n, FACT_NAMES);
        size_t count = value == CG_NO_STRING ? 0 : fact_count(pool, FACT_WORDS, value);
        const struct indexing at = {all, n, cg_node_name(graph, n)};
        all->start[n] = all->count;
        for (size_t i = 0; i < count && ok; i++) {
            uint32_t word = fact_word_at(pool, value, i);
            ok = index_name(&at, cg_pool_string(pool, word), cg_pool_length(pool, word));
        }
    }
    all->start[graph->node_count] = all->count;
    return ok;
}

static bool has_names(const struct cg_graph *graph)
{
    bool found = false;
    for (cg_node n = 0; n < graph->node_count && !found; n++) {
        found = graph_get_attribute(graph, CG_ON_NODE, n, FACT_NAMES) != CG_NO_STRING;
    }
    return found;
}

bool graph_index_other_names(struct cg_graph *graph)
{
    if (!has_names(graph)) {
        return true;
    }
    struct other_names *all = calloc(1, sizeof *all);
    graph->other_names = all;
    bool ok = all && cg_pool_init(&all->pool);
    if (ok) {
        all->start = malloc(((size_t)graph->node_count + 1) * sizeof *all->start);
        ok = all->start && index_nodes(all, graph);
    }
    if (!ok || !all->count) {
        graph_drop_other_names(graph);
    }
    return ok;
}

/* Access */

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
    if (!graph->frozen) {
        graph_not_frozen(__func__);
    }
    return graph_other_names_of(graph, node, names);
}

uint32_t graph_other_names_of(const struct cg_graph *graph, cg_node node, const char *const **names)
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

int cg_node_add_name(struct cg_graph *graph, cg_node node, const char *name, struct cg_error *error)
{
    if (graph->frozen) {
        return cg_fail(error, CG_E_STATE, "cannot add names to a frozen graph");
    }
    if (node >= graph->node_count) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node");
    }
    int status = graph_check_name(name, error);
    if (status || strcmp(name, cg_node_name(graph, node)) == 0) {
        return status;
    }
    uint32_t there = graph_get_attribute(graph, CG_ON_NODE, node, FACT_NAMES);
    uint32_t word[2] = {cg_pool_intern(&graph->pool, name, strlen(name))};
    uint32_t value = *word == CG_NO_STRING
                         ? CG_NO_STRING
                         : fact_intern(&graph->pool, word, sizeof *word, FACT_MARK_WORDS);
    if (value != CG_NO_STRING && there != CG_NO_STRING) {
        value = fact_unite(graph, FACT_WORDS, there, value);
    }
    return value != CG_NO_STRING && graph_set_attribute(graph, CG_ON_NODE, node, FACT_NAMES, value)
               ? CG_OK
               : cg_fail_memory(error);
}
