/*
 * Choosing which functions to measure.
 *
 * Measuring all functions costs more than it shows; a choice is a set of functions, with the reason
 * and the numbers for each. Strategies make choices, and choices combine with any set of functions
 * (select.h): cg_choice_unite, cg_choice_retain, cg_choice_keep.
 *
 * No strategy chooses what cannot be instrumented (cg_instrumentable). Those that begin at entry
 * points follow known calls; `beyond` adds functions that unresolved calls may reach (cg_dead).
 * Entry points themselves are always chosen, so that there is a root for what is measured.
 */
#ifndef LIBCG_INSTRUMENT_H
#define LIBCG_INSTRUMENT_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/model.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Why a function was chosen. */
enum cg_chosen_why {
    CG_CHOSEN_ENTRY, /**< the program begins there */
    CG_CHOSEN_SUM,   /**< `value` is the sum over it and what it reaches, `limit` the threshold */
    CG_CHOSEN_HOT,   /**< `value` is its inclusive share of the run, `limit` the least one */
    CG_CHOSEN_FRONTIER, /**< the hot function `because` calls it and it was not measured; `value` is
                             its sum, more than `limit` */
    CG_CHOSEN_PATH,     /**< `value` calls lead from it to a function of the set */
    CG_CHOSEN_DEPTH,    /**< `value` calls lead from an entry point to it; `limit` is the most */
    CG_CHOSEN_COARSE,   /**< it is no inner function of a chain of calls */
    CG_CHOSEN_COVER,    /**< `value` is its exclusive share of the run, `cost` the share that its
                             probes take */
    CG_CHOSEN_EXPLORE,  /**< it was not measured; `value` is its sum, `cost` as above */
    CG_CHOSEN_KEPT,     /**< cg_choice_keep */
    CG_CHOSEN_IMBALANCE,  /**< `value` is its imbalance, `limit` the least one */
    CG_CHOSEN_WAY,        /**< on a shortest chain of calls from an entry point to `because` */
    CG_CHOSEN_MODEL,      /**< `value` is the share of the run that its model predicts, `limit` the
                               least one */
    CG_CHOSEN_ALLOCATION, /**< it allocates memory that may reach the set; after `value` returns the
                               program is in `because`, which then calls a function of the set */
};

/** @return a word for a reason: "entry", "sum", "hot", "frontier", "way", "path", "depth",
 *          "coarse", "cover", "explore", "kept", "imbalance", "model",
 *          "allocation" */
CG_API const char *cg_chosen_why_name(enum cg_chosen_why why);

/** A chosen function. Numbers that its reason does not have are 0. */
struct cg_chosen {
    cg_node node;
    enum cg_chosen_why why;
    double value;
    double limit;
    double cost;
    cg_node because; /**< CG_NONE: no function */
};

/** A set of functions with reasons. */
struct cg_choice;

/** @return the number of chosen functions */
CG_API size_t cg_choice_count(const struct cg_choice *choice);

/** @return chosen function number i in order of node, borrowed; NULL past the last. O(1). */
CG_API const struct cg_chosen *cg_choice_at(const struct cg_choice *choice, size_t i);

/** @return whether a function is chosen. O(log n). */
CG_API bool cg_choice_has(const struct cg_choice *choice, cg_node node);

/** Release. NULL is allowed. */
CG_API void cg_choice_free(struct cg_choice *choice);

/** Add what another choice has; a function in both keeps its reason. @return CG_OK or CG_E_MEMORY.
 *  O(n log n). */
CG_API int cg_choice_unite(struct cg_choice *choice, const struct cg_choice *other,
                           struct cg_error *error);

/** Remove all functions that are not in a set. @param set by node */
CG_API void cg_choice_retain(struct cg_choice *choice, const bool *set);

/** Add the functions of a set, as CG_CHOSEN_KEPT, whether or not they can be instrumented.
 *  @param set by node @param nodes their number @return CG_OK or CG_E_MEMORY. O(n log n). */
CG_API int cg_choice_keep(struct cg_choice *choice, const bool *set, uint32_t nodes,
                          struct cg_error *error);

/**
 * Find the functions that compilers put probes into: those with a body in no system header that are
 * neither always inlined, nor made by the compiler for initialisation (`_GLOBAL__...`), nor have
 * the attribute no_instrument_function or no_profile_instrument_function.
 *
 * @param set array of cg_graph_node_count: receives whether each is one
 */
CG_API void cg_instrumentable(bool *set, const struct cg_graph *graph);

