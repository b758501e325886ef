/*
 * Runs of one program at several scales, as --parameter and --at name them.
 */
#ifndef CGQUERY_RUNS_RUN_SCALES_H
#define CGQUERY_RUNS_RUN_SCALES_H

#include "core/cgquery.h"

#include <libcg/model.h>
#include <libcg/profile.h>

/** Runs. */
struct scales {
    unsigned parameters; /**< 0: no --parameter */
    char *names[CG_MODEL_PARAMETERS];
    size_t count;
    struct cg_model_point *at; /**< by run; values are 0 */
    char **paths;              /**< by run */
    struct cg_profile **profiles;
    uint32_t *metrics; /**< by run: number of the metric in its profile */
    const char *metric;
    const char *unit;                      /**< of the metric; NULL: it is a count */
    double predicted[CG_MODEL_PARAMETERS]; /**< the scale to predict */
};

/** Read what the options name. @param out release with scales_clear in either case
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int scales_read(struct scales *out, struct query *query);

void scales_clear(struct scales *scales);

/** "p=1024, n=8". Release with g_free. */
char *scales_text(const struct scales *scales, const double *at);

#endif
