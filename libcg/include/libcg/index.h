/*
 * An index for asking whether calls lead from one function to another, millions of times.
 *
 * Small graphs have their transitive closure in the index, large ones labels: components are
 * numbered against calls, and each has an interval of a depth-first forest, within which all are
 * reached, and two Bloom filters, of what it reaches and of what reaches it (BFL: J. Su, Q. Zhu, H.
 * Wei, J. X. Yu, "Reachability Querying: Can It Be Even Faster?", IEEE TKDE 29(3), 2017). Most
 * questions are answered by looking at labels; the others by a search that the labels keep small.
 *
 * The answer is about edges of the graph; it takes nothing into account that the graph does not
 * know. cg_reach does.
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
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(nodes + edges); of graphs whose closure is stored (no
 *         more than 8,192 components) O(components x calls between them / 64). 80 bytes a
 *         component, or 8 MiB for a closure.
 */
CG_API int cg_index_new(struct cg_index **out, const struct cg_graph *graph,
                        struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_index_free(struct cg_index *index);

/** What a search needs; one for each thread that asks. */
struct cg_index_cursor;

/** @return CG_OK or CG_E_MEMORY; release with cg_index_cursor_free, before the index. */
CG_API int cg_index_cursor_new(struct cg_index_cursor **out, const struct cg_index *index,
                               struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_index_cursor_free(struct cg_index_cursor *asker);

/**
 * Do calls lead from one function to another? A function leads to itself. Edges that are but
 * guesses (CG_EDGE_CANDIDATE alone) do not count.
 *
 * @return yes or no. O(1) for nearly all; at worst the components between the two, and their calls.
 */
CG_API bool cg_index_reaches(struct cg_index_cursor *asker, cg_node from, cg_node to);

#ifdef __cplusplus
}
#endif

#endif
