/* The two-way index: compressed sparse rows for callees, an array of edge numbers for callers. */
#include "graph/graph.h"

#include "base/error.h"
#include "graph/contexts.h"

#include <stdio.h>
#include <stdlib.h>

struct sort_key {
    cg_node callee;
    cg_edge edge;
};

static int by_callee(const void *a, const void *b)
{
    const struct sort_key *x = a, *y = b;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

/* Turn counts at [n + 1] into starts at [n]. */
static void accumulate(uint32_t *start, uint32_t node_count)
{
    for (uint32_t n = 0; n < node_count; n++) {
        start[n + 1] += start[n];
    }
}

static uint32_t *count_by(const cg_node *ends, uint32_t edge_count, uint32_t node_count)
{
    uint32_t *start = calloc((size_t)node_count + 1, sizeof *start);
    if (start) {
        for (uint32_t e = 0; e < edge_count; e++) {
            start[ends[e] + 1]++;
        }
        accumulate(start, node_count);
    }
    return start;
}

static void sort_row(struct sort_key *row, uint32_t count)
{
    bool sorted = true;
    for (uint32_t i = 1; i < count && sorted; i++) {
        sorted = row[i - 1].callee < row[i].callee;
    }
    if (!sorted) {
        qsort(row, count, sizeof *row, by_callee);
    }
}

/* New positions of the edges: keys[i].edge is the edge that moves to i. */
static struct sort_key *sort_edges(const struct cg_graph *graph, uint32_t *start)
{
    struct sort_key *keys = malloc(((size_t)graph->edge_count + 1) * sizeof *keys);
    if (!keys) {
        return NULL;
    }
    for (cg_edge e = 0; e < graph->edge_count; e++) {
        keys[start[graph->callers[e]]++] = (struct sort_key){graph->callees[e], e};
    }
    /* Each start is now that of the next row: shift back. */
    for (uint32_t n = graph->node_count; n > 0; n--) {
        start[n] = start[n - 1];
    }
    start[0] = 0;
    for (uint32_t n = 0; n < graph->node_count; n++) {
        sort_row(keys + start[n], start[n + 1] - start[n]);
    }
    return keys;
}

/* Bring the edge arrays into the order of the keys. */
static bool permute_edges(struct cg_graph *graph, const struct sort_key *keys,
                          const uint32_t *start)
{
    size_t count = graph->edge_count;
    uint8_t *kinds = malloc(count + 1);
    uint32_t *attributes = graph->edge_attributes ? malloc((count + 1) * sizeof *attributes) : NULL;
    if (!kinds || (graph->edge_attributes && !attributes)) {
        free(kinds);
        free(attributes);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        cg_edge old = keys[i].edge;
        kinds[i] = graph->kinds[old];
        graph->callees[i] = keys[i].callee;
        if (attributes) {
            attributes[i] = old < graph->edge_attributes_capacity ? graph->edge_attributes[old] : 0;
        }
    }
    for (uint32_t n = 0; n < graph->node_count; n++) {
        for (uint32_t i = start[n]; i < start[n + 1]; i++) {
            graph->callers[i] = n;
        }
    }
    free(graph->kinds);
    graph->kinds = kinds;
    graph->kinds_capacity = count + 1;
    graph->signposts.count = 0; /* edges have other numbers now */
    if (attributes) {
        free(graph->edge_attributes);
        graph->edge_attributes = attributes;
        graph->edge_attributes_capacity = count;
    }
    return true;
}

static bool lay_out_callees(struct cg_graph *graph)
{
    uint32_t *start = count_by(graph->callers, graph->edge_count, graph->node_count);
    struct sort_key *keys = start ? sort_edges(graph, start) : NULL;
    bool done = keys && permute_edges(graph, keys, start);
    free(keys);
    if (!done) {
        free(start);
        return false;
    }
    graph->out_start = start;
    return true;
}

static bool lay_out_callers(struct cg_graph *graph)
{
    uint32_t *start = count_by(graph->callees, graph->edge_count, graph->node_count);
    cg_edge *edges = malloc(((size_t)graph->edge_count + 1) * sizeof *edges);
    if (!start || !edges) {
        free(start);
        free(edges);
        return false;
    }
    for (cg_edge e = 0; e < graph->edge_count; e++) {
        edges[start[graph->callees[e]]++] = e;
    }
    for (uint32_t n = graph->node_count; n > 0; n--) {
        start[n] = start[n - 1];
    }
    start[0] = 0;
    graph->in_start = start;
    graph->in_edges = edges;
    return true;
}

int graph_compare_overrides(const void *a, const void *b)
{
    const struct override_pair *x = a, *y = b;
    if (x->derived != y->derived) {
        return x->derived < y->derived ? -1 : 1;
    }
    return (x->base > y->base) - (x->base < y->base);
}

void graph_sort_overrides(struct cg_graph *graph)
{
    if (graph->override_count < 2) {
        graph->override_distinct = graph->override_count;
        return;
    }
    qsort(graph->overrides, graph->override_count, sizeof *graph->overrides,
          graph_compare_overrides);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < graph->override_count; i++) {
        if (graph_compare_overrides(&graph->overrides[kept - 1], &graph->overrides[i])) {
            graph->overrides[kept++] = graph->overrides[i];
        }
    }
    graph->override_count = graph->override_distinct = kept;
}

static void drop_index(struct cg_graph *graph)
{
    free(graph->out_start);
    free(graph->in_start);
    free(graph->in_edges);
    graph->out_start = graph->in_start = NULL;
    graph->in_edges = NULL;
    graph_drop_other_names(graph);
    graph_drop_contexts(graph);
}

bool graph_lay_out(struct cg_graph *graph)
{
    free(graph->edge_slots); /* its entries are edge numbers, which change now */
    graph->edge_slots = NULL;
    if (!lay_out_callees(graph) || !lay_out_callers(graph)) {
        drop_index(graph);
        return false;
    }
    graph_sort_overrides(graph);
    graph->frozen = true;
    return true;
}

int cg_graph_freeze(struct cg_graph *graph, struct cg_error *error)
{
    if (graph->frozen) {
        return CG_OK;
    }
    bool done = graph_index_other_names(graph) && graph_lay_out(graph);
    if (done && !graph_index_contexts(graph)) {
        drop_index(graph);
        graph->frozen = false;
        done = false;
    }
    return done ? CG_OK : cg_fail_memory(error);
}

bool cg_graph_is_frozen(const struct cg_graph *graph)
{
    return graph->frozen;
}

int cg_graph_thaw(struct cg_graph *graph, struct cg_error *error)
{
    (void)error;
    drop_index(graph);
    graph->frozen = false;
    return CG_OK;
}

void graph_not_frozen(const char *function)
{
    fprintf(stderr, "libcg: %s: the graph is not frozen\n", function);
    abort();
}

uint32_t cg_node_out_edges(const struct cg_graph *graph, cg_node node, cg_edge *first)
{
    if (!graph->frozen) {
        graph_not_frozen(__func__);
    }
    *first = graph->out_start[node];
    return graph->out_start[node + 1] - *first;
}

uint32_t cg_node_in_edges(const struct cg_graph *graph, cg_node node, const cg_edge **edges)
{
    if (!graph->frozen) {
        graph_not_frozen(__func__);
    }
    *edges = graph->in_edges + graph->in_start[node];
    return graph->in_start[node + 1] - graph->in_start[node];
}
