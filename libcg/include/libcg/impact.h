/*
 * What a change of some functions may touch: all that leads to them.
 */
#ifndef LIBCG_IMPACT_H
#define LIBCG_IMPACT_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What leads to some functions. Lists are in canonical order. */
struct cg_impact {
    uint32_t
        *distance;    /**< by function: least number of calls to one that changed, 0 for those
                           themselves; CG_NONE: no known calls lead there, or more than asked for */
    cg_node *exposed; /**< functions with a distance that calls of `open` and `outside` which are
                           not known may come to */
    size_t exposed_count;
    cg_node *unresolved; /**< functions without a distance that have unresolved calls which may be
                      to one that has, or to one of those beyond */
    size_t unresolved_count;
    cg_node *outside; /**< functions without a body or a distance, likewise */
    size_t outside_count;
    uint32_t *beyond; /**< by function: least number of calls to one of `open` and `outside`, 0 for
                           those themselves; CG_NONE: none leads there, or it has a distance */
    uint32_t unrecorded; /**< how many functions have a body and carry no `unresolvedCalls`: whether
                          all their calls are known is not said, and they are not looked at */
    bool records_unresolved_calls; /**< whether any function of the graph carries `unresolvedCalls`
                                    */
    bool linked;                   /**< whether the graph is linked (cg_graph_link) */
};

/**
 * Find out what a change of some functions may touch.
 *
 * Known calls are followed back. A call that is not known may come to
 *
 * - a function whose address is known to code that was not collected, as cg_reach has it, when that
 *   code runs, or an unresolved call may call it;
 * - one that is not internal, when that code, or an unresolved call, may name functions (cg_reach);
 * - one whose address is taken, from an unresolved call of which it is not known that it leads to
 * such code alone (cg_unresolved_call_extent is CG_OPEN_ANYTHING);
 * - a virtual method, from an unresolved virtual call of that sort;
 * - any at all, from an unresolved call for another reason: inline assembly, code that was not
 * understood.
 *
 * What cg_reach answers "yes" for has a distance, and what it answers "no" for is not among those
 * beyond. It answers "unknown" for more: any unresolved call that may be anything is enough there.
 *
 * @param out     release with cg_impact_free
 * @param graph   frozen
 * @param changed functions
 * @param limit   greatest distance; CG_NONE: any
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges), and the
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
