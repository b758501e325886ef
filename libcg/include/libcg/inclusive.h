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
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (a value is not finite), CG_E_LIMIT or CG_E_MEMORY.
 * O(nodes
 *         + edges) usually; at worst O(components x (edges + components) / 64), of which it does
 *         2^35 at most.
 */
CG_API int cg_inclusive_sums(double *sums, const struct cg_graph *graph, const double *values,
                             enum cg_direction direction, struct cg_error *error);

/**
 * For each function, whether it or anything it leads to has a value: a sum of 0 may be of values.
 *
 * @param known array of cg_graph_node_count: receives whether that is so
 * @param has   by node
 * @return as cg_inclusive_sums. O(nodes + edges).
 */
CG_API int cg_inclusive_known(bool *known, const struct cg_graph *graph, const bool *has,
                              struct cg_error *error);

/**
 * What all functions have together of a number among their metadata: what percentages are of.
 *
 * Of counts that add up it is the sum: statements, operations, branches, visits. Of a metric of a
 * profile, exclusive or inclusive, it is the run: the sum of the exclusive values, or the greatest
 * inclusive one if that is more, as it is where a part of the run is of functions that the graph
 * does not have.
 *
 * @param path as cg_metadata_at takes it
 * @return CG_OK, CG_E_FORMAT (such numbers do not add up to a whole) or CG_E_MEMORY. O(metadata).
 */
CG_API int cg_metadata_whole(double *whole, const struct cg_graph *graph, const char *path,
                             struct cg_error *error);

/** @return whether a number is over all that a function calls as it is, as profiles have it. */
CG_API bool cg_metadata_is_inclusive(const char *path);

#ifdef __cplusplus
}
#endif

#endif
