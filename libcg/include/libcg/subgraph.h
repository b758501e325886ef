/*
 * A part of a graph: some of its functions, and what is between them.
 */
#ifndef LIBCG_SUBGRAPH_H
#define LIBCG_SUBGRAPH_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Metadata of a graph that is a part of another: {"calls":N,"functions":N}, how many that has.
 * What leads through the others cannot be told from the part. */
#define CG_KEY_PART "part"

/**
 * Make the graph of some functions: them, the calls between them, and which of them override
 * which, with all metadata, and that of the graph. The entry point stays if it is among them.
 * Where functions are left out the graph gets CG_KEY_PART, unless it has it.
 *
 * What metadata tell of functions that are left out by name (CG_KEY_LOOP_CALL_DEPTH, ...) stays. A
 * function whose linkage is not stated, and that is internal because others in known files share
 * its name, is stated to be internal where the others are left out, so that merging does not take
 * it for another.
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
