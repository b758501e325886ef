/*
 * Dead code: functions that cannot run, and why; separately, functions that may be dead.
 */
#ifndef LIBCG_DEAD_H
#define LIBCG_DEAD_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a function runs: that it may, why it cannot, or why this is unknown. In each group, the
 *  first matching reason is reported. */
enum cg_dead_reason {
    CG_RUNS, /**< known calls lead to it from the entry points */

    /* It is dead. */
    CG_DEAD_NEVER_INSTANTIATED, /**< a virtual method of a class that nothing instantiates,
                                   according to linking (CG_KEY_NEVER_INSTANTIATED) */
    CG_DEAD_CALLERS,            /**< only dead functions call it */
    CG_DEAD_CYCLE,              /**< only functions of its own call cycle, or itself, call it */
    CG_DEAD_VIRTUAL,            /**< nothing calls it; it is virtual */
    CG_DEAD_ADDRESS_TAKEN, /**< nothing calls it; its address is taken, but no call that can run may
                              reach it */
    CG_DEAD_NEVER_CALLED,  /**< nothing calls it */

    /* It may be dead. */
    CG_MAYBE_BY_ADDRESS, /**< uncollected code may have its address */
    CG_MAYBE_BY_NAME,    /**< uncollected code may call it by name */
    CG_MAYBE_CALLERS,    /**< functions that may be dead call it */
    CG_MAYBE_ANYTHING,   /**< a function that may run makes calls that may reach any function */
    CG_MAYBE_MISTYPED,   /**< unresolved calls of an incompatible type may have its address */
};

/** @return whether a function with such a reason can run: CG_YES, CG_NO (it is dead), CG_UNKNOWN */
CG_API enum cg_answer cg_dead_can_run(enum cg_dead_reason reason);

/** @return a short phrase for a reason: "never called", "only called by dead code", ... */
CG_API const char *cg_dead_reason_text(enum cg_dead_reason reason);

/**
 * @return whether a function counts as running although no graph shows a call of it: code that runs
 *         at load (cg_runs_at_load); functions with an attribute that marks hidden uses (`used`,
 *         `retain`, `externally_visible`, `interrupt`, `signal`); and functions with a definition
 *         and without internal linkage that compilers and their libraries call by name: memcpy,
 *         memset and the like, replacements of other library functions (puts and putchar for
 *         printf, strcpy for sprintf, ...), names that begin with two underscores, operators new
 *         and delete. So are functions for which the compiler makes no code (CG_KEY_NO_CODE): there
 *         is nothing to remove.
 */
CG_API bool cg_kept_alive(const struct cg_graph *graph, cg_node node);

/**
 * The dead functions of a graph. Its functions take O(1) and return what is borrowed from it.
 *
 * Clusters are dead functions connected by calls between them, in either direction. Each begins
 * with its roots: functions that nothing calls outside their own cycle. Functions are otherwise in
 * canonical order; clusters by their first root, those without one last.
 */
struct cg_dead;

/** @return what is known of whether a function, with or without a body, runs. */
CG_API enum cg_dead_reason cg_dead_reason(const struct cg_dead *dead, cg_node node);

/** @return the number of clusters. */
CG_API uint32_t cg_dead_cluster_count(const struct cg_dead *dead);

/** @return the functions of cluster number i. */
CG_API struct cg_function_set cg_dead_cluster_at(const struct cg_dead *dead, uint32_t i);

/** @return the number of roots of cluster number i; 0: callers of its members are not in
 *  `reported`. */
CG_API uint32_t cg_dead_root_count(const struct cg_dead *dead, uint32_t i);

/** @return the number of the cluster of a function; CG_NONE: it is not dead, or not in
 *  `reported`. */
CG_API uint32_t cg_dead_cluster_of(const struct cg_dead *dead, cg_node node);

/** @return functions that may run and may call anything, in canonical order: their unresolved calls
 *  may (cg_unresolved_call_extent), or the graph does not record whether all their calls are
 *  known. */
CG_API struct cg_function_set cg_dead_calls_anything(const struct cg_dead *dead);

/** @return whether any function of the graph has `unresolvedCalls`; if none has, the graph is
 *  assumed to have no unresolved calls. */
CG_API bool cg_dead_records_unresolved_calls(const struct cg_dead *dead);

/** @return whether the graph is linked (cg_graph_link). */
CG_API bool cg_dead_is_linked(const struct cg_dead *dead);

/**
 * Find the functions that cannot run.
 *
 * The answer for each function is that of cg_reach from the entry points and all that
 * cg_kept_alive: yes, it runs; no, it is dead; or unknown. So a function counts as dead only if
 * provably no call can reach it, under the assumptions of cg_reach. Functions that only dead code
 * calls are dead too.
 *
 * @param out     release with cg_dead_free
 * @param graph   frozen; not needed afterwards
 * @param entries the entry points; NULL: cg_graph_entries
 * @param count   number of entry points
 * @param reported array of cg_graph_node_count: dead functions to put into clusters; NULL: all that
 *                 have a body
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges + n log n)
 *         with n dead functions, plus the unresolved calls of functions that may run.
 */
CG_API int cg_dead(struct cg_dead **out, const struct cg_graph *graph, const cg_node *entries,
                   size_t count, const bool *reported, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_dead_free(struct cg_dead *dead);

#ifdef __cplusplus
}
#endif

#endif
