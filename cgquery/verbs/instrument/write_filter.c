/* Writes filters, and says what they cannot do. */
#include "runs/name_lists.h"
#include "verbs/instrument/instrument.h"

#include "files/cli_files.h"
#include <libcg/filter.h>
#include <libcg/kinds.h>

#include <stdlib.h>
#include <string.h>

#define NAMES 3

static bool *chosen_set(const struct instrumentation *about)
{
    bool *set = g_new0(bool, cg_graph_node_count(about->query->graph) + 1);
    for (size_t i = 0; i < cg_choice_count(about->choice); i++) {
        set[cg_choice_at(about->choice, i)->node] = true;
    }
    return set;
}

/* What a filter does that was not wanted */

/* "3 functions: a, b, c". */
static char *list_text(struct query *query, GArray *nodes)
{
    GString *text = g_string_new("");
    query_sort(query, (cg_node *)nodes->data, nodes->len);
    g_string_append_printf(text, "%u %s: ", nodes->len, nodes->len == 1 ? "function" : "functions");
    for (guint i = 0; i < MIN(nodes->len, NAMES); i++) {
        g_string_append_printf(text, "%s%s", i ? ", " : "",
                               query_name(query, g_array_index(nodes, cg_node, i)));
    }
    g_string_append(text, nodes->len > NAMES ? ", ..." : "");
    return g_string_free(text, FALSE);
}

static void warn(struct query *query, const char *what, GArray *nodes)
{
    if (nodes->len > 0) {
        char *text = list_text(query, nodes);
        cli_warning("%s: %s %s", query->options.tool, what, text);
        g_free(text);
    }
    g_array_unref(nodes);
}

static void warn_of_inlined(const struct instrumentation *about, const bool *set)
{
    struct query *query = about->query;
    GArray *inlined = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        struct cg_inline_info info;
        if (set[node] && cg_inline_info(&info, query->graph, node) &&
            (info.likely_inline || info.marked_inline)) {
            g_array_append_val(inlined, node);
        }
    }
    warn(query, "where they are inlined there is no probe for", inlined);
}

/* Read the filter back. */
static int warn_of_others(const struct instrumentation *about, const bool *set, const char *text,
                          const struct cg_filter_options *options)
{
    struct query *query = about->query;
    struct cg_error error;
    uint32_t nodes = cg_graph_node_count(query->graph);
    bool *read = g_new0(bool, nodes + 1);
    int status = cg_filter_read(read, query->graph, text, query->options.tool, options, &error);
    GArray *more = g_array_new(FALSE, FALSE, sizeof(cg_node));
    GArray *fewer = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < nodes && !status; node++) {
        if (read[node] && !set[node]) {
            g_array_append_val(more, node);
        } else if (set[node] && !read[node]) {
            g_array_append_val(fewer, node);
        }
    }
    warn(query, "cannot tell apart, and measures too,", more);
    warn(query, "cannot measure", fewer);
    g_free(read);
    return status ? query_fail(query, &error) : CLI_OK;
}

/* Writing */

static int write_tool(FILE *out, const struct instrumentation *about)
{
    struct query *query = about->query;
    const struct cg_filter_options options = {CG_FILTER_OPTIONS_VERSION,
                                              .demangle = cli_demangle_for_library};
    struct cg_error error;
    char *text;
    bool *set = chosen_set(about);
    int code = CLI_OK;
    if (cg_filter_write(&text, query->graph, set, query->options.tool, &options, &error)) {
        code = query_fail(query, &error);
    } else {
        fputs(text, out);
        code = warn_of_others(about, set, text, &options);
        free(text);
    }
    if (code == CLI_OK && cg_filter_loses_inlined(query->options.tool)) {
        warn_of_inlined(about, set);
    }
    g_free(set);
    return code;
}

static void write_names(FILE *out, const struct instrumentation *about)
{
    struct query *query = about->query;
    bool *set = chosen_set(about);
    GArray *unnamed = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (set[node] && !names_can_hold(query, node)) {
            g_array_append_val(unnamed, node);
        }
    }
    names_write(out, query, set);
    warn(query, "cannot name", unnamed);
    g_free(set);
}

static int write_to(FILE *out, const struct instrumentation *about)
{
    const char *tool = about->query->options.tool;
    if (names_are_read_by(tool)) {
        write_names(out, about);
    } else if (strcmp(tool, "json") == 0) {
        instrument_print_json(out, about);
    } else {
        return write_tool(out, about);
    }
    return CLI_OK;
}

int instrument_write_filter(const struct instrumentation *about)
{
    struct query *query = about->query;
    struct cli_output output;
    struct cg_error error;
    const char *path = query->options.output ? query->options.output : "-";
    if (cli_output_is_input(path, query->graph_path)) {
        cli_error("%s would be overwritten while it is read", path);
        return CLI_TROUBLE;
    }
    if (cli_output_open(&output, path, &error)) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    int code = write_to(output.stream, about);
    if (code != CLI_OK) {
        cli_output_discard(&output);
    } else if (cli_output_finish(&output, &error)) {
        cli_report(&error);
        code = CLI_TROUBLE;
    }
    return code;
}
