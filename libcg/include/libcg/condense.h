/*
 * The condensation of a graph: its strongly connected components, and the calls between them.
 */
#ifndef LIBCG_CONDENSE_H
#define LIBCG_CONDENSE_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The strongly connected components and the calls between them, which form no cycle. Components are
 * numbered such that every call goes to a smaller number. Edges that are only guesses
 * (CG_EDGE_CANDIDATE alone) are left out. All arrays belong to the condensation.
 */
struct cg_condensation {
    uint32_t count;               /**< components */
    const uint32_t *component;    /**< by node */
    const uint32_t *member_start; /**< members of c are members[member_start[c]] up to, but not
                                     including, members[member_start[c + 1]]; count + 1 numbers */
    const cg_node *members;       /**< by number */
    const uint32_t *callee_start; /**< as member_start, of callees */
    const uint32_t *callees;      /**< components, each once, ascending */
    const uint32_t *caller_start; /**< as member_start, of callers */
    const uint32_t *callers;      /**< components, each once, ascending */
};

/**
 * Condense a graph.
 *
 * @param out   release with cg_condensation_free
 * @param graph frozen; not needed afterwards
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_condense(struct cg_condensation **out, const struct cg_graph *graph,
                       struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_condensation_free(struct cg_condensation *condensation);

#ifdef __cplusplus
}
#endif

#endif
