/*
 * Writes the fixed skeleton of a log around the caller's results, with URIs and placeholders
 * escaped.
 */
#include "write/sarif_writer.h"

#include "cli.h"

#include <libcg/kinds.h>

#include <string.h>

/* Messages use braces for placeholders and brackets for links (SARIF 2.1.0, 3.11.5 and 3.11.6), so
 * plain ones are escaped. */
static char *escape(const char *text)
{
    GString *out = g_string_new(NULL);
    for (; *text; text++) {
        if (strchr("[]\\", *text)) {
            g_string_append_c(out, '\\');
        } else if (strchr("{}", *text)) {
            g_string_append_c(out, *text);
        }
        g_string_append_c(out, *text);
    }
    return g_string_free(out, FALSE);
}

static void write_message(struct json *json, const char *key, const char *text)
{
    char *escaped = escape(text);
    json_open_line(json, key, '{');
    json_text(json, "text", escaped);
    json_close(json, '}');
    g_free(escaped);
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

static void write_physical(struct json *json, const struct sarif_place *place)
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

void sarif_location(struct json *json, const char *key, const struct sarif_place *place,
                    const char *function, const char *message)
{
    char *demangled = cli_demangle_partly(function);
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

struct sarif_place sarif_place_of_node(const struct cg_graph *graph, cg_node node)
{
    struct cg_source_range range = {0};
    struct sarif_place place = {0};
    if (node != CG_NONE) {
        cg_source_range(&range, graph, node);
        place.file = cg_node_origin(graph, node);
        place.line = range.first_line;
        place.column = range.first_column;
    }
    return place;
}

void sarif_begin(struct json *json, const char *tool)
{
    json_open(json, NULL, '{');
    json_text(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(json, "version", "2.1.0");
    json_open(json, "runs", '[');
    json_open(json, NULL, '{');
    json_open(json, "tool", '{');
    json_open(json, "driver", '{');
    json_text(json, "name", tool);
    json_text(json, "version", cg_version());
    json_open(json, "rules", '[');
}

void sarif_rule(struct json *json, const char *id, const char *title, const char *help)
{
    json_open(json, NULL, '{');
    json_text(json, "id", id);
    write_message(json, "shortDescription", title);
    write_message(json, "fullDescription", help);
    write_message(json, "help", help);
    json_open_line(json, "defaultConfiguration", '{');
    json_text(json, "level", "error");
    json_close(json, '}');
    json_close(json, '}');
}

void sarif_begin_results(struct json *json)
{
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, '}');
    json_open(json, "originalUriBaseIds", '{');
    json_open(json, "SRCROOT", '{');
    write_message(json, "description",
                  "The directory that the call graph's paths are relative to.");
    json_close(json, '}');
    json_close(json, '}');
    json_open(json, "results", '[');
}

void sarif_end(struct json *json)
{
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
    putc('\n', json->out);
}

void sarif_begin_result(struct json *json, const struct sarif_result *result)
{
    json_open(json, NULL, '{');
    json_text(json, "ruleId", result->rule);
    json_number(json, "ruleIndex", result->index);
    if (result->kind) {
        json_text(json, "kind", result->kind);
    }
    json_text(json, "level", result->level);
    write_message(json, "message", result->message);
}

void sarif_begin_flow(struct json *json)
{
    json_open(json, "codeFlows", '[');
    json_open(json, NULL, '{');
    json_open(json, "threadFlows", '[');
    json_open(json, NULL, '{');
    json_open(json, "locations", '[');
}

void sarif_step(struct json *json, const struct sarif_place *place, const char *function,
                const char *message, size_t level)
{
    json_open(json, NULL, '{');
    sarif_location(json, "location", place, function, message);
    json_number(json, "nestingLevel", level);
    json_close(json, '}');
}

void sarif_end_flow(struct json *json)
{
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
}

void sarif_fingerprint(struct json *json, const char *line)
{
    char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, line, -1);
    json_open_line(json, "partialFingerprints", '{');
    json_text(json, "call/v1", digest);
    json_close(json, '}');
    g_free(digest);
}

void sarif_suppression(struct json *json)
{
    json_open(json, "suppressions", '[');
    json_open_line(json, NULL, '{');
    json_text(json, "kind", "external");
    json_text(json, "justification", "listed in the baseline");
    json_close(json, '}');
    json_close(json, ']');
}
