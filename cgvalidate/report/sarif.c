/*
 * Gives each call the most exact place that is known: the call, else the caller's definition, else
 * the callee's. The recorded path becomes a code flow.
 */
#include "report/sarif.h"

#include <write/sarif_writer.h>

#define EXAMPLE_FRAMES 100

/* The result's location: the call site, else the caller's definition, else the callee's. */
static struct sarif_place place_of_call(const struct report *report,
                                        const struct cg_checked_call *call)
{
    struct sarif_place place = {call->site.file, call->site.line, call->site.column};
    if (!place.file) {
        place = sarif_place_of_node(report->graph, call->caller);
    }
    return place.file ? place : sarif_place_of_node(report->graph, call->callee);
}

static size_t rule_index(enum cg_cause cause)
{
    size_t i = 0;
    while (i + 1 < CG_CAUSE_COUNT && cause_at(i) != cause) {
        i++;
    }
    return i;
}

static char *message_of(const struct report *report, const struct cg_checked_call *call)
{
    bool node = call->verdict == CG_VERDICT_MISSING_NODE;
    char *caller = cli_demangle_partly(call->caller_name);
    char *callee = cli_demangle_partly(call->callee_name);
    const char *file = cli_title(report->settings->profiles->pdata[call->profile]);
    char *text = g_strdup_printf(
        "%s called %s in the run recorded in %s; the call graph lacks the %s (%s).", caller, callee,
        file, node ? (call->callee == CG_NONE ? "callee" : "caller") : "call",
        cause_title(call->cause));
    g_free(caller);
    g_free(callee);
    return text;
}

/* The location of a frame: from the graph, whose paths are relative to its root, else from the
 * profile. */
static struct sarif_place place_of_step(const struct report *report,
                                        const struct cg_checked_call *call,
                                        const struct example *example, size_t i)
{
    struct cg_call_context_info path;
    struct cg_frame_info frame;
    cg_profile_context(example->profile, example->paths[i], &path);
    cg_profile_frame(example->profile, path.frame, &frame);
    cg_node node = cg_validation_node(report->validation, call->profile, path.frame);
    struct sarif_place place = sarif_place_of_node(report->graph, node);
    return place.file ? place : (struct sarif_place){frame.file, frame.line, 0};
}

static void write_flow(struct json *json, const struct report *report,
                       const struct cg_checked_call *call)
{
    struct example example;
    example_find(&example, report, call, EXAMPLE_FRAMES);
    sarif_begin_flow(json);
    for (size_t i = 0; i < example.count; i++) {
        i += i == example.head ? example.hidden : 0;
        struct sarif_place place = place_of_step(report, call, &example, i);
        bool cut = i + 1 == example.head && example.hidden;
        sarif_step(json, &place, example_name(&example, i),
                   cut ? "the frames after this one are left out" : NULL, i);
    }
    sarif_end_flow(json);
    example_clear(&example);
}

/* The definitions of caller and callee, if the graph has them. */
static void write_related(struct json *json, const struct report *report,
                          const struct cg_checked_call *call)
{
    json_open(json, "relatedLocations", '[');
    for (int i = 0; i < 2; i++) {
        cg_node node = i ? call->callee : call->caller;
        struct sarif_place place = sarif_place_of_node(report->graph, node);
        if (place.file) {
            sarif_location(json, NULL, &place, i ? call->callee_name : call->caller_name,
                           i ? "the callee" : "the caller");
        }
    }
    json_close(json, ']');
}

static void write_result(struct json *json, const struct report *report, size_t i)
{
    const struct cg_checked_call *call = cg_validation_at(report->validation, i);
    bool finding = call->exact || report->settings->strict;
    struct sarif_place place = place_of_call(report, call);
    char *message = message_of(report, call);
    char *line = baseline_line(call);
    const struct sarif_result result = {.rule = cg_cause_name(call->cause),
                                        .index = rule_index(call->cause),
                                        .level = finding ? "error" : "warning",
                                        .message = message};
    sarif_begin_result(json, &result);
    json_open(json, "locations", '[');
    sarif_location(json, NULL, &place, call->caller_name, NULL);
    json_close(json, ']');
    write_related(json, report, call);
    write_flow(json, report, call);
    sarif_fingerprint(json, line); /* the fingerprint is the call alone, wherever it is */
    if (report->known[i]) {
        sarif_suppression(json);
    }
    json_close(json, '}');
    g_free(line);
    g_free(message);
}

static void print_log(FILE *out, const struct report *report)
{
    struct json json = {.out = out};
    size_t count = cg_validation_count(report->validation);
    sarif_begin(&json, "cgvalidate");
    for (size_t i = 0; i < CG_CAUSE_COUNT; i++) {
        enum cg_cause cause = cause_at(i);
        sarif_rule(&json, cg_cause_name(cause), cause_title(cause), cause_help(cause));
    }
    sarif_begin_results(&json);
    for (size_t i = 0; i < count; i++) {
        if (call_is_missing(cg_validation_at(report->validation, i))) {
            write_result(&json, report, i);
        }
    }
    sarif_end(&json);
}

int sarif_write(const char *path, const struct report *report, struct cg_error *error)
{
    struct cli_output output;
    int status = cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    print_log(output.stream, report);
    return cli_output_finish(&output, error);
}
