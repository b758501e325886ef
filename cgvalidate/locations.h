/*
 * Sums of metrics at each process and thread, collected while profiles are read: the profile itself
 * keeps statistics over all of them alone.
 */
#ifndef CGVALIDATE_LOCATIONS_H
#define CGVALIDATE_LOCATIONS_H

#include <glib.h>
#include <libcg/profile.h>

struct locations;

/**
 * How often the value of a path as measured counts in the sum over all paths: where values are with
 * what is called, those of roots do; what a call of a piece (CG_PATH_CALL) cost is at the callee.
 *
 * @return 1, 0 or -1; 0 for what does not add up
 */
int path_share(const struct cg_profile *profile, const struct cg_metric *metric, cg_path path);

/** Nothing collected. Release with locations_free. */
struct locations *locations_new(void);
void locations_free(struct locations *locations);

/** Add the values of a path. */
void locations_add(struct locations *locations, const struct cg_profile *profile,
                   const struct cg_profile_row *row);

/** A profile has been read: those of the next follow. */
void locations_next(struct locations *locations, const struct cg_profile *profile);

/**
 * Sums of a metric over all paths, by location.
 *
 * @param count receives how many there are
 * @return borrowed; NULL when not known for each location
 */
const double *locations_sums(const struct locations *locations, const char *metric,
                             uint32_t *count);

#endif
