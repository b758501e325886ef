/*
 * A reachability index: asks millions of times whether calls lead from one function to another.
 *
 * The index of a small graph is its transitive closure. That of a large graph has labels for each
 * component: its number in reverse topological order, an interval of a depth-first forest, all of
 * which it reaches, and two Bloom filters, of what it reaches and of what reaches it (BFL: J. Su,
 * Q. Zhu, H. Wei, J. X. Yu, "Reachability Querying: Can It Be Even Faster?", IEEE TKDE 29(3),
 * 2017). Labels answer most queries; a search that they prune answers the others.
 *
 * The answer is about the edges of the graph only. cg_reach also considers calls that the graph
 * does not know.
 */
#ifndef LIBCG_INDEX_H
#define LIBCG_INDEX_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cg_index;

/**
 * Build the index of a graph.
 *
 * @param out   release with cg_index_free
 * @param graph frozen; not needed afterwards
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(nodes + edges); for graphs whose closure is stored
 *         (up to 8,192 components) O(components x calls between them / 64). Memory: 80 bytes per
 *         component, or 8 MiB for a closure.
 */
CG_API int cg_index_new(struct cg_index **out, const struct cg_graph *graph,
                        struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_index_free(struct cg_index *index);

/** The state of a search; use one per thread. */
struct cg_index_cursor;

/** @return CG_OK or CG_E_MEMORY; release with cg_index_cursor_free, before the index. */
CG_API int cg_index_cursor_new(struct cg_index_cursor **out, const struct cg_index *index,
                               struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_index_cursor_free(struct cg_index_cursor *cursor);

/**
 * @return whether calls lead from one function to another. A function leads to itself. Edges that
 *         are only guesses (CG_EDGE_CANDIDATE alone) do not count. O(1) for nearly all pairs; at
 *         worst the components between the two, and their calls.
 */
CG_API bool cg_index_reaches(struct cg_index_cursor *cursor, cg_node from, cg_node to);

#ifdef __cplusplus
}
#endif

#endif
