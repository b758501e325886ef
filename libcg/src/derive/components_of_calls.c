/* Counting sorts of the edges: by caller, then by component, as the graph may not be frozen. */
#include "derive/components_of_calls.h"

#include "base/error.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

/* Turn counts at [i + 1] into starts at [i]. */
static void accumulate(uint32_t *start, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        start[i + 1] += start[i];
    }
}

/* After the rows were filled, each start is that of the next row: shift back. */
static void shift_back(uint32_t *start, uint32_t count)
{
    for (uint32_t i = count; i > 0; i--) {
        start[i] = start[i - 1];
    }
    start[0] = 0;
}

static int group_by_caller(struct derive_calls *calls, const struct cg_graph *graph,
                           struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph), edges = cg_graph_edge_count(graph);
    calls->start = calloc((size_t)nodes + 1, sizeof *calls->start);
    calls->callees = malloc(((size_t)edges + 1) * sizeof *calls->callees);
    calls->edges = malloc(((size_t)edges + 1) * sizeof *calls->edges);
    if (!calls->start || !calls->callees || !calls->edges) {
        return cg_fail_memory(error);
    }
    for (cg_edge e = 0; e < edges; e++) {
        calls->start[cg_edge_caller(graph, e) + 1] += !cg_query_is_guess(graph, e);
    }
    accumulate(calls->start, nodes);
    for (cg_edge e = 0; e < edges; e++) {
        if (!cg_query_is_guess(graph, e)) {
            uint32_t at = calls->start[cg_edge_caller(graph, e)]++;
            calls->callees[at] = cg_edge_callee(graph, e);
            calls->edges[at] = e;
        }
    }
    shift_back(calls->start, nodes);
    calls->rows = (struct call_rows){nodes, calls->start, calls->callees};
    return CG_OK;
}

/* A component of several members has such calls; a single member may call itself. */
static void find_calls_within(struct derive_calls *calls)
{
    for (uint32_t c = 0; c < calls->component_count; c++) {
        cg_node member = calls->members[calls->first[c]];
        bool within = calls->first[c + 1] - calls->first[c] > 1;
        for (uint32_t i = calls->start[member]; i < calls->start[member + 1] && !within; i++) {
            within = calls->callees[i] == member;
        }
        calls->calls_within[c] = within;
    }
}

static int group_by_component(struct derive_calls *calls, struct cg_error *error)
{
    uint32_t nodes = calls->rows.nodes, count = calls->component_count;
    calls->members = malloc(((size_t)nodes + 1) * sizeof *calls->members);
    calls->first = calloc((size_t)count + 1, sizeof *calls->first);
    calls->calls_within = calloc((size_t)count + 1, sizeof *calls->calls_within);
    if (!calls->members || !calls->first || !calls->calls_within) {
        return cg_fail_memory(error);
    }
    for (cg_node n = 0; n < nodes; n++) {
        calls->first[calls->component[n] + 1]++;
    }
    accumulate(calls->first, count);
    for (cg_node n = 0; n < nodes; n++) {
        calls->members[calls->first[calls->component[n]]++] = n;
    }
    shift_back(calls->first, count);
    find_calls_within(calls);
    return CG_OK;
}

int derive_calls_find(struct derive_calls *calls, const struct cg_graph *graph,
                      struct cg_error *error)
{
    int status = group_by_caller(calls, graph, error);
    if (status) {
        return status;
    }
    calls->component = malloc(((size_t)calls->rows.nodes + 1) * sizeof *calls->component);
    if (!calls->component) {
        return cg_fail_memory(error);
    }
    status = components_find(calls->component, &calls->component_count, &calls->rows, error);
    return status ? status : group_by_component(calls, error);
}

void derive_calls_free(struct derive_calls *calls)
{
    free(calls->start);
    free(calls->callees);
    free(calls->edges);
    free(calls->component);
    free(calls->members);
    free(calls->first);
    free(calls->calls_within);
}
