/*
 * A subgraph: some functions of a graph and the calls between them.
 */
#ifndef LIBCG_SUBGRAPH_H
#define LIBCG_SUBGRAPH_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Metadata of a graph that is a part of another: {"calls":N,"functions":N}, the size of the whole.
 *  Paths through omitted functions are not visible in the part. */
#define CG_KEY_PART "part"

/**
 * Make the graph of some functions: these functions, the calls and overrides between them, with all
 * metadata, and the metadata of the graph. The entry point is kept if it is among them. If
 * functions are left out the graph gets CG_KEY_PART, unless it has it already.
 *
 * Metadata that refer to omitted functions by name (CG_KEY_LOOP_CALL_DEPTH, ...) are kept. If a
 * function has no recorded linkage, and is internal only because other functions in known files
 * share its name, it is marked internal when those are left out, so that merging does not match it
 * with another.
 *
 * @param out      receives a frozen graph with the functions in the same order; release with
 *                 cg_graph_free
 * @param graph    frozen; not needed afterwards
 * @param selected by node: whether to include it
 * @param part     array of cg_graph_node_count: receives the number of each function in the new
 *                 graph, CG_NONE for those left out; may be NULL
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(size of the graph).
 */
CG_API int cg_subgraph(struct cg_graph **out, const struct cg_graph *graph, const bool *selected,
                       cg_node *part, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
