/*
 * Common callers: the nearest functions from which several functions can be reached.
 */
#ifndef LIBCG_COMMON_CALLERS_H
#define LIBCG_COMMON_CALLERS_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The nearest functions from which calls lead to every set, that is, to at least one function of
 * each. A function leads to itself. A function is nearest if it reaches no other such function
 * outside its strongly connected component: the lowest common ancestors in the condensation.
 *
 * A backward search from each set finds the functions that lead to it. One that leads to all is not
 * nearest exactly if a direct callee in another component leads to all too. Edges that are only
 * guesses (CG_EDGE_CANDIDATE alone) are not followed.
 *
 * @param nearest array of cg_graph_node_count: receives whether each function is one
 * @param graph   frozen
 * @param sets    the sets to reach; nothing leads to an empty set
 * @param count   number of sets, at least 1
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(count (nodes + edges)).
 */
CG_API int cg_common_callers(bool *nearest, const struct cg_graph *graph,
                             const struct cg_function_set *sets, size_t count,
                             struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
