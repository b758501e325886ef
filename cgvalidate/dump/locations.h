/*
 * Sums of metrics for each process and thread, collected while profiles are read; the profile
 * itself keeps only statistics over all of them.
 */
#ifndef CGVALIDATE_DUMP_LOCATIONS_H
#define CGVALIDATE_DUMP_LOCATIONS_H

#include <glib.h>
#include <libcg/profile.h>

struct locations;

/**
 * The factor of a path's measured value in the sum over all paths. Of inclusive values only those
 * of roots count. The cost of a call of a fragment (CG_CONTEXT_CALL) is counted at the callee.
 *
 * @return 1, 0 or -1; 0 if the metric cannot be summed
 */
int path_share(const struct cg_profile *profile, const struct cg_metric *metric,
               cg_call_context path);

/** Start empty. Release with locations_free. */
struct locations *locations_new(void);
void locations_free(struct locations *locations);

/** Add the values of a path. */
void locations_add(struct locations *locations, const struct cg_profile *profile,
                   const struct cg_profile_row *row);

/** End a profile; the next values belong to the following one. */
void locations_next(struct locations *locations, const struct cg_profile *profile);

/**
 * Sums of a metric over all paths, by location.
 *
 * @param count receives the number of locations
 * @return borrowed; NULL if the values of each location are unknown
 */
const double *locations_sums(const struct locations *locations, const char *metric,
                             uint32_t *count);

#endif
