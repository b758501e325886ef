/*
 * Common callers: where chains of calls to several functions part.
 */
#ifndef LIBCG_COMMON_CALLERS_H
#define LIBCG_COMMON_CALLERS_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The nearest functions from which calls lead to all of some sets, that is, to a function of each;
 * a function leads to itself. A function that does is nearest when none that it leads to does but
 * those that are in a cycle with it: the lowest common ancestors in the condensation.
 *
 * A function leads to all if none of them, from the other direction, is missed by a search against
 * the calls; it is not nearest exactly if one of its direct callees, of another component, leads to
 * all too. Edges that are but guesses (CG_EDGE_CANDIDATE alone) are not followed.
 *
 * @param nearest array of cg_graph_node_count: receives whether each function is one
 * @param graph   frozen
 * @param sets    what is to be led to; nothing leads to an empty set
 * @param count   how many, from 1
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(count (nodes + edges)).
 */
CG_API int cg_common_callers(bool *nearest, const struct cg_graph *graph,
                             const struct cg_function_set *sets, size_t count,
                             struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
