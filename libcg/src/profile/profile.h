/*
 * The storage of a profile: interned strings, frames and paths numbered in order of appearance,
 * metrics as arrays by path.
 */
#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include "base/pool.h"
#include "base/table.h"

#include <libcg/profile.h>

/** Most frames, paths, metrics and locations. */
#define PROFILE_LIMIT_FRAMES (1u << 27)
#define PROFILE_LIMIT_PATHS (1u << 26)
#define PROFILE_LIMIT_METRICS 65536u
#define PROFILE_LIMIT_LOCATIONS (1u << 26)
#define PROFILE_LIMIT_NOTES 4096u

/** A frame; strings by number, CG_NO_STRING if unknown. */
struct profile_frame {
    uint32_t name;
    uint32_t linkage_name;
    uint32_t file;
    uint32_t object;
    uint32_t group;
    uint32_t line;
    uint32_t kind; /**< enum cg_frame_kind */
};
#define BUILDER_FRAME_INIT                                                                         \
    {CG_NO_STRING, CG_NO_STRING, CG_NO_STRING, CG_NO_STRING, CG_NO_STRING, 0, CG_FRAME_FUNCTION}

struct profile_path {
    cg_call_context parent;
    cg_frame frame;
    uint32_t site_file;
    uint32_t site_line;
    uint32_t flags;
};

struct profile_metric {
    struct cg_metric public;          /**< strings are the pool's */
    struct cg_statistics *statistics; /**< by path; NULL: not measured */
    size_t statistic_capacity;
    uint32_t statistic_count; /**< paths after these have 0 */
    double *exclusive;        /**< by path, all of them; NULL: not measured */
    double *inclusive;
};

struct profile_location {
    uint32_t name;
    uint32_t group;
    uint64_t rank;
    uint64_t thread;
};

struct cg_profile {
    const char *format;
    uint32_t creator;
    bool sampled;
    bool loses_tail_callers;
    struct cg_pool strings;
    struct profile_frame *frames;
    size_t frame_capacity;
    uint32_t frame_count;
    struct cg_table frame_table;
    struct profile_path *paths;
    size_t path_capacity;
    uint32_t path_count;
    cg_call_context *first_children; /**< by path: the first one below it, or CG_NO_CONTEXT */
    size_t first_capacity;
    struct cg_table path_table; /**< of roots, and of paths that are not first children */
    struct profile_metric *metrics;
    size_t metric_capacity;
    uint32_t metric_count;
    uint32_t visits; /**< number of CG_METRIC_VISITS, UINT32_MAX: none */
    struct profile_location *locations;
    size_t location_capacity;
    uint32_t location_count;
    uint32_t *notes; /**< strings, no two equal */
    size_t note_capacity;
    uint32_t note_count;
};

/** The string of a number, NULL for CG_NO_STRING. */
const char *profile_string(const struct cg_profile *profile, uint32_t string);

/** Ensure that a metric has statistics for `count` paths, new ones 0. @return false when memory is
 *  exhausted */
bool profile_reserve_statistics(struct profile_metric *metric, uint32_t count);

/** The metric that shows how often a call was seen, if visits do not; UINT32_MAX: none. */
uint32_t profile_weight_metric(const struct cg_profile *profile);

/** Compute `exclusive` and `inclusive` of every metric. @return false when memory is exhausted */
bool profile_add_up(struct cg_profile *profile);

#endif
