/*
 * One function for each object of the document, over cli/write/json_writer.h. Of a long example the
 * middle frames are only counted.
 */
#include "report/report_json.h"

#include <math.h>
#include <write/json_writer.h>

/* Most frames shown of an example; the middle of a longer one is only counted. */
#define EXAMPLE_FRAMES 1000

static void write_names(struct json *json, const char *name)
{
    char *demangled = cli_demangle_partly(name);
    json_text(json, "name", name);
    json_text(json, "demangled", demangled);
    g_free(demangled);
}

static void write_end(struct json *json, const char *key, const struct report *report,
                      const char *name, cg_node node, uint32_t candidates)
{
    json_open_line(json, key, '{');
    write_names(json, name);
    json_text(json, "file", node == CG_NONE ? NULL : cg_node_origin(report->graph, node));
    json_bool(json, "inGraph", node != CG_NONE);
    json_number(json, "candidates", candidates);
    json_close(json, '}');
}

static void write_step(struct json *json, const struct example *example, size_t i)
{
    struct cg_call_context_info path;
    struct cg_frame_info frame;
    cg_profile_context(example->profile, example->paths[i], &path);
    cg_profile_frame(example->profile, path.frame, &frame);
    json_open_line(json, NULL, '{');
    write_names(json, example_name(example, i));
    if (frame.file) {
        json_text(json, "file", frame.file);
        json_number(json, "line", frame.line);
    }
    if (path.site_file || path.site_line) {
        json_open(json, "calledAt", '{');
        json_text(json, "file", path.site_file);
        json_number(json, "line", path.site_line);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void write_example(struct json *json, const struct report *report,
                          const struct cg_checked_call *call)
{
    struct example example;
    example_find(&example, report, call, EXAMPLE_FRAMES);
    json_open(json, "path", '[');
    for (size_t i = 0; i < example.count; i++) {
        if (i == example.head && example.hidden) {
            json_open_line(json, NULL, '{');
            json_number(json, "elided", example.hidden);
            json_close(json, '}');
            i += example.hidden;
        }
        write_step(json, &example, i);
    }
    json_close(json, ']');
    example_clear(&example);
}

static void write_site(struct json *json, const struct cg_checked_site *site)
{
    if (!site->file && !site->line) {
        json_text(json, "site", NULL);
        return;
    }
    json_open_line(json, "site", '{');
    json_text(json, "file", site->file);
    json_number(json, "line", site->line);
    json_number(json, "column", site->column);
    if (site->type) {
        json_text(json, "type", site->type);
    }
    if (site->reason) {
        json_text(json, "reason", site->reason);
    }
    json_bool(json, "recorded", site->recorded);
    json_close(json, '}');
}

static void write_through(struct json *json, const struct report *report,
                          const struct cg_checked_call *call)
{
    json_open(json, "through", '[');
    for (size_t i = 0; i < call->through_count; i++) {
        json_open_line(json, NULL, '{');
        write_names(json, cg_node_name(report->graph, call->through[i]));
        json_text(json, "file", cg_node_origin(report->graph, call->through[i]));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_call(struct json *json, const struct report *report, size_t i)
{
    const struct cg_checked_call *call = cg_validation_at(report->validation, i);
    bool missing = call_is_missing(call);
    json_open(json, NULL, '{');
    json_text(json, "verdict", cg_verdict_name(call->verdict));
    json_text(json, "cause", missing ? cg_cause_name(call->cause) : NULL);
    json_text(json, "how", call->how ? cg_explanation_name(call->how) : NULL);
    json_bool(json, "exact", call->exact);
    json_bool(json, "known", report->known[i]);
    write_end(json, "caller", report, call->caller_name, call->caller, call->caller_candidates);
    write_end(json, "callee", report, call->callee_name, call->callee, call->callee_candidates);
    json_number(json, "visits", call->visits);
    json_double(json, "weight", call->weight);
    json_text(json, "library", call->library);
    write_site(json, &call->site);
    write_through(json, report, call);
    json_number(json, "profile", call->profile);
    write_example(json, report, call);
    json_close(json, '}');
}

static void write_profiles(struct json *json, const struct report *report)
{
    json_open(json, "profiles", '[');
    for (guint i = 0; i < report->settings->profiles->len; i++) {
        const struct cg_profile *profile = report->profiles[i];
        json_open_line(json, NULL, '{');
        json_text(json, "file", cli_title(report->settings->profiles->pdata[i]));
        json_text(json, "format", cg_profile_format(profile));
        json_text(json, "creator", cg_profile_creator(profile));
        json_bool(json, "sampled", cg_profile_is_sampled(profile));
        json_number(json, "locations", cg_profile_location_count(profile));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_summary(struct json *json, const struct report *report)
{
    const struct cg_validation_summary *sum = report->summary;
    json_open(json, "summary", '{');
    json_number(json, "calls", sum->calls);
    json_number(json, "present", sum->present);
    json_number(json, "override", sum->override);
    json_number(json, "explained", sum->explained);
    json_number(json, "missingEdges", sum->missing_edges);
    json_number(json, "missingNodes", sum->missing_nodes);
    json_number(json, "missingExact", sum->missing_exact);
    json_number(json, "known", report->known_count);
    json_number(json, "ambiguous", sum->ambiguous);
    json_number(json, "inLibraries", sum->in_libraries);
    json_number(json, "generated", sum->generated);
    json_number(json, "roots", sum->roots);
    json_number(json, "frames", sum->frames);
    json_number(json, "framesMatched", sum->frames_matched);
    json_double(json, "recall", sum->calls ? sum->recall : NAN);
    json_close(json, '}');
}

static void write_covered(struct json *json, const struct cg_coverage *covered)
{
    json_number(json, "functions", covered->functions);
    json_number(json, "functionsRun", covered->functions_run);
    json_number(json, "edges", covered->edges);
    json_number(json, "edgesRun", covered->edges_run);
}

static void write_coverage(struct json *json, const struct report *report)
{
    struct cg_coverage total;
    coverage_total(&total, report);
    json_open(json, "coverage", '{');
    write_covered(json, &total);
    json_open(json, "files", '[');
    for (size_t i = 0; i < cg_validation_coverage_count(report->validation); i++) {
        const struct cg_coverage *file = cg_validation_coverage_at(report->validation, i);
        json_open_line(json, NULL, '{');
        json_text(json, "file", file->file);
        write_covered(json, file);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void write_entries(struct json *json, const char *key, const struct cli_baseline *baseline,
                          enum baseline_state state)
{
    const char **entries = cli_baseline_entries(baseline, state);
    json_open(json, key, '[');
    for (size_t i = 0; entries[i]; i++) {
        json_text(json, NULL, entries[i]);
    }
    json_close(json, ']');
    g_free(entries);
}

static void write_baseline(struct json *json, const struct report *report)
{
    if (!report->baseline) {
        json_text(json, "baseline", NULL);
        return;
    }
    json_open(json, "baseline", '{');
    json_text(json, "file", cli_title(report->settings->baseline));
    write_entries(json, "stale", report->baseline, BASELINE_STALE);
    write_entries(json, "unrecorded", report->baseline, BASELINE_UNRECORDED);
    json_close(json, '}');
}

void report_json_print(FILE *out, const struct report *report)
{
    struct json json = {.out = out};
    size_t count = cg_validation_count(report->validation);
    json_open(&json, NULL, '{');
    json_number(&json, "version", 1);
    json_text(&json, "graph", cli_title(report->settings->graph));
    write_profiles(&json, report);
    write_summary(&json, report);
    json_open(&json, "calls", '[');
    for (size_t i = 0; i < count; i++) {
        write_call(&json, report, i);
    }
    json_close(&json, ']');
    write_baseline(&json, report);
    write_coverage(&json, report);
    json_close(&json, '}');
    putc('\n', out);
}
