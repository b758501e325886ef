/*
 * Dominators: the functions through which every chain of calls to a function goes.
 */
#ifndef LIBCG_DOMINATORS_H
#define LIBCG_DOMINATORS_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Immediate dominators of all functions reachable from some starts.
 *
 * With CG_CALLEES a function dominates another if every chain of calls from the starts to the other
 * goes through it. With CG_CALLERS chains are followed backwards: every chain from a function to
 * the starts goes through its dominators (postdominators, when the starts are where the program
 * ends).
 *
 * The algorithm is Semi-NCA (L. Georgiadis, "Linear-time algorithms for dominators and related
 * problems", Princeton, 2005), which finds the semidominators of T. Lengauer and R. E. Tarjan
 * (TOPLAS 1(1), 1979). Edges that are only guesses (CG_EDGE_CANDIDATE alone) are not followed.
 *
 * @param dominator array of cg_graph_node_count numbers: receives the immediate dominator of each
 *                  node; the node itself for starts and where chains have none in common; CG_NONE
 *                  for nodes that no start reaches
 * @param graph     frozen
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (no such node or direction) or CG_E_MEMORY. O(edges log
 *         nodes), in practice linear.
 */
CG_API int cg_dominators(cg_node *dominator, const struct cg_graph *graph, const cg_node *starts,
                         size_t count, enum cg_direction direction, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
