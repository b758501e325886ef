/*
 * Titles and help of causes from one table, names as users read them, examples of recorded paths,
 * and counts for the summary.
 */
#include "report/report.h"

#include <string.h>

static const struct {
    enum cg_cause cause;
    const char *title;
    const char *help;
} causes[CG_CAUSE_COUNT] = {
    {CG_CAUSE_POINTER_RESOLVED,
     "calls through pointers that the graph resolved without this callee",
     "The graph wrongly lists this pointer's callees as complete. Look at the assignments to the "
     "pointer, and please report it."},
    {CG_CAUSE_DIRECT, "plain calls",
     "No special cause is known. Check that the graph was made from the sources that ran, with the "
     "same options."},
    {CG_CAUSE_CONSTRUCTOR, "constructors, destructors and other calls that the compiler adds",
     "The source does not show these calls. Collect C++ with the compiler's IR (cgcollect "
     "--ir=on)."},
    {CG_CAUSE_VIRTUAL, "virtual calls",
     "The callee is a virtual method, and the caller makes virtual calls. Check that all classes "
     "that override it were collected."},
    {CG_CAUSE_TEMPLATE, "instances of templates",
     "The caller or the callee is a template instance. Collect C++ with the compiler's IR "
     "(cgcollect --ir=on)."},
    {CG_CAUSE_CALLBACK, "callbacks from libraries",
     "A library made the call. Describe what it does with its arguments: cgmerge --summaries."},
    {CG_CAUSE_NOT_COLLECTED, "code that was not collected",
     "The graph lacks the function or its body. Collect its file; add calls of libraries and "
     "assembly with --patch."},
    {CG_CAUSE_POINTER_UNRESOLVED, "calls through pointers that the graph left unresolved",
     "The graph does not know all callees of this pointer. Add those that ran with --patch."},
    {CG_CAUSE_NONE, "other calls", "No cause is known."},
};

static size_t cause_index(enum cg_cause cause)
{
    size_t i = 0;
    while (i < CG_CAUSE_COUNT - 1 && causes[i].cause != cause) {
        i++;
    }
    return i;
}

const char *cause_title(enum cg_cause cause)
{
    return causes[cause_index(cause)].title;
}

const char *cause_help(enum cg_cause cause)
{
    return causes[cause_index(cause)].help;
}

enum cg_cause cause_at(size_t i)
{
    return causes[i].cause;
}

bool call_is_missing(const struct cg_checked_call *call)
{
    return call->verdict == CG_VERDICT_MISSING_EDGE || call->verdict == CG_VERDICT_MISSING_NODE;
}

void report_init(struct report *report, const struct validate_settings *settings,
                 const struct cg_graph *graph, const struct cg_profile *const *profiles,
                 const struct cg_validation *validation, struct cli_baseline *baseline)
{
    size_t count = cg_validation_count(validation);
    *report = (struct report){.settings = settings,
                              .graph = graph,
                              .profiles = profiles,
                              .validation = validation,
                              .summary = cg_validation_summary(validation),
                              .baseline = baseline};
    report->known = g_new0(bool, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct cg_checked_call *call = cg_validation_at(validation, i);
        bool listed = baseline && baseline_mark(baseline, call);
        if (!call_is_missing(call)) {
            continue;
        }
        report->known[i] = listed;
        report->known_count += report->known[i];
        report->found_exact += !report->known[i] && call->exact;
        report->found_sampled += !report->known[i] && !call->exact;
    }
}

void report_clear(struct report *report)
{
    g_free(report->known);
}

char *shown_name(const struct validate_settings *settings, const char *linkage_name)
{
    char *name = settings->mangled ? g_strdup(linkage_name) : cli_demangle_partly(linkage_name);
    char *readable = settings->full_names ? g_strdup(name) : cli_short_name(name);
    char *shown = cli_printable(readable);
    g_free(readable);
    g_free(name);
    return shown;
}

void example_find(struct example *out, const struct report *report,
                  const struct cg_checked_call *call, size_t most)
{
    const struct cg_profile *profile = report->profiles[call->profile];
    struct cg_call_context_info info;
    size_t count = 0;
    for (cg_call_context path = call->context; path != CG_NO_CONTEXT; path = info.parent, count++) {
        cg_profile_context(profile, path, &info);
    }
    *out = (struct example){.profile = profile, .count = count, .head = count, .tail = 0};
    out->paths = g_new(cg_call_context, count + 1);
    for (cg_call_context path = call->context; path != CG_NO_CONTEXT; path = info.parent) {
        out->paths[--count] = path;
        cg_profile_context(profile, path, &info);
    }
    if (out->count > most) {
        out->head = most / 2;
        out->tail = most - out->head;
        out->hidden = out->count - most;
    }
}

void example_clear(struct example *example)
{
    g_free(example->paths);
}

const char *example_name(const struct example *example, size_t i)
{
    struct cg_call_context_info info;
    cg_profile_context(example->profile, example->paths[i], &info);
    return cg_profile_frame_name(example->profile, info.frame);
}

void coverage_total(struct cg_coverage *out, const struct report *report)
{
    *out = (struct cg_coverage){0};
    for (size_t i = 0; i < cg_validation_coverage_count(report->validation); i++) {
        const struct cg_coverage *file = cg_validation_coverage_at(report->validation, i);
        out->functions += file->functions;
        out->functions_run += file->functions_run;
        out->edges += file->edges;
        out->edges_run += file->edges_run;
    }
}

char *percent_text(uint64_t part, uint64_t whole)
{
    if (part >= whole) {
        return g_strdup("100 %");
    }
    /* Tenths of a percent; long double holds the product exactly enough. */
    uint64_t tenths = (uint64_t)((long double)part * 1000 / (long double)whole);
    tenths = MIN(tenths, 999);
    if (part && !tenths) {
        return g_strdup("<0.1 %");
    }
    return g_strdup_printf("%u.%u %%", (unsigned)(tenths / 10), (unsigned)(tenths % 10));
}
