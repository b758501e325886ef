#include "sarif.h"

#include <json_writer.h>
#include <libcg/kinds.h>
#include <libcg/site.h>
#include <string.h>

#define EXAMPLE_FRAMES 100

/** A place as SARIF has it. */
struct place {
    const char *file; /**< NULL: none is known */
    uint32_t line;
    uint32_t column;
};

static void write_message(struct json *json, const char *key, const char *text)
{
    json_open_line(json, key, '{');
    json_text(json, "text", text);
    json_close(json, '}');
}

static void write_uri(struct json *json, const char *file)
{
    bool absolute = g_path_is_absolute(file);
    char *escaped = g_uri_escape_string(file, "/", FALSE);
    char *uri = absolute ? g_strconcat("file://", escaped, NULL) : g_strdup(escaped);
    json_text(json, "uri", uri);
    if (!absolute) {
        json_text(json, "uriBaseId", "SRCROOT");
    }
    g_free(uri);
    g_free(escaped);
}

static void write_physical(struct json *json, const struct place *place)
{
    json_open(json, "physicalLocation", '{');
    json_open(json, "artifactLocation", '{');
    write_uri(json, place->file);
    json_close(json, '}');
    if (place->line) {
        json_open(json, "region", '{');
        json_number(json, "startLine", place->line);
        if (place->column) {
            json_number(json, "startColumn", place->column);
        }
        json_close(json, '}');
    }
    json_close(json, '}');
}

/* A location in a function; message may be NULL. */
static void write_location(struct json *json, const char *key, const struct place *place,
                           const char *function, const char *message)
{
    char *demangled = cli_demangle(function);
    json_open_line(json, key, '{');
    if (place->file) {
        write_physical(json, place);
    }
    json_open(json, "logicalLocations", '[');
    json_open(json, NULL, '{');
    json_text(json, "fullyQualifiedName", demangled);
    json_text(json, "decoratedName", function);
    json_text(json, "kind", "function");
    json_close(json, '}');
    json_close(json, ']');
    if (message) {
        write_message(json, "message", message);
    }
    json_close(json, '}');
    g_free(demangled);
}

/* Where a function is defined, as far as the graph tells. */
static struct place place_of_node(const struct cg_graph *graph, cg_node node)
{
    struct cg_source_range range = {0};
    struct place place = {0};
    if (node != CG_NONE) {
        cg_source_range(&range, graph, node);
        place.file = cg_node_origin(graph, node);
        place.line = range.first_line;
        place.column = range.first_column;
    }
    return place;
}

/* Where to look: the site, else where the caller is, else the callee. */
static struct place place_of_call(const struct report *report, const struct cg_checked_call *call)
{
    struct place place = {call->site.file, call->site.line, call->site.column};
    if (!place.file) {
        place = place_of_node(report->graph, call->caller);
    }
    return place.file ? place : place_of_node(report->graph, call->callee);
}

static void write_rule(struct json *json, enum cg_cause cause)
{
    json_open(json, NULL, '{');
    json_text(json, "id", cg_cause_name(cause));
    write_message(json, "shortDescription", cause_title(cause));
    write_message(json, "fullDescription", cause_help(cause));
    write_message(json, "help", cause_help(cause));
    json_open_line(json, "defaultConfiguration", '{');
    json_text(json, "level", "error");
    json_close(json, '}');
    json_close(json, '}');
}

static void write_tool(struct json *json)
{
    json_open(json, "tool", '{');
    json_open(json, "driver", '{');
    json_text(json, "name", "cgvalidate");
    json_text(json, "version", cg_version());
    json_open(json, "rules", '[');
    for (size_t i = 0; i < CG_CAUSE_COUNT; i++) {
        write_rule(json, cause_at(i));
    }
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, '}');
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
    char *caller = cli_demangle(call->caller_name);
    char *callee = cli_demangle(call->callee_name);
    const char *file = profile_title(report->settings->profiles->pdata[call->profile]);
    char *text = g_strdup_printf(
        "%s called %s in the run recorded in %s; the call graph does not have the %s (%s).", caller,
        callee, file, node ? (call->callee == CG_NONE ? "callee" : "caller") : "call",
        cause_title(call->cause));
    g_free(caller);
    g_free(callee);
    return text;
}

