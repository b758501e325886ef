/*
 * The verb models: how functions or call paths grow with the scale of a run.
 */
#ifndef CGQUERY_VERBS_MODELS_MODELS_H
#define CGQUERY_VERBS_MODELS_MODELS_H

#include "runs/series.h"

/** The answer. */
struct models {
    struct query *query;
    struct scales scales;
    struct series_list list;
    GPtrArray *shown; /**< of struct series *, those of --include, greatest prediction first */
    guint most;       /**< how many of these to print */
};

/** What to show for one: a function as elsewhere, a path as it was recorded. Release with g_free.
 */
char *models_name(const struct models *models, const struct series *series);

/** Its share of the run that is predicted; NAN: the metric does not add up. */
double models_share(const struct models *models, const struct series *series);

/** The formula of its model. Release with g_free. */
char *models_formula(const struct models *models, const struct series *series);

void models_print_text(const struct models *models);
void models_print_json(const struct models *models);

/** Write a plot for each that is printed, to the directory of --plot. @return CLI_OK, or
 *  CLI_TROUBLE after reporting an error */
int models_plot(const struct models *models);

#endif
