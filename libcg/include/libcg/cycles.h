/*
 * Cycles of calls: recursion, direct and through others.
 */
#ifndef LIBCG_CYCLES_H
#define LIBCG_CYCLES_H

#include <libcg/condense.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** For each strongly connected component that has a cycle, one that shows it. */
struct cg_cycles {
    size_t count;
    const uint32_t *component; /**< numbers of the condensation, those of most functions first, then
                                    by the canonical order of their first functions */
    const size_t *start;       /**< edges of cycle i are edges[start[i]] and on, up to those of i +
                                    1; count + 1 numbers */
    const cg_edge *edges;      /**< in order, back to where the cycle begins */
};

/**
 * Find a cycle in each component that has one: of a function that calls itself and is in no cycle
 * with others, that call; else a shortest one of two functions or more that the component's
 * canonically first function is on. Of several shortest ones the choice depends only on the
 * canonical order of functions. Edges that are but guesses (CG_EDGE_CANDIDATE alone) are left out.
 *
 * A breadth-first search within each component.
 *
 * @param out          release with cg_cycles_free
 * @param graph        frozen; not needed afterwards
 * @param condensation of the graph
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(edges + nodes log nodes).
 */
CG_API int cg_cycles_find(struct cg_cycles **out, const struct cg_graph *graph,
                          const struct cg_condensation *condensation, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_cycles_free(struct cg_cycles *cycles);

#ifdef __cplusplus
}
#endif

#endif
