/* A shortest path between sets, the first in canonical order. */
#include "query/common/query_internal.h"
#include "query/walk/walk.h"

#include <stdlib.h>

/* Of the starts nearest to the target, the first in canonical order; CG_NONE if none reaches it. */
static cg_node nearest(const struct cg_graph *graph, const uint32_t *distance,
                       const struct cg_function_set *from)
{
    cg_node best = CG_NONE;
    for (size_t i = 0; i < from->count; i++) {
        cg_node node = from->nodes[i];
        if (distance[node] == CG_NONE) {
            continue;
        }
        if (best == CG_NONE || distance[node] < distance[best] ||
            (distance[node] == distance[best] && cg_query_compare(graph, node, best) < 0)) {
            best = node;
        }
    }
    return best;
}

cg_edge cg_query_step(const struct cg_graph *graph, const uint32_t *distance, cg_node node,
                      const struct cg_query_bounds *bounds)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, node, &first);
    cg_edge best = CG_NONE;
    for (cg_edge edge = first; edge < first + count; edge++) {
        cg_node callee = cg_edge_callee(graph, edge);
        if (distance[callee] != distance[node] - 1 || !cg_query_counts(bounds, graph, edge)) {
            continue;
        }
        if (best == CG_NONE || cg_query_compare(graph, callee, cg_edge_callee(graph, best)) < 0) {
            best = edge;
        }
    }
    return best;
}

int cg_query_path(cg_edge **path, size_t *length, bool *found, const struct walk *walk,
                  const struct cg_function_set *from, struct cg_error *error)
{
    cg_node start = nearest(walk->graph, walk->distance, from);
    *found = start != CG_NONE;
    return *found ? walk_path(path, length, walk, start, error) : CG_OK;
}

int cg_shortest_path(struct cg_found_path *out, const struct cg_graph *graph,
                     const struct cg_function_set *from, const struct cg_function_set *to,
                     struct cg_error *error)
{
    struct cg_found_path path = {.simple = true};
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_check_nodes(graph, from->nodes, from->count, error);
    }
    if (status) {
        return status;
    }
    uint32_t *distance;
    status = cg_query_allocate(&distance, cg_graph_node_count(graph), sizeof *distance, error);
    if (status) {
        return status;
    }
    struct walk walk = {.graph = graph,
                        .direction = CG_CALLERS,
                        .bounds = {.limit = CG_NONE},
                        .distance = distance};
    status = walk_search(&walk, to, error);
    if (!status) {
        status = cg_query_path(&path.edges, &path.length, &path.found, &walk, from, error);
    }
    if (!status) {
        *out = path;
    }
    walk_clear(&walk);
    free(distance);
    return status;
}