/** What all strategies that begin at entry points take. Initialise with CG_CHOOSE_OPTIONS_INIT. */
struct cg_choose_options {
    unsigned version; /**< CG_CHOOSE_OPTIONS_VERSION */
    /** Where the program begins; none: cg_graph_entries. */
    struct cg_function_set entries;
    /** Also choose among functions that only unresolved calls may reach. */
    bool beyond;
    /** A number among the metadata of functions, as cg_metadata_at takes it, that says how much a
     *  function does; NULL: "numStatements". */
    const char *key;
    /** The metric of the profile, as in cg_measured; NULL: cg_measured_metric. */
    const char *metric;
};
#define CG_CHOOSE_OPTIONS_VERSION 1u
#define CG_CHOOSE_OPTIONS_INIT {CG_CHOOSE_OPTIONS_VERSION, {NULL, 0}, false, NULL, NULL}

/** How a threshold is given. */
enum cg_threshold_kind {
    CG_THRESHOLD_VALUE,         /**< `number` itself */
    CG_THRESHOLD_MEDIAN,        /**< the lower median of the sums of all candidates */
    CG_THRESHOLD_UNIQUE_MEDIAN, /**< the lower median of the distinct sums */
    CG_THRESHOLD_QUANTILE,      /**< the least sum that `number` of all, from 0 to 1, do not exceed
                                 */
};

/** A threshold. */
struct cg_threshold {
    enum cg_threshold_kind kind;
    double number;
};

/**
 * Statement aggregation: choose functions whose sum over all they reach (cg_inclusive_sums) is at
 * least a threshold.
 *
 * J.-P. Lehr, A. Calotoiu, C. Bischof, F. Wolf, "Automatic Instrumentation Refinement for Empirical
 * Performance Modeling", ProTools 2019. Sums are of sets, so functions that two paths reach count
 * once.
 *
 * @param out       release with cg_choice_free
 * @param graph     frozen
 * @param threshold quantiles and medians are of the functions that can be instrumented and reached
 * @param options   may be NULL
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (a threshold that is no number or no such quantile, or
 *         sums that are not finite), or CG_E_MEMORY. As cg_inclusive_sums, plus n log n.
 */
CG_API int cg_choose_statements(struct cg_choice **out, const struct cg_graph *graph,
                                const struct cg_threshold *threshold,
                                const struct cg_choose_options *options, struct cg_error *error);

/**
 * Hot-spot refinement of a measured graph (cg_validation_annotate): choose
 *
 * - hot functions: measured ones whose inclusive value is at least a share of the run;
 * - the frontier: functions that hot ones call and that were not measured, if their sum is more
 *   than 0.3 * (largest sum of the callees of the hot function / number of its callees that have a
 *   sum). The next run measures them.
 *
 * As PIRA does, whose thresholds are 0.25 and 0.5.
 *
 * @param share from 0 to 1: the least inclusive share of a hot function
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT (the graph has no such measurements) or
 *         CG_E_MEMORY. As cg_inclusive_sums.
 */
CG_API int cg_choose_hot(struct cg_choice **out, const struct cg_graph *graph, double share,
                         const struct cg_choose_options *options, struct cg_error *error);

/**
 * Thin out chains: of a set, choose all but functions that are called by one function only, which
 * is of the set too and calls no other of the set. What such a function costs is nearly what its
 * caller costs.
 *
 * @param set    by node; NULL: all that can be instrumented and are reached
 * @param vital  by node: never left out; NULL: none
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_choose_coarse(struct cg_choice **out, const struct cg_graph *graph, const bool *set,
                            const bool *vital, const struct cg_choose_options *options,
                            struct cg_error *error);

/**
 * Choose functions that the fewest calls lead to: at most `depth` from an entry point. Functions
 * that only unresolved calls may reach have no depth and are not chosen.
 *
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_choose_minimal_depth(struct cg_choice **out, const struct cg_graph *graph,
                                   uint32_t depth, const struct cg_choose_options *options,
                                   struct cg_error *error);

/**
 * Choose all functions on paths from the entry points to a set. With `beyond`, also those on paths
 * to functions whose unresolved calls may call something.
 *
 * @param to where paths lead
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_choose_paths(struct cg_choice **out, const struct cg_graph *graph,
                           const struct cg_function_set *to,
                           const struct cg_choose_options *options, struct cg_error *error);

/** What a probe costs, and the run. Initialise with CG_PROBE_INIT. */
struct cg_probe {
    unsigned version; /**< CG_PROBE_VERSION */
    double seconds;   /**< for each call: entering and leaving together */
    double run; /**< seconds that the program runs; 0: as the metric "time" of the graph says */
};
#define CG_PROBE_VERSION 1u
/** Two time stamps and a record, as measured for XRay's flight recorder (0.22 us) and uftrace
 *  (0.35 us). Probes that only count take 2 ns. */
#define CG_PROBE_INIT {CG_PROBE_VERSION, 200e-9, 0}