/* Where a frame is: as the graph says, which has paths below its root, else as the profile does. */
static struct place place_of_step(const struct report *report, const struct cg_checked_call *call,
                                  const struct example *example, size_t i)
{
    struct cg_path_info path;
    struct cg_frame_info frame;
    cg_profile_path(example->profile, example->paths[i], &path);
    cg_profile_frame(example->profile, path.frame, &frame);
    cg_node node = cg_validation_node(report->validation, call->profile, path.frame);
    struct place place = place_of_node(report->graph, node);
    return place.file ? place : (struct place){frame.file, frame.line, 0};
}

static void write_step(struct json *json, const struct place *place, const struct example *example,
                       size_t i)
{
    json_open(json, NULL, '{');
    write_location(json, "location", place, example_name(example, i),
                   i + 1 == example->head && example->hidden ? "frames that follow are left out"
                                                             : NULL);
    json_number(json, "nestingLevel", i);
    json_close(json, '}');
}

static void write_flow(struct json *json, const struct report *report,
                       const struct cg_checked_call *call)
{
    struct example example;
    example_find(&example, report, call, EXAMPLE_FRAMES);
    json_open(json, "codeFlows", '[');
    json_open(json, NULL, '{');
    json_open(json, "threadFlows", '[');
    json_open(json, NULL, '{');
    json_open(json, "locations", '[');
    for (size_t i = 0; i < example.count; i++) {
        i += i == example.head ? example.hidden : 0;
        struct place place = place_of_step(report, call, &example, i);
        write_step(json, &place, &example, i);
    }
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
    example_clear(&example);
}

/* Where caller and callee are, when the graph tells. */
static void write_related(struct json *json, const struct report *report,
                          const struct cg_checked_call *call)
{
    json_open(json, "relatedLocations", '[');
    for (int i = 0; i < 2; i++) {
        cg_node node = i ? call->callee : call->caller;
        struct place place = place_of_node(report->graph, node);
        if (place.file) {
            write_location(json, NULL, &place, i ? call->callee_name : call->caller_name,
                           i ? "the callee" : "the caller");
        }
    }
    json_close(json, ']');
}

/* The call alone tells a result of one run from that of another. */
static void write_fingerprint(struct json *json, const struct cg_checked_call *call)
{
    char *line = baseline_line(call);
    char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, line, -1);
    json_open_line(json, "partialFingerprints", '{');
    json_text(json, "call/v1", digest);
    json_close(json, '}');
    g_free(digest);
    g_free(line);
}

static void write_result(struct json *json, const struct report *report, size_t i)
{
    const struct cg_checked_call *call = cg_validation_at(report->validation, i);
    bool finding = call->exact || report->settings->strict;
    struct place place = place_of_call(report, call);
    char *message = message_of(report, call);
    json_open(json, NULL, '{');
    json_text(json, "ruleId", cg_cause_name(call->cause));
    json_number(json, "ruleIndex", rule_index(call->cause));
    json_text(json, "level", finding ? "error" : "warning");
    write_message(json, "message", message);
    json_open(json, "locations", '[');
    write_location(json, NULL, &place, call->caller_name, NULL);
    json_close(json, ']');
    write_related(json, report, call);
    write_flow(json, report, call);
    write_fingerprint(json, call);
    if (report->known[i]) {
        json_open(json, "suppressions", '[');
        json_open_line(json, NULL, '{');
        json_text(json, "kind", "external");
        json_text(json, "justification", "listed in the baseline");
        json_close(json, '}');
        json_close(json, ']');
    }
    json_close(json, '}');
    g_free(message);
}

static void print(FILE *out, const struct report *report)
{
    struct json json = {.out = out};
    size_t count = cg_validation_count(report->validation);
    json_open(&json, NULL, '{');
    json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_open(&json, "runs", '[');
    json_open(&json, NULL, '{');
    write_tool(&json);
    json_open(&json, "originalUriBaseIds", '{');
    json_open(&json, "SRCROOT", '{');
    write_message(&json, "description", "The root that paths of the call graph are relative to.");
    json_close(&json, '}');
    json_close(&json, '}');
    json_open(&json, "results", '[');
    for (size_t i = 0; i < count; i++) {
        if (call_is_missing(cg_validation_at(report->validation, i))) {
            write_result(&json, report, i);
        }
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, ']');
    json_close(&json, '}');
    putc('\n', out);
}

int sarif_write(const char *path, const struct report *report, struct cg_error *error)
{
    struct cli_output output;
    int status = cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    print(output.stream, report);
    return cli_output_finish(&output, error);
}
