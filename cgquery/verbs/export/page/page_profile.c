/* The recorded run of the page: call contexts with their metrics, and the verdict on each call. */
#include "verbs/export/page/page.h"

#include "runs/attached.h"

#include <stdlib.h>

/* A profile of the whole graph, of which the page may show a part. */
struct recorded {
    struct page *page;
    const struct cg_profile *run;
    const struct cg_validation *validation;
};

/* By frame: the function, its name as recorded, and its file, if the run has it. */
static void write_frames(const struct recorded *recorded)
{
    GArray *functions = page_column(), *names = page_column(), *files = page_column();
    for (cg_frame frame = 0; frame < cg_profile_frame_count(recorded->run); frame++) {
        const char *name = cg_profile_frame_name(recorded->run, frame);
        char *readable = cli_demangle_partly(name);
        struct cg_frame_info info;
        cg_profile_frame(recorded->run, frame, &info);
        page_append(functions, page_function(recorded->page,
                                             cg_validation_node(recorded->validation, 0, frame)));
        page_append(names, page_text(recorded->page, readable));
        page_append(files, page_text(recorded->page, info.file));
        g_free(readable);
    }
    page_number_array(recorded->page, "frameFunction", functions);
    page_number_array(recorded->page, "frameName", names);
    page_number_array(recorded->page, "frameFile", files);
}

static void write_contexts(const struct recorded *recorded)
{
    GArray *parents = page_column(), *frames = page_column(), *flags = page_column();
    for (cg_call_context i = 0; i < cg_profile_context_count(recorded->run); i++) {
        struct cg_call_context_info info;
        cg_profile_context(recorded->run, i, &info);
        page_append(parents, info.parent == CG_NO_CONTEXT ? 0 : info.parent + 1);
        page_append(frames, info.frame);
        page_append(flags, info.flags);
    }
    page_number_array(recorded->page, "runParent", parents);
    page_number_array(recorded->page, "runFrame", frames);
    page_number_array(recorded->page, "runFlags", flags);
}

/* Calls without paths: inclusive values by frame, which contexts do not add up to. */
static void write_inclusive(const struct recorded *recorded, uint32_t metric, unsigned number)
{
    struct page *page = recorded->page;
    uint32_t frames = cg_profile_frame_count(recorded->run);
    double *reals = g_new0(double, (gsize)frames + 1);
    struct cg_flat_entry *entries = NULL;
    size_t count = 0;
    if (!page->status) {
        page->status = cg_profile_flat(&entries, &count, recorded->run, metric, page->error);
    }
    for (size_t i = 0; i < count; i++) {
        reals[entries[i].frame] = entries[i].inclusive;
    }
    char *column = g_strdup_printf("runInclusive%u", number);
    page_reals(page, column, reals, frames);
    g_free(column);
    g_free(reals);
    free(entries);
}

static bool is_in_pieces(const struct cg_profile *run)
{
    unsigned flags = 0;
    for (cg_call_context i = 0; i < cg_profile_context_count(run); i++) {
        struct cg_call_context_info info;
        cg_profile_context(run, i, &info);
        flags |= info.flags;
    }
    return flags & CG_CONTEXT_FRAGMENT;
}

/* Metrics with values that add up: exclusive values by context. */
static void write_metrics(const struct recorded *recorded)
{
    GString *names = g_string_new(NULL), *units = g_string_new(NULL);
    GPtrArray *shown = g_ptr_array_new();
    uint32_t contexts = cg_profile_context_count(recorded->run);
    double *reals = g_new(double, (gsize)contexts + 1);
    bool pieces = is_in_pieces(recorded->run);
    for (uint32_t m = 0; m < cg_profile_metric_count(recorded->run); m++) {
        const struct cg_metric *metric = cg_profile_metric(recorded->run, m);
        if (!metric->measured || metric->fold != CG_FOLD_SUM) {
            continue;
        }
        for (cg_call_context i = 0; i < contexts; i++) {
            reals[i] = cg_profile_exclusive(recorded->run, m, i);
        }
        char *column = g_strdup_printf("runMetric%u", shown->len);
        page_reals(recorded->page, column, reals, contexts);
        g_free(column);
        if (pieces) {
            write_inclusive(recorded, m, shown->len);
        }
        g_ptr_array_add(shown, (gpointer)metric->name);
        g_string_append(names, metric->name);
        g_string_append_c(names, '\0');
        g_string_append(units, metric->unit);
        g_string_append_c(units, '\0');
    }
    page_texts(recorded->page, "metricNames", names->str, names->len);
    page_texts(recorded->page, "metricUnits", units->str, units->len);
    page_write_locations(recorded->page, recorded->run, shown, pieces);
    g_ptr_array_unref(shown);
    g_free(reals);
    g_string_free(names, TRUE);
    g_string_free(units, TRUE);
}

/* Calls of the run that the graph lacks, and why. */
static void write_missing(const struct recorded *recorded)
{
    struct page *page = recorded->page;
    GArray *callers = page_column(), *callees = page_column(), *causes = page_column();
    GArray *caller_names = page_column(), *callee_names = page_column();
    for (size_t i = 0; i < cg_validation_count(recorded->validation); i++) {
        const struct cg_checked_call *call = cg_validation_at(recorded->validation, i);
        if (call->verdict < CG_VERDICT_MISSING_EDGE) {
            continue;
        }
        page_append(callers, page_function(page, call->caller));
        page_append(callees, page_function(page, call->callee));
        page_append(caller_names, page_text(page, call->caller_name));
        page_append(callee_names, page_text(page, call->callee_name));
        page_append(causes, page_text(page, cg_cause_name(call->cause)));
    }
    page_number_array(page, "missingCaller", callers);
    page_number_array(page, "missingCallee", callees);
    page_number_array(page, "missingCallerName", caller_names);
    page_number_array(page, "missingCalleeName", callee_names);
    page_number_array(page, "missingCause", causes);
}

static void say_what_it_is(const struct recorded *recorded)
{
    struct page *page = recorded->page;
    const struct cg_validation_summary *summary = cg_validation_summary(recorded->validation);
    page_fact_text(page, "profile", cg_profile_format(recorded->run));
    page_fact_number(page, "sampled", cg_profile_is_sampled(recorded->run));
    page_fact_number(page, "locations", cg_profile_location_count(recorded->run));
    page_fact_number(page, "recordedCalls", (double)summary->calls);
    page_fact_number(page, "explainedCalls", (double)summary->explained);
}

void page_write_profile(struct page *page)
{
    const struct query *query = page->x->query;
    const struct query *whole = query->whole ? query->whole : query;
    const struct recorded recorded = {page, whole->run, whole->validation};
    if (!whole->run) {
        return;
    }
    write_frames(&recorded);
    write_contexts(&recorded);
    write_metrics(&recorded);
    write_missing(&recorded);
    say_what_it_is(&recorded);
}