/**
 * Find how often functions are called. Where a run counted, that is the number. Elsewhere it is
 * estimated: the sum over the callers of their own number times the calls for each run of the
 * caller (cg_estimated_calls; else 100 for each loop around a call site). A circle of calls counts
 * as a loop. An entry point is called once, and so is what no known call reaches.
 *
 * @param counts    array of cg_graph_node_count: receives the numbers, at most 1e18
 * @param estimated array likewise: receives whether it is an estimate; may be NULL
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(nodes + edges), plus for each caller the number of
 *         its callees times the length of its metadata.
 */
CG_API int cg_call_counts(double *counts, bool *estimated, const struct cg_graph *graph,
                          struct cg_error *error);

/**
 * Find how often functions can be called at most in a run, as far as their calls say: the sum over
 * the callers of their own bound times the number of their call sites. INFINITY where a loop is
 * around a call or nobody knows whether one is, in circles of calls, for functions whose address is
 * taken, and for those that code without bodies or unresolved calls may call. Loops of goto are not
 * seen.
 *
 * @param most    array of cg_graph_node_count: receives the bounds; 0: no entry point leads there
 * @param entries where the program begins, each once
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. As cg_call_counts.
 */
CG_API int cg_call_bounds(double *most, const struct cg_graph *graph,
                          const struct cg_function_set *entries, struct cg_error *error);

/** What measuring a choice takes, and shows. */
struct cg_prediction;

/**
 * Predict what measuring a choice takes.
 *
 * @param out    written on success; release it with cg_prediction_free
 * @param choice NULL: nothing; only the run is looked at
 * @param probe  NULL: CG_PROBE_INIT
 * @param metric as in struct cg_choose_options
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. As cg_call_counts.
 */
