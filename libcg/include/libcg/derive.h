/*
 * Metadata that only a whole graph has: computed from edges and from what is collected of each
 * function.
 */
#ifndef LIBCG_DERIVE_H
#define LIBCG_DERIVE_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Set CG_KEY_RECURSION and CG_KEY_GLOBAL_LOOP_DEPTH of a graph that is whole, frozen or not,
 * replacing those that are there. Edges that are guesses alone (CG_EDGE_CANDIDATE) are not
 * followed.
 *
 * `recursion` of a function that may call itself, through whatever calls: {"component": N,
 * "size": N}. Functions that may call each other share a component; components are numbered from
 * 0 in order of the first of their functions by name and origin.
 *
 * `globalLoopDepth` is the largest number of loops around a function along a chain of calls from
 * where the program starts (its entry point as the file states it, else `main`; without one,
 * functions nobody calls), at least its own loopDepth; functions without that to which no such
 * chain comes have none. Loops around a call are the most that its sites say, or the caller's
 * loopCallDepth by any name of the callee. Calls within a component are not followed around: of
 * them the deepest counts once. On graphs without recursion this is what MetaCG computes by going
 * through all simple paths. It is set where loops were collected, and left alone in graphs in which
 * no function has loopDepth or loopCallDepth.
 *
 * @return CG_OK or CG_E_MEMORY. O(nodes + edges + bytes of call sites and loopCallDepth).
 */
CG_API int cg_graph_derive(struct cg_graph *graph, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
