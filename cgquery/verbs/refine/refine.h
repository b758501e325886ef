/*
 * The verb refine: run, analyse, choose anew, until the overhead is within the budget.
 */
#ifndef CGQUERY_VERBS_REFINE_REFINE_H
#define CGQUERY_VERBS_REFINE_REFINE_H

#include "core/cgquery.h"
#include "verbs/refine/mix.h"

#include <libcg/instrument.h>

#define FLAVORS_MOST 16

/** What a run took, in seconds. */
struct took {
    double cpu;  /**< of its processes, user and system */
    double wall; /**< that passed */
};

/** What runs took, in their order until a median has sorted them. */
struct times {
    GArray *cpu;  /**< of double: took.cpu */
    GArray *wall; /**< likewise */
};

/** A way to run the program, with its times. */
struct flavor {
    char *name;     /**< "vanilla", "selected", or as --flavor has it */
    char *command;  /**< for sh -c */
    char *counting; /**< likewise, with callgrind; NULL: unknown */
    bool failed;
    bool may_fail; /**< if it cannot run here, the others do without it */
    struct times times;
    struct mix mix; /**< with --mix */
};

/** A function that a selection has and the one before has not, or the other way round. */
struct change {
    cg_node node;
    bool came;
    char *why; /**< for people */
};

/** A selection, and how it ran. */
struct iteration {
    unsigned number;
    char *directory; /**< its files */
    bool *set;       /**< by node */
    size_t functions;
    struct times vanilla, selected;
    double vanilla_median, selected_median; /**< of the times that are compared */
    double p;                               /**< that both are of one distribution: rank_test */
    double overhead;                        /**< selected_median / vanilla_median - 1 */
    double overhead_least, overhead_most;   /**< the same with the fastest and the slowest run */
    double startup;   /**< part of the overhead: refining.startup / vanilla_median */
    double predicted; /**< share of the run that its probes were to take; NAN: nobody knew */
    double covered;   /**< share of the exclusive values of the run; NAN: there is no profile */
    double visits;    /**< of chosen functions: calls that were recorded */
    GArray *changes;  /**< of struct change: against the iteration before */
    bool *hot; /**< by node: chosen, with at least HOT of the run; NULL: there is no profile */
};

/** A run with all probes, which counts the calls of all functions. */
struct census {
    struct query graph; /**< that of the query, with the profile attached; graph.graph is NULL
                             without such a run */
    struct took took;
    double visits; /**< calls that were recorded */
    double probes; /**< share of what it took that was for probes */
};

/** The whole. */
struct refining {
    struct query *query;
    const char *directory;
    char *log;        /**< path: what the commands print */
    char *vanilla;    /**< command */
    char *empty;      /**< with probes that nothing records; NULL: that is `vanilla`, or unknown */
    char *run;        /**< command with probes */
    char *count;      /**< with all probes, leaves $CG_PROFILE */
    char *recorder;   /**< cgrecord, for sh; NULL: --run says how to run with probes */
    const char *tool; /**< that the filters are for; NULL: names */
    double budget;    /**< a share */
    unsigned iterations_most, repetitions;
    GRand *random;
    guint32 seed;
    struct cg_choose_options options;
    GArray *entries;       /**< of cg_node */
    struct cg_probe probe; /**< seconds: as given, then as measured */
    bool measured_probe;
    double
        startup; /**< seconds that the program with probes takes more with the entry points alone */
    double base; /**< least seconds that the program took without probes so far */
    struct census census;
    bool *banned;          /**< by node: it cost more than it showed */
    GPtrArray *flavors;    /**< of struct flavor *: those of --flavor, and with --study of all */
    GPtrArray *iterations; /**< of struct iteration * */
    const char *ended;     /**< why */
    unsigned best; /**< number of the iteration to use: the last one within the budget, else the one
                        with the least overhead */
};

/* run_commands.c */

/** Run a command with the variables of an iteration, and note what it took.
 *  @param iteration NULL: none @param took receives it; NULL: it is not timed
 *  @return CLI_OK, or CLI_TROUBLE after reporting that it failed */
int refine_run(const struct refining *refining, const char *flavor, const char *command,
               const struct iteration *iteration, struct took *took);

/** Run all flavors as often as --repetitions says, in random order.
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int refine_run_shuffled(struct refining *refining, struct flavor *const *flavors, size_t count,
                        const struct iteration *iteration);

/* times.c */

struct times refine_times_new(void);
void refine_times_free(struct times *times);
void refine_times_add(struct times *times, const struct took *took);

/** Those that overhead is computed from: CPU times, or with --wall-time the others. Borrowed. */
GArray *refine_compared(const struct refining *refining, const struct times *times);
/** The same of one run. */
double refine_compared_time(const struct refining *refining, const struct took *took);
/** "CPU time" or "wall time": which they are. */
const char *refine_compared_name(const struct refining *refining);
/** Their median. Sorts them, and is NAN if there are none. */
double refine_median(const struct refining *refining, const struct times *times);
/** The least of them, NAN if there are none. What others do on the machine only lengthens times, so
 *  of few runs the least says best what a program needs. */
double refine_least_time(const struct refining *refining, const struct times *times);
/** The probability that two are of one distribution: rank_test. */
double refine_p(const struct refining *refining, const struct times *a, const struct times *b);

/* iteration.c */

/** An iteration with nothing chosen. @param name of its directory; NULL: by its number */
struct iteration *refine_iteration_new(const struct refining *refining, const char *name);
void refine_iteration_free(struct iteration *iteration);

/** Choose a function. */
void refine_iteration_add(struct iteration *iteration, cg_node node);

/** Say which functions a list of names cannot hold, if filters are such lists. */
void refine_note_unnamed(const struct refining *refining);

/** Write its filter, and prepare its directory. @return CLI_OK or CLI_TROUBLE, reported */
int refine_write_filter(const struct refining *refining, const struct iteration *iteration);

/* analyse.c */

/** Attach the profile that an iteration left to the graph.
 *  @param out release with query_close @param visits receives how many calls were recorded
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int refine_attach(struct query *out, double *visits, const struct refining *refining,
                  const struct iteration *iteration);

/** Find what an iteration covers. @param measured its own graph; one with all functions is better
 */
void refine_cover(const struct refining *refining, struct iteration *iteration,
                  const struct query *measured);

/** Run once with all probes: how often functions are called, and what a probe takes.
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int refine_count(struct refining *refining);

/* choose.c */

/** A selection of the entry points alone, for the start-up of probes and their recorder. */
struct iteration *refine_least(struct refining *refining);

/** The first selection, from the graph alone: of the strategy statements those functions that
 *  cannot be called so often that it costs more than the budget.
 *  @return NULL after reporting an error */
struct iteration *refine_first(struct refining *refining);

/** The selection after one. @param measured the graph with its profile @return NULL after reporting
 *  an error */
struct iteration *refine_next(struct refining *refining, const struct iteration *before,
                              struct query *measured);

/* Answers. */

void refine_print_text(const struct refining *refining);
void refine_print_json(FILE *out, const struct refining *refining);
/** Write report.md, refine.json and plots to the directory. @return CLI_OK or CLI_TROUBLE, reported
 */
int refine_report(const struct refining *refining);

#endif
