/*
 * Statistics of values over locations.
 */
#ifndef PROFILE_STATISTICS_H
#define PROFILE_STATISTICS_H

#include <libcg/profile.h>

/**
 * Statistics of a few values; all other locations have 0.
 *
 * @param places by value: its location, ascending
 * @param total  number of locations, at least `count`
 */
void statistics_of_some(struct cg_statistics *out, const struct cg_metric *metric,
                        const double *values, const uint32_t *places, uint32_t count,
                        uint32_t total);

/**
 * Unite statistics of the locations of one profile with those of another.
 *
 * @param a       in and out; the other's locations follow its own
 * @param a_count its locations
 * @param b       NULL: 0 at each of the other's locations
 */
void statistics_unite(struct cg_statistics *a, uint32_t a_count, const struct cg_statistics *b,
                      uint32_t b_count, enum cg_metric_fold fold);

#endif
