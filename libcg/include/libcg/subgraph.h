/*
 * A part of a graph: some of its functions, and what is between them.
 */
#ifndef LIBCG_SUBGRAPH_H
#define LIBCG_SUBGRAPH_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Make the graph of some functions: them, the calls between them, and which of them override
 * which, with all metadata, and that of the graph. What metadata tell of functions that are left
 * out stays in it. The entry point stays if it is among them.
 *
 * @param out      receives a frozen graph, in which functions stand in the same order; release with
 *                 cg_graph_free
 * @param graph    frozen; not needed afterwards
 * @param selected by node: whether it is in
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
