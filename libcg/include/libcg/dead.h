/*
 * Dead code: functions that cannot run, and why; those of which that is not known, kept apart.
 */
#ifndef LIBCG_DEAD_H
#define LIBCG_DEAD_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is known of whether a function runs: that it may, why it cannot, or why that is not known.
 *  In each group, the first that fits is told. */
enum cg_dead_reason {
    CG_RUNS, /**< the entries lead to it by calls that are known */

    /* It is dead. */
    CG_DEAD_NEVER_INSTANTIATED, /**< a virtual method of a class of which there are no objects, as
linking says (CG_KEY_NEVER_INSTANTIATED) */
    CG_DEAD_CALLERS,            /**< only dead functions call it */
    CG_DEAD_CYCLE,         /**< nobody calls it but itself, or functions that call each other in a
                                cycle which nobody enters */
    CG_DEAD_VIRTUAL,       /**< nobody calls it; it is virtual */
    CG_DEAD_ADDRESS_TAKEN, /**< nobody calls it; its address is taken, but no call that can run may
                                have it for a callee */
    CG_DEAD_NEVER_CALLED,  /**< nobody calls it */

    /* It may be dead. */
    CG_MAYBE_BY_ADDRESS, /**< code that was not collected may have its address */
    CG_MAYBE_BY_NAME,    /**< code that was not collected may call it by name */
    CG_MAYBE_CALLERS,    /**< functions that may be dead call it */
    CG_MAYBE_ANYTHING,   /**< a function that may run has calls that may be anything */
};

/** @return whether a function with such a reason can run: CG_YES, CG_NO (it is dead), CG_UNKNOWN */
CG_API enum cg_answer cg_dead_can_run(enum cg_dead_reason reason);

/** @return a few words that say a reason: "never called", "only called by dead code", ... */
CG_API const char *cg_dead_reason_text(enum cg_dead_reason reason);

/**
 * What there is no call of in any graph, and must be taken to run with the entries: what runs at
 * load (cg_runs_at_load); functions with an attribute that says something refers to them where
 * compilers do not see it (`used`, `retain`, `externally_visible`, `interrupt`, `signal`); and,
 * when they are defined and not internal, those that compilers and their libraries call by name:
 * memcpy, memset and their like, what compilers put in the place of other library functions (puts
 * and putchar of printf, strcpy of sprintf, ...), names that begin with two underscores, operators
 * new and delete. So are functions that the compiler makes no code of (CG_KEY_NO_CODE): there is
 * nothing to take out.
 */
CG_API bool cg_kept_alive(const struct cg_graph *graph, cg_node node);

/** What is dead. All arrays belong to it. */
struct cg_dead {
    const uint8_t *reason; /**< by node: enum cg_dead_reason, with or without a body */

    /** Clusters: dead functions that calls between them hold together, whichever way these go.
     *  Each begins with its roots: those that no function calls but of their own cycle. In
     *  canonical order otherwise; clusters by their first root, those without one behind. */
    uint32_t cluster_count;
    const uint32_t *cluster;      /**< by node, CG_NONE: not dead, or not of those told of */
    const uint32_t *root_count;   /**< by cluster; 0: what calls its members is not told of */
    const uint32_t *member_start; /**< members of c are members[member_start[c]] and on, up to those
                                       of c + 1; cluster_count + 1 numbers */
    const cg_node *members;

    /** Functions that may run and may call anything, in canonical order: they have such unresolved
     * calls (cg_unresolved_call_extent), or the graph does not say whether all their calls are
     * known. */
    const cg_node *anything;
    size_t anything_count;

    bool records_unresolved_calls; /**< whether any function of the graph carries `unresolvedCalls`;
                                  if not, the graph is taken at its word that there are none */
    bool linked;                   /**< whether the graph is linked (cg_graph_link) */
};

/**
 * Which functions cannot run?
 *
 * Of each function cg_reach is answered at once, from the entries and all that cg_kept_alive: yes,
 * it runs; no, it is dead; or unknown. So dead is told only of functions that provably no call can
 * come to, under what cg_reach takes for granted. What only dead code calls is dead too.
 *
 * @param out     release with cg_dead_free
 * @param graph   frozen; not needed afterwards
 * @param entries where the program is entered; NULL: cg_graph_entries
 * @param count   how many
 * @param told    array of cg_graph_node_count: functions that clusters are made of, if they are
 *                dead; NULL: all that have a body
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges), the
 * unresolved calls of what may run, and sorting what is dead.
 */
CG_API int cg_dead(struct cg_dead **out, const struct cg_graph *graph, const cg_node *entries,
                   size_t count, const bool *told, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_dead_free(struct cg_dead *dead);

#ifdef __cplusplus
}
#endif

#endif
