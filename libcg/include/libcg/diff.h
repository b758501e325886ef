/*
 * Differences between two graphs of one program: functions, calls, cycles and reachability.
 *
 * A function of one graph corresponds to a function of the other, first match wins, when both have
 * the same name and
 *
 *   1. come from the same file and agree on being internal;
 *   2. come from the same file;
 *   3. are the only ones left of their name that are not internal;
 *   4. are the only ones left of their name;
 *
 * or when their names differ, but they share one if other names (CG_KEY_NAMES) count, and both are
 * internal to the same file or both not internal. Definitions that match by 3 or 4 have moved.
 * Edges that are only guesses (CG_EDGE_CANDIDATE alone) do not count as calls.
 */
#ifndef LIBCG_DIFF_H
#define LIBCG_DIFF_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Cycles of calls (strongly connected components that contain a call) that share functions,
 * directly or through each other, and differ between the graphs. Functions are in canonical order.
 */
struct cg_diff_cycle {
    uint32_t before;                    /**< number of cycles in the old graph */
    uint32_t after;                     /**< number of cycles in the new graph */
    struct cg_function_set old_members; /**< functions in them, of the old graph */
    struct cg_function_set new_members; /**< of the new */
    struct cg_function_set
        gained; /**< functions of the new graph that were in no cycle, or did not exist */
    struct cg_function_set
        lost; /**< functions of the old graph that are in no cycle now, or no longer exist */
};

/** The differences. Its functions take O(1) and return what is borrowed from it. Functions are in
 *  canonical order, calls in canonical order of callers, then of callees. */
struct cg_diff;

/** @return by function of the old graph: its counterpart in the new, or CG_NONE. */
CG_API const cg_node *cg_diff_new_of(const struct cg_diff *diff);

/** @return by function of the new graph: its counterpart in the old, or CG_NONE. */
CG_API const cg_node *cg_diff_old_of(const struct cg_diff *diff);

/** @return functions only in the old graph. */
CG_API struct cg_function_set cg_diff_gone(const struct cg_diff *diff);

/** @return functions only in the new graph. */
CG_API struct cg_function_set cg_diff_added(const struct cg_diff *diff);

/* Functions of the new graph that the old has too: */

/** @return those defined in another file; both files are known. */
CG_API struct cg_function_set cg_diff_moved(const struct cg_diff *diff);

/** @return those that have a body now. */
CG_API struct cg_function_set cg_diff_defined(const struct cg_diff *diff);

/** @return those that have no body any more. */
CG_API struct cg_function_set cg_diff_undefined(const struct cg_diff *diff);

/** @return those newly reached from the entry points. */
CG_API struct cg_function_set cg_diff_reached(const struct cg_diff *diff);

/** @return those no longer reached from the entry points. */
CG_API struct cg_function_set cg_diff_unreached(const struct cg_diff *diff);

/** @return calls only in the old graph. */
CG_API struct cg_call_set cg_diff_calls_gone(const struct cg_diff *diff);

/** @return calls only in the new graph. */
CG_API struct cg_call_set cg_diff_calls_added(const struct cg_diff *diff);

/** @return calls of the new graph whose kinds changed. */
CG_API struct cg_call_set cg_diff_calls_changed(const struct cg_diff *diff);

/** @return the number of entries for cg_diff_cycle_at. */
CG_API size_t cg_diff_cycle_count(const struct cg_diff *diff);

/** @return cycles number i, or NULL past the last: by their first function in the new graph; then
 *  vanished ones, by their first in the old graph. */
CG_API const struct cg_diff_cycle *cg_diff_cycle_at(const struct cg_diff *diff, size_t i);

/** Entry points of the two graphs. Initialise with CG_DIFF_OPTIONS_INIT. Arrays are borrowed. */
struct cg_diff_options {
    unsigned version;           /**< CG_DIFF_OPTIONS_VERSION */
    const cg_node *old_entries; /**< of the old graph; NULL: cg_graph_entries */
    size_t old_entry_count;
    const cg_node *new_entries; /**< of the new graph; NULL: cg_graph_entries */
    size_t new_entry_count;
};
#define CG_DIFF_OPTIONS_VERSION 1u
#define CG_DIFF_OPTIONS_INIT {CG_DIFF_OPTIONS_VERSION, NULL, 0, NULL, 0}

/**
 * Compare two graphs. Reachability follows known calls.
 *
 * @param out        release with cg_diff_free
 * @param old_graph  frozen; not needed afterwards
 * @param new_graph  frozen; not needed afterwards
 * @param options    may be NULL
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(n log n) with n the functions of both,
 *         and O(calls log calls of a function).
 */
CG_API int cg_diff(struct cg_diff **out, const struct cg_graph *old_graph,
                   const struct cg_graph *new_graph, const struct cg_diff_options *options,
                   struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_diff_free(struct cg_diff *diff);

/** Functions of both graphs that lead to a target in only one of them. */
struct cg_diff_gain {
    cg_node target;
    size_t function_count;
    struct cg_function_set functions; /**< the first of them */
    size_t cause_count; /**< calls of that graph that cause it: from a function that did not lead to
                           the target to one that did, or to the target */
    struct cg_call_set causes; /**< the first of them */
};

/** What cg_diff_gains finds. */
struct cg_diff_gains;

/** Options of cg_diff_gains. Initialise with CG_DIFF_GAINS_QUERY_INIT. Arrays are borrowed. */
struct cg_diff_gains_query {
    unsigned version;                 /**< CG_DIFF_GAINS_QUERY_VERSION */
    const struct cg_graph *old_graph; /**< as for cg_diff */
    const struct cg_graph *new_graph; /**< as for cg_diff */
    bool lost; /**< find losses; functions, calls and targets are then those of the old graph, else
                  of the new */
    const bool *targets;   /**< by function: whether it is a target */
    const bool *functions; /**< by function: whether to report it; NULL: all. Functions of only one
                              graph are never reported. */
    size_t limit; /**< most functions, and most causes, to report per target; CG_NONE: all */
};
#define CG_DIFF_GAINS_QUERY_VERSION 1u
#define CG_DIFF_GAINS_QUERY_INIT                                                                   \
    {CG_DIFF_GAINS_QUERY_VERSION, NULL, NULL, false, NULL, NULL, UINT32_MAX}

/**
 * Find, for each target, the functions that lead to it now and did not before, or the reverse.
 * Every such function leads to one of the `causes`, and from there to the target. Targets that no
 * function gained are left out.
 *
 * @param out   release with cg_diff_gains_free
 * @param diff  of the two graphs
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O((functions + calls) * targets / 64): follows 64
 *         targets at once, as bits, through the condensations of both graphs.
 */
CG_API int cg_diff_gains(struct cg_diff_gains **out, const struct cg_diff *diff,
                         const struct cg_diff_gains_query *query, struct cg_error *error);

/** @return the number of targets that functions gained. */
CG_API size_t cg_diff_gains_count(const struct cg_diff_gains *gains);

/** @return gain number i, in canonical order of the targets, or NULL past the last; borrowed. */
CG_API const struct cg_diff_gain *cg_diff_gains_at(const struct cg_diff_gains *gains, size_t i);

/** Release. NULL is allowed. */
CG_API void cg_diff_gains_free(struct cg_diff_gains *gains);

#ifdef __cplusplus
}
#endif

#endif
