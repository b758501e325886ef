/*
 * Metadata that needs the whole graph: computed from edges and from the metadata of functions.
 */
#ifndef LIBCG_DERIVE_H
#define LIBCG_DERIVE_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Set CG_KEY_RECURSION and CG_KEY_GLOBAL_LOOP_DEPTH of a whole graph, frozen or not, replacing
 * existing values. Edges that are only guesses (CG_EDGE_CANDIDATE alone) are not followed.
 *
 * `recursion` of a function that may call itself, directly or not: {"component": N, "size": N}.
 * Functions that may call each other share a component; components are numbered from 0 in the order
 * of their first functions by name and origin.
 *
 * `globalLoopDepth` is the largest number of loops around a function along a chain of calls from
 * the start of the program (its recorded entry point, else `main`; without one, functions without
 * callers), at least its own loopDepth. A function without loopDepth that no such chain reaches has
 * none. The loops around a call are the most that any of its sites records, or the caller's
 * loopCallDepth for any name of the callee. Within a component only the deepest call counts, once.
 * On graphs without recursion the result is what MetaCG computes by enumerating all simple paths.
 * In a graph in which no function has loopDepth or loopCallDepth, globalLoopDepth is left
 * unchanged.
 *
 * @return CG_OK or CG_E_MEMORY. O(nodes + edges + bytes of call sites and loopCallDepth).
 */
CG_API int cg_graph_derive(struct cg_graph *graph, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
