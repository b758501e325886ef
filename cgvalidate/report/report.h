/*
 * What every report of a validation needs: text (report_text.c), JSON (report_json.c), SARIF
 * (sarif.c).
 */
#ifndef CGVALIDATE_REPORT_REPORT_H
#define CGVALIDATE_REPORT_REPORT_H

#include "report/baseline.h"
#include "settings/settings.h"

#include <libcg/validate.h>

/** A validation and its inputs. */
struct report {
    const struct validate_settings *settings;
    const struct cg_graph *graph;
    const struct cg_profile *const *profiles; /**< in the order of settings->profiles */
    const struct cg_validation *validation;
    const struct cg_validation_summary *summary;
    const struct cli_baseline *baseline; /**< NULL: none */
    bool *known;                         /**< by call: whether the baseline lists it */
    uint64_t known_count;                /**< missing calls in the baseline */
    uint64_t found_exact;                /**< other missing calls, seen in exact profiles */
    uint64_t found_sampled;              /**< other missing calls, seen only in samples */
};

/** Initialise a report that borrows all arguments. Looks up all calls in `baseline`, which may be
 *  NULL. */
void report_init(struct report *report, const struct validate_settings *settings,
                 const struct cg_graph *graph, const struct cg_profile *const *profiles,
                 const struct cg_validation *validation, struct cli_baseline *baseline);

/** Release. */
void report_clear(struct report *report);

/** @return whether a call is missing, by edge or node */
bool call_is_missing(const struct cg_checked_call *call);

/** Title of a group of missing calls: one line. */
const char *cause_title(enum cg_cause cause);
/** What the cause means and what to do: one or two sentences. */
const char *cause_help(enum cg_cause cause);

/** Cause number i, worst first: from calls that the graph wrongly excludes to gaps it reports
 *  itself. There are CG_CAUSE_COUNT. */
enum cg_cause cause_at(size_t i);

/** A name as shown: demangled unless --mangled, without control characters. Release with g_free. */
char *shown_name(const struct validate_settings *settings, const char *linkage_name);

/** The frames of a call's example path, outermost first. */
struct example {
    const struct cg_profile *profile;
    cg_call_context *paths; /**< by step */
    size_t count;
    size_t head;   /**< show this many first frames */
    size_t tail;   /**< ... and this many last ones; head is count when all are shown */
    size_t hidden; /**< frames left out between them */
};

/** Find the example path of a call, of which at most `most` frames are shown. Release with
 *  example_clear. O(length of the path) */
void example_find(struct example *out, const struct report *report,
                  const struct cg_checked_call *call, size_t most);
void example_clear(struct example *example);

/** Name of step i. Borrowed from the profile. */
const char *example_name(const struct example *example, size_t i);

/** Coverage of all files together; `file` is NULL. */
void coverage_total(struct cg_coverage *out, const struct report *report);

/** A percentage rounded down: "100" only for all, "<0.1" for less than a tenth. Release with
 *  g_free. */
char *percent_text(uint64_t part, uint64_t whole);

#endif
