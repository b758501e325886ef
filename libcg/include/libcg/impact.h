/*
 * The impact of a change: all functions that lead to the changed ones.
 */
#ifndef LIBCG_IMPACT_H
#define LIBCG_IMPACT_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The functions that lead to the changed ones. Its functions take O(1) and return what is borrowed
 *  from it; sets are in canonical order. */
struct cg_impact;

/** @return by function: fewest calls to a changed one, 0 for those themselves; CG_NONE: no known
 *  calls lead there, or more than the limit. */
CG_API const uint32_t *cg_impact_distances(const struct cg_impact *impact);

/** @return by function: fewest calls to one of cg_impact_unresolved and cg_impact_uncollected, 0
 * for those themselves; CG_NONE: none leads there, or it has a distance. */
CG_API const uint32_t *cg_impact_beyond_distances(const struct cg_impact *impact);

/** @return functions with a distance that unknown calls of cg_impact_unresolved and
 *  cg_impact_uncollected may reach. */
CG_API struct cg_function_set cg_impact_exposed(const struct cg_impact *impact);

/** @return functions without a distance whose unresolved calls may reach a function that has one,
 * or one of cg_impact_beyond_distances. */
CG_API struct cg_function_set cg_impact_unresolved(const struct cg_impact *impact);

/** @return functions without a body or a distance, likewise. */
CG_API struct cg_function_set cg_impact_uncollected(const struct cg_impact *impact);

/** @return the number of functions that have a body but no `unresolvedCalls`: the graph does not
 *  record whether all their calls are known. They are ignored. */
CG_API uint32_t cg_impact_unrecorded_count(const struct cg_impact *impact);

/** @return whether any function of the graph has `unresolvedCalls`. */
CG_API bool cg_impact_records_unresolved_calls(const struct cg_impact *impact);

/** @return whether the graph is linked (cg_graph_link). */
CG_API bool cg_impact_is_linked(const struct cg_impact *impact);

/**
 * Find the functions that a change may affect.
 *
 * Known calls are followed back. An unknown call may reach
 *
 * - a function whose address uncollected code may know (cg_reach), if that code runs, or an
 *   unresolved call may call it;
 * - one that is not internal, when that code, or an unresolved call, may name functions (cg_reach);
 * - one whose address is taken, from an unresolved call that is not known to reach only such code
 *   (cg_unresolved_call_extent is CG_OPEN_ANYTHING);
 * - a virtual method, from an unresolved virtual call of that sort;
 * - any function, from an unresolved call for another reason: inline assembly, code that was not
 *   understood.
 *
 * Functions for which cg_reach answers "yes" have a distance; those for which it answers "no" are
 * not in `beyond`. cg_reach answers "unknown" for more: there, any unresolved call that may call
 * anything is enough.
 *
 * @param out     release with cg_impact_free
 * @param graph   frozen
 * @param changed functions
 * @param limit   greatest distance; CG_NONE: any
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges), plus the
 *         unresolved calls of all functions.
 */
CG_API int cg_impact(struct cg_impact **out, const struct cg_graph *graph, const cg_node *changed,
                     size_t count, uint32_t limit, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_impact_free(struct cg_impact *impact);

#ifdef __cplusplus
}
#endif

#endif
