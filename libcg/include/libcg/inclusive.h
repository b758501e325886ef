/*
 * Inclusive sums: the value of a function together with all functions that it reaches.
 */
#ifndef LIBCG_INCLUSIVE_H
#define LIBCG_INCLUSIVE_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * For each function, sum the values of all functions that it reaches, itself included, each once
 * however many paths lead there. With all values 1, this counts them.
 *
 * Edges that are only guesses (CG_EDGE_CANDIDATE alone) are not followed. Values are first rounded
 * to a multiple of a power of two at least 2^92 times smaller than the largest, then added exactly,
 * so that sums do not depend on the order; the sum is rounded to the nearest double.
 *
 * Components are processed in topological order, each by a walk over what it reaches. Those that
 * reach the largest component reuse its sum and walk over the rest, usually a small part. Where
 * walks are long, as in graphs with little recursion whose paths fork and join repeatedly, the
 * remaining components are processed 64 at a time.
 *
 * @param sums      array of cg_graph_node_count: receives the sums; may be `values`
 * @param graph     frozen
 * @param values    by node, finite
 * @param direction CG_CALLEES; CG_CALLERS: over all functions that reach the function
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (a value is not finite) or CG_E_MEMORY. O(nodes + edges)
 *         usually; at worst O(components x (edges + components) / 64).
 */
CG_API int cg_inclusive_sums(double *sums, const struct cg_graph *graph, const double *values,
                             enum cg_direction direction, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
