/*
 * The verb instrument: choosing which functions to measure.
 */
#ifndef CGQUERY_VERBS_INSTRUMENT_INSTRUMENT_H
#define CGQUERY_VERBS_INSTRUMENT_INSTRUMENT_H

#include "core/cgquery.h"

#include <libcg/instrument.h>

/** What was chosen. */
struct instrumentation {
    struct query *query;
    GPtrArray *strategies; /**< as they were applied: "statements:unique-median" */
    struct cg_choose_options options;
    struct cg_probe probe;
    GArray *entries;     /**< of cg_node: those of --entry */
    GArray *allocations; /**< of struct cg_allocation: those of the strategy allocations */
    size_t *more;        /**< how many there are besides if unresolved calls lead on; of 1 */
    GString *scale;      /**< that the strategy model predicts: "p=1024" */
    struct cg_choice *choice;
    struct cg_prediction *prediction; /**< owned */
    const char *key;                  /**< of sums */
    uint32_t possible;                /**< functions that can be instrumented */
    uint32_t beyond; /**< of these, how many only unresolved calls may reach; 0: not asked */
    bool report;     /**< --unresolved=report */
};

/* choice_strategies.c */

/** Apply the strategies, or the default one. @return CLI_OK, or CLI_TROUBLE after reporting an
 *  error */
int strategies_apply(struct instrumentation *instrumentation);

/* allocations.c */

/** Choose by the strategy allocations, and list the allocations. @param set where memory goes
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int instrument_allocations(struct cg_choice **out, const struct instrumentation *instrumentation,
                           const char *set);

/* Answers. */

void instrument_print_text(const struct instrumentation *instrumentation);
void instrument_print_json(FILE *out, const struct instrumentation *instrumentation);

/** The chosen functions in canonical order: an array of const struct cg_chosen *, to release with
 *  g_ptr_array_unref. */
GPtrArray *instrument_sorted(const struct instrumentation *instrumentation);

/** Write what --for wants, to the file of --output or standard output, and say what the tool cannot
 *  do. @return CLI_OK, or CLI_TROUBLE after reporting an error */
int instrument_write_filter(const struct instrumentation *instrumentation);

/** The line that sums up: "4 of 31 functions; ...". Release with g_free. */
char *instrument_summary(const struct instrumentation *instrumentation);

#endif
