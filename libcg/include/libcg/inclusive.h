/*
 * What functions have together with all that they call.
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
 * For each function the sum of the values of all that it leads to, itself included, each once
 * however many paths lead there. With all values 1, how many these are.
 *
 * Edges that are but guesses (CG_EDGE_CANDIDATE alone) are not followed. Values are added exactly,
 * after rounding to a multiple of a power of two at least 2^92 times smaller than the largest, so
 * that sums do not depend on any order; then rounded to the next double.
 *
 * Components are gone through in topological order, each by a walk over what it leads to. Those
 * that lead to the largest component take over its sum, and walk over the rest alone, which is
 * little as a rule. Where walks are long, as in graphs with little recursion whose paths part and
 * meet again and again, the rest is done 64 components at a time.
 *
 * @param sums      array of cg_graph_node_count: receives the sums; may be `values`
 * @param graph     frozen
 * @param values    by node, finite
 * @param direction CG_CALLEES; CG_CALLERS: over all that lead to the function
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (a value is not finite) or CG_E_MEMORY.
 *         O(nodes + edges) as a rule; at worst O(components x (edges + components) / 64).
 */
CG_API int cg_inclusive_sums(double *sums, const struct cg_graph *graph, const double *values,
                             enum cg_direction direction, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
