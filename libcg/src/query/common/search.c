/* Breadth-first search along calls, forwards or backwards. */
#include "query/common/query_internal.h"

#include <stdlib.h>

/* Nodes found but not expanded; every node enters once, so the array never wraps. */
struct frontier {
    cg_node *nodes;
    size_t head;
    size_t tail;
    uint32_t *distance;
    const struct cg_query_bounds *bounds;
};

static void reach_node(struct frontier *frontier, cg_node node, uint32_t distance)
{
    if (frontier->distance[node] != CG_NONE ||
        (frontier->bounds->avoid && frontier->bounds->avoid[node])) {
        return;
    }
    frontier->distance[node] = distance;
    frontier->nodes[frontier->tail++] = node;
}

static void expand_callees(struct frontier *frontier, const struct cg_graph *graph, cg_node node)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, node, &first);
    for (uint32_t i = 0; i < count; i++) {
        if (cg_query_counts(frontier->bounds, graph, first + i)) {
            reach_node(frontier, cg_edge_callee(graph, first + i), frontier->distance[node] + 1);
        }
    }
}

static void expand_callers(struct frontier *frontier, const struct cg_graph *graph, cg_node node)
{
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    for (uint32_t i = 0; i < count; i++) {
        if (cg_query_counts(frontier->bounds, graph, edges[i])) {
            reach_node(frontier, cg_edge_caller(graph, edges[i]), frontier->distance[node] + 1);
        }
    }
}

static void visit_frontier(struct frontier *frontier, const struct cg_graph *graph,
                           enum cg_direction direction)
{
    uint32_t limit = frontier->bounds->limit;
    while (frontier->head < frontier->tail) {
        cg_node node = frontier->nodes[frontier->head++];
        if (frontier->distance[node] >= limit) {
            return;
        }
        if (direction == CG_CALLEES) {
            expand_callees(frontier, graph, node);
        } else {
            expand_callers(frontier, graph, node);
        }
    }
}

int cg_query_search(uint32_t *distance, const struct cg_graph *graph,
                    const struct cg_function_set *starts, enum cg_direction direction,
                    const struct cg_query_bounds *bounds, struct cg_error *error)
{
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_check_nodes(graph, starts->nodes, starts->count, error);
    }
    if (!status) {
        status = cg_query_check_direction(direction, error);
    }
    uint32_t nodes = cg_graph_node_count(graph);
    struct frontier frontier = {.distance = distance, .bounds = bounds};
    if (!status) {
        status = cg_query_allocate(&frontier.nodes, nodes, sizeof *frontier.nodes, error);
    }
    if (status) {
        return status;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        distance[i] = CG_NONE;
    }
    for (size_t i = 0; i < starts->count; i++) {
        reach_node(&frontier, starts->nodes[i], 0);
    }
    visit_frontier(&frontier, graph, direction);
    free(frontier.nodes);
    return CG_OK;
}

int cg_search(uint32_t *distance, const struct cg_graph *graph,
              const struct cg_function_set *starts, enum cg_direction direction, uint32_t limit,
              struct cg_error *error)
{
    const struct cg_query_bounds bounds = {.limit = limit};
    return cg_query_search(distance, graph, starts, direction, &bounds, error);
}