CG_API int cg_predict(struct cg_prediction **out, const struct cg_graph *graph,
                      const struct cg_choice *choice, const struct cg_probe *probe,
                      const char *metric, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_prediction_free(struct cg_prediction *prediction);

/** @return seconds of the run without probes; 0: unknown. */
CG_API double cg_prediction_run(const struct cg_prediction *prediction);

/** @return seconds that the probes take. */
CG_API double cg_prediction_overhead(const struct cg_prediction *prediction);

/** @return seconds of the overhead that rest on estimated counts.
 *  @param functions receives the number of chosen functions whose count is an estimate; may be
 *                   NULL */
CG_API double cg_prediction_estimated(const struct cg_prediction *prediction, uint32_t *functions);

/** @return the share of the exclusive values of the run that is of chosen functions. */
CG_API double cg_prediction_covered(const struct cg_prediction *prediction);

/** @return the metric of these values, borrowed from the graph or the argument; NULL: the graph has
 * no measurements. */
CG_API const char *cg_prediction_metric(const struct cg_prediction *prediction);

/**
 * Choose what shows most of a run for a given overhead: calls times cost of the probe.
 *
 * Three tenths of the budget are for functions that were not measured and that measured ones call:
 * those with the greatest sum for their cost. The rest, and what of that is left, is for measured
 * functions: those with the greatest exclusive value for their cost. Functions with an estimated
 * count that compilers may inline, or that are recursive, are taken to cost 100 times as much. If
 * one function alone covers more than all that fit in this order, it is chosen instead; so the
 * measured part covers at least half of what any choice within that budget does.
 *
 * @param budget share of the run that probes may take, such as 0.05
 * @param probe  NULL: CG_PROBE_INIT
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (the length of the run is not known, or the budget is no
 *         number from 0), CG_E_FORMAT (the graph has no measurements) or CG_E_MEMORY. As
 *         cg_call_counts and cg_inclusive_sums, plus n log n.
 */
CG_API int cg_choose_budget(struct cg_choice **out, const struct cg_graph *graph, double budget,
                            const struct cg_probe *probe, const struct cg_choose_options *options,
                            struct cg_error *error);

/** What is an imbalance. Initialise with CG_IMBALANCE_INIT. */
struct cg_imbalance {
    unsigned version; /**< CG_IMBALANCE_VERSION */
    double imbalance; /**< least one, from 0 to 1 */
    double share;     /**< least inclusive share of the run */
};
#define CG_IMBALANCE_VERSION 1u
#define CG_IMBALANCE_INIT {CG_IMBALANCE_VERSION, 0.05, 0.02}

/**
 * Choose functions in which the locations of a run (processes, threads) differ, and the functions
 * on a shortest chain of known calls from an entry point to each.
 *
 * The imbalance of a function is (max - mean) / max * n / (n - 1) of its values at the n locations:
 * 0 if all have the same, 1 if one has everything. A location that never enters the function has
 * the value 0. Where the graph only has bounds of the maximum (cg_measured), it is an upper bound.
 *
 * @param least NULL: CG_IMBALANCE_INIT
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (a number below 0), CG_E_FORMAT (the graph has no such
 *         measurements) or CG_E_MEMORY. O(metadata + edges).
 */
CG_API int cg_choose_imbalance(struct cg_choice **out, const struct cg_graph *graph,
                               const struct cg_imbalance *least,
                               const struct cg_choose_options *options, struct cg_error *error);

/** A run at a scale, as numbers of functions: 0 for what did not run. */
struct cg_scaled_run {
    double at[CG_MODEL_PARAMETERS]; /**< as in cg_model_point */
    const double *inclusive;        /**< by node */
    const double *exclusive;        /**< by node */
    double whole; /**< value of the run: the exclusive values, and those of other code */
};

/** Runs of one program at several scales. */
struct cg_scaled_runs {
    const struct cg_scaled_run *runs;
    size_t count;
    unsigned parameters; /**< 1 or 2 */
    const double *at;    /**< the scale to predict; NULL: as cg_model_next_scale */
};

/**
 * Choose functions that will matter at a scale that nobody has run: those whose model
 * (cg_model_fit) predicts at least a share of the run. The run there is the sum of what the models
 * of all exclusive values predict, or the greatest inclusive prediction if that is more. What no
 * run entered is not chosen.
 *
 * @param share least predicted inclusive share, from 0 to 1
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (a share that is none, too few scales, see
 *         cg_model_fit), or CG_E_MEMORY. O(nodes + edges), plus a model for each function that ran.
 */
CG_API int cg_choose_model(struct cg_choice **out, const struct cg_graph *graph,
                           const struct cg_scaled_runs *runs, double share,
                           const struct cg_choose_options *options, struct cg_error *error);

/** Calls of an allocator by a function whose memory may reach a call of a set. */
struct cg_allocation {
    cg_edge edge;     /**< the calls: from the function that allocates to the allocator */
    uint32_t returns; /**< least number of returns until SET can be called: 0, the function itself
                           can call it */
    uint32_t calls;   /**< of `where`: least number of calls from there to a function of SET; 0: it
                           is one */
    cg_node where;    /**< the function then; of several at that distance the first by name;
                           CG_NONE: only unresolved calls lead on */
};

/** What is an allocation that matters. Initialise with CG_ALLOCATIONS_INIT, then set `to`. */
struct cg_allocations {
    unsigned version;          /**< CG_ALLOCATIONS_VERSION */
    struct cg_function_set to; /**< the set */
    const bool *allocators;    /**< by node; NULL: cg_allocators */
    uint32_t returns;          /**< most returns; CG_NONE: any number */
};
#define CG_ALLOCATIONS_VERSION 1u
#define CG_ALLOCATIONS_INIT {CG_ALLOCATIONS_VERSION, {NULL, 0}, NULL, CG_NONE}

/** Find the functions of C, C++ and POSIX that allocate memory: malloc, calloc, realloc, operator
 *  new and their relatives. @param set array of cg_graph_node_count: receives whether each is one
 */
CG_API void cg_allocators(bool *set, const struct cg_graph *graph);

/**
 * List the calls of allocators whose memory may reach a call of a set of functions, as far as calls
 * say. The graph does not say where pointers go. So memory that a function allocates is taken to
 * reach a function of the set if
 *
 * - the function, by whatever chain of known calls, calls one of the set, or
 * - after returning to a caller, and to its caller, and so on, the program is in a function that by
 *   a chain of known calls calls one of the set.
 *
 * The order of calls within a function counts for nothing, and memory that is kept in variables
 * comes no farther than what is returned. Without a bound on the number of returns that is all that
 * main leads to, if main leads to the set.
 *
 * With `beyond`, an unresolved call may call a function of the set, and functions whose address is
 * taken may return to a function with an unresolved call, if there is one. Code that was not
 * collected is taken to call nothing of the set.
 *
 * @param out     receives an array in order of edges, to be released with free
 * @param options may be NULL; functions that are not reached from its entry points allocate nothing
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_allocations(struct cg_allocation **out, size_t *count, const struct cg_graph *graph,
                          const struct cg_allocations *about,
                          const struct cg_choose_options *options, struct cg_error *error);

/** Choose the functions that make such calls and can be instrumented: as cg_allocations. */
CG_API int cg_choose_allocations(struct cg_choice **out, const struct cg_graph *graph,
                                 const struct cg_allocations *about,
                                 const struct cg_choose_options *options, struct cg_error *error);

/** @return the metric of a measured graph that says most of time: "time", "samples", "weight",
 *          "Ir", "Cycles", the first that any function has; NULL: none. O(metadata). */
CG_API const char *cg_measured_metric(const struct cg_graph *graph);

#ifdef __cplusplus
}
#endif

#endif
