/*
 * Building a profile: shared by the readers of all formats.
 *
 * Existing strings, frames and paths are found again, so readers just pass what they read. The
 * first failure (memory, a limit) is recorded in the caller's error and in `status`; after it
 * functions do nothing and return BUILDER_NONE, so a reader only needs to check now and then.
 */
#ifndef PROFILE_BUILDER_H
#define PROFILE_BUILDER_H

#include "profile/profile.h"
#include "profile/statistics.h"

/** No string, frame, path, metric or location. */
#define BUILDER_NONE UINT32_MAX

/** A path at a location, with a value of each metric. */
struct builder_cell_key {
    cg_call_context path;
    uint32_t location;
};

/** Values of one metric. */
struct builder_values {
    double *amounts; /**< by cell */
    size_t capacity;
    uint32_t count; /**< cells after these have none */
};

struct builder {
    struct cg_profile *profile;
    struct cg_error *error;
    int status;
    struct builder_cell_key *cells;
    size_t cell_capacity;
    uint32_t cell_count;
    uint32_t *newest; /**< by path: the last cell used + 1; 0: there is none */
    size_t newest_capacity;
    size_t newest_count;
    uint32_t last_location;        /**< the greatest of all cells, as long as they are in order */
    bool mixed;                    /**< locations came out of order: there is a table */
    struct cg_table cell_table;    /**< by path and location */
    struct builder_values *values; /**< by metric */
    size_t value_capacity;
    cg_call_context last_path; /**< the last one used */
};

/** Set up around a new, empty profile. @return CG_OK or CG_E_MEMORY; release in either case. */
int builder_init(struct builder *b, const char *format, struct cg_error *error);

/** Release; also the profile, unless builder_finish returned it. */
void builder_free(struct builder *b);

/** Number of a string, for the functions below. Bytes that are not UTF-8, and zero bytes, become
 *  U+FFFD. */
uint32_t builder_string(struct builder *b, const char *bytes, size_t length);
/** As builder_string, of a terminated one; NULL is BUILDER_NONE. */
uint32_t builder_text(struct builder *b, const char *text);

/** The tool that recorded the profile. */
void builder_set_creator(struct builder *b, const char *bytes, size_t length);
/** Add to what cg_profile_note_at returns, unless it is there. @param text a string, or
 * BUILDER_NONE. O(notes) */
void builder_note(struct builder *b, uint32_t text);
/** The results of cg_profile_is_sampled and cg_profile_loses_tail_callers; both false at first. */
void builder_set_sampled(struct builder *b, bool sampled);
void builder_set_loses_tail_callers(struct builder *b, bool loses);

/** A frame; strings by number, BUILDER_NONE if unknown. Start with BUILDER_FRAME_INIT. */
cg_frame builder_frame(struct builder *b, const struct profile_frame *frame);

/**
 * A path. Parent CG_NO_CONTEXT: a root.
 *
 * @param site_file string, or BUILDER_NONE
 * @param flags     set of enum cg_call_context_flags; paths that differ in anything are distinct
 */
cg_call_context builder_path(struct builder *b, cg_call_context parent, cg_frame frame,
                             uint32_t site_file, uint32_t site_line, unsigned flags);

/** A metric, by its name: an existing one, or a new one. Strings are copied; `measured` is
 *  computed; the unit of visits and samples is "occ". */
uint32_t builder_metric(struct builder *b, const struct cg_metric *metric);

/** Mark a metric as not integral after all. */
void builder_set_fractional(struct builder *b, uint32_t metric);

/** CG_METRIC_VISITS, the same in all readers. */
uint32_t builder_visits(struct builder *b);

/** CG_METRIC_TIME, in seconds. */
uint32_t builder_time(struct builder *b, enum cg_metric_kind kind);

/** A new location; strings are copied. A profile without locations gets one. */
uint32_t builder_location(struct builder *b, const struct cg_location *location);

/** Add to the value of a metric on a path at a location, according to the metric's fold. Whole
 *  numbers up to 2^53 are exact. */
void builder_add(struct builder *b, uint32_t location, cg_call_context path, uint32_t metric,
                 double amount);

/** Set statistics of a metric on a path, for readers that have them; a metric has either these or
 *  added values. Other paths have 0 everywhere. */
void builder_set(struct builder *b, uint32_t metric, cg_call_context path,
                 const struct cg_statistics *statistics);

/** Finish: compute statistics of added values, and sums along paths. Also calls `row` for profiles
 *  with one location. @return CG_OK or the first failure */
int builder_finish(struct builder *b, struct cg_profile **out,
                   const struct cg_profile_options *options);

#endif
