/*
 * What the files of src/query share.
 */
#ifndef QUERY_INTERNAL_H
#define QUERY_INTERNAL_H

#include <libcg/graph.h>
#include <libcg/query.h>

/** Check that a graph is frozen. @return CG_OK or CG_E_STATE. */
int cg_query_check_graph(const struct cg_graph *graph, struct cg_error *error);

/** Check that all of some nodes are nodes of the graph. @return CG_OK or CG_E_ARGUMENT. */
int cg_query_check_nodes(const struct cg_graph *graph, const cg_node *nodes, size_t count,
                         struct cg_error *error);

/**
 * Allocate an array, of at least one element so that NULL always means failure.
 *
 * @return CG_OK or CG_E_MEMORY
 */
int cg_query_allocate(void *out, size_t count, size_t size, struct cg_error *error);

/** @return whether an edge is but a guess (CG_EDGE_CANDIDATE): no call that is known to be
 * possible. */
static inline bool cg_query_is_guess(const struct cg_graph *graph, cg_edge edge)
{
    return cg_edge_kinds(graph, edge) == CG_EDGE_CANDIDATE;
}

/**
 * Walk from a node along edges that come nearer to the end each, to the canonically first callee of
 * those.
 *
 * @param path     receives distance[start] edges, to be released with free; untouched when that is
 * 0
 * @param distance by node: how far the end is
 * @return CG_OK or CG_E_MEMORY
 */
int cg_query_walk(cg_edge **path, size_t *length, const struct cg_graph *graph,
                  const uint32_t *distance, cg_node start, struct cg_error *error);

/** As cg_query_walk, from the nearest of some nodes, of equally near ones the canonically first.
 *  @param found whether any leads to the end */
int cg_query_path(cg_edge **path, size_t *length, bool *found, const struct cg_graph *graph,
                  const uint32_t *distance, const cg_node *from, size_t count,
                  struct cg_error *error);

/** Compare two nodes in canonical order, as strcmp does. */
int cg_query_compare(const struct cg_graph *graph, cg_node a, cg_node b);

/** Sort nodes into canonical order. O(n log n). */
void cg_query_sort(const struct cg_graph *graph, cg_node *nodes, size_t count);

#endif
