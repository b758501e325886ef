/*
 * The condensation of a graph: its strongly connected components, and the calls between them.
 */
#ifndef LIBCG_CONDENSE_H
#define LIBCG_CONDENSE_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The strongly connected components and the calls between them, which form no cycle. Components are
 * numbered from 0 such that every call goes to a smaller number. Edges that are only guesses
 * (CG_EDGE_CANDIDATE alone) are left out. Its functions take O(1) and return what is borrowed from
 * it.
 */
struct cg_condensation;

/**
 * Condense a graph.
 *
 * @param out   release with cg_condensation_free
 * @param graph frozen; not needed afterwards
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_condense(struct cg_condensation **out, const struct cg_graph *graph,
                       struct cg_error *error);

/** @return the number of components. */
CG_API uint32_t cg_condensation_count(const struct cg_condensation *condensation);

/** @return the component of a function. */
CG_API uint32_t cg_condensation_component(const struct cg_condensation *condensation, cg_node node);

/** @return the functions of a component, by number. */
CG_API struct cg_function_set cg_condensation_members(const struct cg_condensation *condensation,
                                                      uint32_t component);

/**
 * The components that a component calls.
 * @param callees receives the first of them; each is there once, ascending
 * @return how many
 */
CG_API uint32_t cg_condensation_callees(const struct cg_condensation *condensation,
                                        uint32_t component, const uint32_t **callees);

/** The components that call a component: as cg_condensation_callees. */
CG_API uint32_t cg_condensation_callers(const struct cg_condensation *condensation,
                                        uint32_t component, const uint32_t **callers);

/** Release. NULL is allowed. */
CG_API void cg_condensation_free(struct cg_condensation *condensation);

#ifdef __cplusplus
}
#endif

#endif
