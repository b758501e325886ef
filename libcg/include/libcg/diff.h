/*
 * Two graphs of one program: which functions, calls, cycles and what is reached differ.
 *
 * Functions of the two are one, first match wins, when they have the same name and
 *
 * 1. come from the same file, and are both internal or both not;
 * 2. come from the same file;
 * 3. are the only ones left of their name that are not internal;
 * 4. are the only ones left of their name;
 *
 * or when, their names being different, they share one if other names (CG_KEY_NAMES) count, and are
 * both internal to the same file, or both not internal. Definitions that match by 3 and 4 have
 * moved. Edges that are but guesses (CG_EDGE_CANDIDATE alone) count as no calls.
 */
#ifndef LIBCG_DIFF_H
#define LIBCG_DIFF_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Functions in canonical order. */
struct cg_diff_functions {
    const cg_node *nodes;
    size_t count;
};

/** Calls in canonical order of callers, then of callees. */
struct cg_diff_calls {
    const cg_edge *edges;
    size_t count;
};

/**
 * Cycles of calls (strongly connected components with a call in them) that have functions in
 * common, directly or by way of each other, and are not the same on both sides.
 */
struct cg_diff_cycle {
    uint32_t before;                      /**< how many cycles they are in the old graph */
    uint32_t after;                       /**< and in the new */
    struct cg_diff_functions old_members; /**< functions in them, of the old graph */
    struct cg_diff_functions new_members; /**< of the new */
    struct cg_diff_functions
        gained;                    /**< those of the new that were in no cycle, or were not there */
    struct cg_diff_functions lost; /**< those of the old that are in no cycle, or no longer there */
};

/** What differs. All arrays belong to it. */
struct cg_diff {
    const cg_node *new_of; /**< by function of the old graph: the same of the new, or CG_NONE */
    const cg_node *old_of; /**< by function of the new graph: the same of the old, or CG_NONE */
    struct cg_diff_functions gone;  /**< functions of the old graph that the new has not */
    struct cg_diff_functions added; /**< functions of the new graph that the old has not */
    /* Functions of the new graph that the old has too: */
    struct cg_diff_functions moved;     /**< they are defined in another file, both being known */
    struct cg_diff_functions defined;   /**< they have a body, and had none */
    struct cg_diff_functions undefined; /**< they have no body, and had one */
    struct cg_diff_functions reached;   /**< entries lead there, and did not */
    struct cg_diff_functions unreached; /**< no entry leads there, and one did */
    struct cg_diff_calls calls_gone;    /**< calls of the old graph that the new has not */
    struct cg_diff_calls calls_added;   /**< calls of the new graph that the old has not */
    struct cg_diff_calls calls_changed; /**< calls of the new graph that were of other kinds */
    const struct cg_diff_cycle *cycles; /**< by their first function in the new graph; those that
                                             are gone behind them, by the first in the old */
    size_t cycle_count;
};

/** Where the graphs are entered. Initialise with CG_DIFF_OPTIONS_INIT. Arrays are borrowed. */
struct cg_diff_options {
    const cg_node *old_entries; /**< of the old graph; NULL: cg_graph_entries */
    size_t old_entry_count;
    const cg_node *new_entries; /**< of the new graph; NULL: cg_graph_entries */
    size_t new_entry_count;
};
#define CG_DIFF_OPTIONS_INIT {NULL, 0, NULL, 0}

/**
 * Compare two graphs. What is reached is told by the calls that are known.
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

/** Functions of both graphs that lead to a target in one of them and not in the other. */
struct cg_diff_gain {
    cg_node target;
    size_t function_count;
    struct cg_diff_functions functions; /**< the first of them */
    size_t cause_count; /**< calls of the one graph alone by which they do: from what did not lead
                             to the target, to what did or is it */
    struct cg_diff_calls causes; /**< the first of them */
};

/** What is asked of gains. Initialise with CG_DIFF_GAINS_QUERY_INIT. Arrays are borrowed. */
struct cg_diff_gains_query {
    const struct cg_graph *old_graph; /**< as of cg_diff */
    const struct cg_graph *new_graph; /**< as of cg_diff */
    bool lost;             /**< what was lost; functions, calls and targets are then of the old
                                graph, else of the new */
    const bool *targets;   /**< by function: whether it is a target */
    const bool *functions; /**< by function: whether it is asked about; NULL: all. Those that are in
                                one graph alone are not. */
    size_t limit; /**< most functions, and most causes, to tell of each target; CG_NONE: all */
};
#define CG_DIFF_GAINS_QUERY_INIT {NULL, NULL, false, NULL, NULL, UINT32_MAX}

/**
 * For each of some targets, which functions lead to it now and did not before, or the other way
 * round? Every such function leads to one of the `causes`, and from there to the target. Targets
 * that no function gained are left out.
 *
 * @param out   receives an array in canonical order of the targets; release with
 *              cg_diff_gains_free
 * @param diff  of the two graphs
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O((functions + calls) * targets / 64): 64 targets are
 *         followed at once, as bits, through the condensations of both graphs.
 */
CG_API int cg_diff_gains(struct cg_diff_gain **out, size_t *count, const struct cg_diff *diff,
                         const struct cg_diff_gains_query *query, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_diff_gains_free(struct cg_diff_gain *gains, size_t count);

#ifdef __cplusplus
}
#endif

#endif
