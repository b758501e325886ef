/*
 * What functions, or call paths, took in runs at several scales, and models of that.
 */
#ifndef CGQUERY_RUNS_SERIES_H
#define CGQUERY_RUNS_SERIES_H

#include "runs/run_scales.h"

/** Values of one function or call path, by run. */
struct series {
    cg_node node; /**< CG_NONE: the graph has no such function; of a path the last function */
    char *name;   /**< as recorded; of a path the names from the root, with " > " between */
    double *values;
    struct cg_model model; /**< once fitted */
    double predicted;      /**< by the model, at the scale to predict */
};

/** Which values. */
enum series_of {
    SERIES_EXCLUSIVE,
    SERIES_INCLUSIVE,
};

/** Those of several runs. Values are means over the locations (processes, threads) of a run, or
 *  sums with --sum; a run that does not have the function counts 0. */
struct series_list {
    const struct scales *scales;
    enum series_of of;
    GPtrArray *series; /**< of struct series *, in order of the first run that has them */
    double *whole;     /**< by run: of all functions; NAN: the metric does not add up */
    double predicted;  /**< of the run, at the scale to predict: the sum of the exclusive values; of
                            inclusive values the model of the run, or the greatest prediction of a
                            function if that is more; NAN: as above */
};

/** Collect the values of functions. @param out release with series_clear in either case @return
 *  CLI_OK, or CLI_TROUBLE after reporting an error */
int series_of_functions(struct series_list *out, struct query *query, const struct scales *scales,
                        enum series_of of);

/** Likewise of call paths. */
int series_of_paths(struct series_list *out, struct query *query, const struct scales *scales,
                    enum series_of of);

/** Fit the models, and predict. @return CLI_OK, or CLI_TROUBLE after reporting that there are too
 *  few scales */
int series_fit(struct series_list *list);

void series_clear(struct series_list *list);

#endif
