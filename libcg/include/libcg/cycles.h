/*
 * Cycles of calls: direct and indirect recursion.
 */
#ifndef LIBCG_CYCLES_H
#define LIBCG_CYCLES_H

#include <libcg/condense.h>
#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An example cycle for each strongly connected component that has one; components with most
 *  functions first, then by the canonical order of their first functions. */
struct cg_cycles;

/** @return the number of cycles. */
CG_API size_t cg_cycles_count(const struct cg_cycles *cycles);

/** @return the calls of cycle number i in order, back to where it begins; borrowed. */
CG_API struct cg_call_set cg_cycles_at(const struct cg_cycles *cycles, size_t i);

/** @return the component of cycle number i, as the condensation numbers it. */
CG_API uint32_t cg_cycles_component(const struct cg_cycles *cycles, size_t i);

/**
 * Find a cycle in each component that has one. In a component of one function, that is its call of
 * itself; in others, a shortest cycle of at least two functions through the component's first
 * function in canonical order. Of several shortest ones the choice depends only on the canonical
 * order of functions. Edges that are only guesses (CG_EDGE_CANDIDATE alone) are left out.
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
