/*
 * Tarjan's algorithm with a stack of its own instead of recursion, over rows of the graph or of a
 * selection of its calls.
 */
#include "query/common/components.h"

#include "graph/graph.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

/* The index of nodes whose component is known. It lowers nothing, so the index is all that is read
 * of a callee: one cache miss per call. */
#define DONE (CG_NONE - 1)

/*
 * Tarjan's algorithm with an explicit stack of frames. A node is on Tarjan's stack exactly while it
 * has an index and no component.
 */
struct tarjan {
    const struct call_rows *rows;
    uint32_t *component;
    uint32_t components;
    uint32_t *index;    /* order of discovery; CG_NONE: not discovered; or DONE */
    uint32_t *low;      /* least index known to be reachable within the component */
    uint32_t *advanced; /* number of out-edges followed */
    cg_node *stack;
    size_t stack_height;
    cg_node *frames;
    size_t depth;
    uint32_t discovered;
};

static int start_search(struct tarjan *tarjan, struct cg_error *error)
{
    uint32_t nodes = tarjan->rows->nodes;
    uint32_t **arrays[] = {&tarjan->index, &tarjan->low, &tarjan->advanced, &tarjan->stack,
                           &tarjan->frames};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        int status = cg_query_allocate(arrays[i], nodes, sizeof **arrays[i], error);
        if (status) {
            return status;
        }
    }
    for (uint32_t i = 0; i < nodes; i++) {
        tarjan->index[i] = CG_NONE;
    }
    return CG_OK;
}

static void finish_components(struct tarjan *tarjan)
{
    free(tarjan->index);
    free(tarjan->low);
    free(tarjan->advanced);
    free(tarjan->stack);
    free(tarjan->frames);
}

static void enter_node(struct tarjan *tarjan, cg_node node)
{
    tarjan->index[node] = tarjan->low[node] = tarjan->discovered++;
    tarjan->stack[tarjan->stack_height++] = node;
    tarjan->frames[tarjan->depth++] = node;
}

static void lower(struct tarjan *tarjan, cg_node node, uint32_t index)
{
    if (index < tarjan->low[node]) {
        tarjan->low[node] = index;
    }
}

static void leave_node(struct tarjan *tarjan, cg_node node)
{
    tarjan->depth--;
    if (tarjan->depth > 0) {
        lower(tarjan, tarjan->frames[tarjan->depth - 1], tarjan->low[node]);
    }
    if (tarjan->low[node] != tarjan->index[node]) {
        return;
    }
    cg_node member;
    do {
        member = tarjan->stack[--tarjan->stack_height];
        tarjan->component[member] = tarjan->components;
        tarjan->index[member] = DONE;
    } while (member != node);
    tarjan->components++;
}

/* Follow one more edge of the innermost frame, or leave it. */
static void follow_next_edge(struct tarjan *tarjan)
{
    cg_node node = tarjan->frames[tarjan->depth - 1];
    uint32_t first = tarjan->rows->start[node];
    if (tarjan->advanced[node] == tarjan->rows->start[node + 1] - first) {
        leave_node(tarjan, node);
        return;
    }
    cg_node callee = tarjan->rows->callees[first + tarjan->advanced[node]++];
    if (tarjan->index[callee] == CG_NONE) {
        enter_node(tarjan, callee);
    } else {
        lower(tarjan, node, tarjan->index[callee]);
    }
}

int components_find(uint32_t *component, uint32_t *count, const struct call_rows *rows,
                    struct cg_error *error)
{
    struct tarjan tarjan = {.rows = rows, .component = component};
    int status = start_search(&tarjan, error);
    for (cg_node node = 0; !status && node < rows->nodes; node++) {
        if (tarjan.index[node] != CG_NONE) {
            continue;
        }
        enter_node(&tarjan, node);
        while (tarjan.depth > 0) {
            follow_next_edge(&tarjan);
        }
    }
    *count = tarjan.components;
    finish_components(&tarjan);
    return status;
}

int sure_calls_make(struct sure_calls *sure, const struct cg_graph *graph, struct cg_error *error)
{
    uint32_t nodes = graph->node_count;
    cg_edge guess = 0;
    uint32_t kept = 0;
    *sure = (struct sure_calls){.rows = {nodes, graph->out_start, graph->callees}};
    while (guess < graph->edge_count && !cg_query_is_guess(graph, guess)) {
        guess++;
    }
    if (guess == graph->edge_count) {
        return CG_OK;
    }
    int status = cg_query_allocate(&sure->start, (size_t)nodes + 1, sizeof *sure->start, error);
    if (!status) {
        status = cg_query_allocate(&sure->callees, graph->edge_count, sizeof *sure->callees, error);
    }
    for (cg_node node = 0; !status && node < nodes; node++) {
        for (cg_edge e = graph->out_start[node]; e < graph->out_start[node + 1]; e++) {
            if (!cg_query_is_guess(graph, e)) {
                sure->callees[kept++] = graph->callees[e];
            }
        }
        sure->start[node + 1] = kept;
    }
    sure->rows.start = sure->start;
    sure->rows.callees = sure->callees;
    return status;
}

void sure_calls_free(struct sure_calls *sure)
{
    free(sure->start);
    free(sure->callees);
}

int cg_components(uint32_t *component, uint32_t *count, const struct cg_graph *graph,
                  struct cg_error *error)
{
    *count = 0;
    int status = cg_query_check_graph(graph, error);
    if (status) {
        return status;
    }
    struct sure_calls sure;
    status = sure_calls_make(&sure, graph, error);
    if (!status) {
        status = components_find(component, count, &sure.rows, error);
    }
    sure_calls_free(&sure);
    return status;
}
