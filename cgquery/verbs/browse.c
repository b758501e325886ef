/* The verb browse: writes the page of a graph and opens it in a browser. */
#include "verbs/export/export.h"

#include "runs/attached.h"

#include <files/cli_files.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A new file that nobody else can write, "lua-XXXXXX.html" for lua.mcg. Release with g_free; NULL
 * after reporting an error. */
static char *new_file(const struct query *query)
{
    char *base = g_path_get_basename(query->graph_path);
    char *dot = strrchr(base, '.');
    if (dot) {
        *dot = '\0';
    }
    char *name = g_strdup_printf("%s-XXXXXX.html", strcmp(base, "-") && *base ? base : "graph");
    GError *error = NULL;
    char *path = NULL;
    int file = g_file_open_tmp(name, &path, &error);
    if (file < 0) {
        cli_error("cannot make a temporary file: %s; give --output", error->message);
        g_error_free(error);
        path = NULL;
    } else {
        close(file);
    }
    g_free(name);
    g_free(base);
    return path;
}

static int write_page(struct query *query, const char *path)
{
    struct cg_error error = {0};
    struct exporting x;
    struct cli_output output;
    export_init(&x, query);
    int status = cli_output_open(&output, path, &error);
    if (!status) {
        x.out = output.stream;
        status = export_html(&x, &error);
        if (status || query->trouble) {
            cli_output_discard(&output);
        } else {
            status = cli_output_finish(&output, &error);
        }
    }
    export_free(&x);
    if (status == CG_E_ARGUMENT) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    return status ? query_fail(query, &error) : query->trouble ? CLI_TROUBLE : CLI_OK;
}

/* $BROWSER, else what the desktop opens pages with. */
static int open_page(const char *path)
{
    const char *browser = g_getenv("BROWSER");
    char *whole = g_canonicalize_filename(path, NULL);
    char *words[] = {(char *)(browser && *browser ? browser : "xdg-open"), whole, NULL};
    GError *error = NULL;
    int code = CLI_OK;
    if (!g_spawn_async(NULL, words, NULL,
                       G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL |
                           G_SPAWN_STDERR_TO_DEV_NULL,
                       NULL, NULL, NULL, &error)) {
        cli_error("cannot run %s to open %s: %s; open it yourself, or set BROWSER", words[0], path,
                  error->message);
        g_error_free(error);
        code = CLI_TROUBLE;
    }
    g_free(whole);
    return code;
}

static int run_browse(struct query *query, char **arguments)
{
    (void)arguments;
    const char *output = query->options.output;
    if (cg_graph_node_count(query->graph) == 0) {
        cli_error("there are no functions to show");
        return CLI_TROUBLE;
    }
    if (output && (strcmp(output, "-") == 0 || !*output)) {
        cli_error("a browser needs a file: --output takes a path");
        return CLI_TROUBLE;
    }
    if (output && cli_output_is_input(output, query->graph_path)) {
        cli_error("%s is the graph that is read", output);
        return CLI_TROUBLE;
    }
    char *path = output ? g_strdup(output) : new_file(query);
    int code = path ? write_page(query, path) : CLI_TROUBLE;
    if (code == CLI_OK) {
        puts(path);
        code = open_page(path);
    } else if (path && !output) {
        g_unlink(path);
    }
    g_free(path);
    return code;
}

const struct verb verb_browse = {
    .name = "browse",
    .arguments = "[GRAPH]",
    .summary = "Look at a graph in a browser.",
    .description =
        "Writes one HTML file, as 'cgquery export -f html' does, prints its path and opens it: "
        "with the\n"
        "program that BROWSER names, else with xdg-open. The file stays, also a temporary one. It "
        "has\n"
        "everything that it shows, loads nothing and sends nothing.\n"
        "\n"
        "Press ? in the page for its keys.",
    .options = OPTION_MANGLED | OPTION_PLUGIN | OPTION_INCLUDE | OPTION_EXCLUDE | OPTION_LOOK |
               OPTION_OUTPUT,
    .output_help = "Write the page to FILE, which stays (default: a temporary file)",
    .prepare = attached_prepare,
    .run = run_browse,
};
