/*
 * What is told of a validation, whatever the form: text (text.c), JSON (json.c), SARIF (sarif.c).
 */
#ifndef CGVALIDATE_REPORT_H
#define CGVALIDATE_REPORT_H

#include "baseline.h"
#include "cgvalidate.h"

#include <libcg/validate.h>

/** A validation and what it is of. */
struct report {
    const struct validate_settings *settings;
    const struct cg_graph *graph;
    const struct cg_profile *const *profiles; /**< in the order of settings->profiles */
    const struct cg_validation *validation;
    struct cg_validation_summary summary;
    const struct cli_baseline *baseline; /**< NULL: none */
    bool *known;                         /**< by call: in the baseline */
    uint64_t known_count;                /**< missing calls that are */
    uint64_t found_exact;   /**< missing calls that are not, and were not only sampled */
    uint64_t found_sampled; /**< those that were only sampled */
};

/** Set up; everything handed over is borrowed. `baseline` (may be NULL)
 *  meets all calls. */
void report_init(struct report *report, const struct validate_settings *settings,
                 const struct cg_graph *graph, const struct cg_profile *const *profiles,
                 const struct cg_validation *validation, struct cli_baseline *baseline);

/** Release. */
void report_clear(struct report *report);

/** @return whether a call is missing, by edge or node */
bool call_is_missing(const struct cg_checked_call *call);

/** What a group of missing calls is called: one line for people. */
const char *cause_title(enum cg_cause cause);
/** What it means, and what to do: one or two sentences. */
const char *cause_help(enum cg_cause cause);

/** Cause number i, from the one that is the worst for a graph to the one it tells itself. There
 *  are CG_CAUSE_COUNT. */
enum cg_cause cause_at(size_t i);

/** A name as it is shown: demangled unless --mangled, without control characters. Release with
 *  g_free. */
char *shown_name(const struct validate_settings *settings, const char *linkage_name);

/** The frames of the example of a call, outermost first. */
struct example {
    const struct cg_profile *profile;
    cg_path *paths; /**< by step */
    size_t count;
    size_t head;   /**< so many of the first ... */
    size_t tail;   /**< ... and last are shown; count when all are */
    size_t hidden; /**< what is between */
};

/** Find the example of a call; at most `most` of its frames are shown. Release with example_clear.
 *  O(length of the path) */
void example_find(struct example *out, const struct report *report,
                  const struct cg_checked_call *call, size_t most);
void example_clear(struct example *example);

/** Name of step i. Borrowed from the profile. */
const char *example_name(const struct example *example, size_t i);

/** Coverage of all files together; `file` is NULL. */
void coverage_total(struct cg_coverage *out, const struct report *report);

/** A percentage rounded down, "100" only when all, "<0.1" for what is next to nothing. Release with
 *  g_free. */
char *percent_text(uint64_t part, uint64_t whole);

#endif
