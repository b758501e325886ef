/*
 * Recorded runs for tests: trees of calls of few functions at several locations.
 */
#ifndef TESTS_RECORDED_H
#define TESTS_RECORDED_H

#include "support.h"

#include <libcg/validate.h>

enum { MOST_RECORDED = 40, MOST_PLACES = 4, RECORDED_NAMES = 8 };

/** A run; a path's caller is less than it. */
struct recorded {
    uint32_t paths;
    uint32_t places;
    enum cg_metric_kind kind; /**< of the metric "time" */
    enum cg_metric_fold fold;
    uint32_t parent[MOST_RECORDED]; /**< CG_NO_CONTEXT: none */
    uint32_t name[MOST_RECORDED];   /**< number of the function */
    double visits[MOST_RECORDED][MOST_PLACES];
    double time[MOST_RECORDED][MOST_PLACES];
};

/** Name of a function: f0, f1, ... and some that are not as simple. */
const char *recorded_name(uint32_t number);

/** A run without meaning. No two paths are the same. */
void recorded_random(struct recorded *out, struct random *random);

/** What readers would make of it. Release with cg_profile_free. */
struct cg_profile *recorded_profile(const struct recorded *run);

/** Hold a graph against profiles, with the defaults. Release with cg_validation_free. */
struct cg_validation *validate(struct cg_graph *graph, struct cg_profile *const *profiles,
                               uint32_t count);

#endif
