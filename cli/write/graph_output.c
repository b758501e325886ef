/*
 * Hands the library's writer a function that fills a file, or for terminals one that shows control
 * characters escaped.
 */
#include "write/graph_output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* Pieces may end within a character: what is behind the last one of ASCII waits for the next. */
static int show(void *user, const void *bytes, size_t length)
{
    GString *held = user;
    g_string_append_len(held, bytes, (gssize)length);
    gsize whole = held->len;
    while (whole && (unsigned char)held->str[whole - 1] >= 0x80) {
        whole--;
    }
    char *text = g_strndup(held->str, whole), *shown = cli_printable_json(text);
    g_string_erase(held, 0, (gssize)whole);
    errno = 0;
    int reason = fputs(shown, stdout) < 0 ? errno : 0;
    g_free(shown);
    g_free(text);
    return reason;
}

bool graph_output_is_shown(void)
{
    return isatty(STDOUT_FILENO);
}

static int write_shown(const struct cg_graph *graph, const struct cg_write_options *options,
                       struct cg_error *error)
{
    GString *held = g_string_new(NULL);
    int status = cg_write(graph, show, held, options, error);
    g_string_free(held, TRUE);
    if (!status && fflush(stdout)) { /* a process for one file ends without doing it */
        return cli_fail(error, CG_E_IO, NULL, "cannot write: %s", g_strerror(errno));
    }
    return status;
}

int graph_output_fill(struct cli_output *output, const struct cg_graph *graph,
                      const struct cg_write_options *options, struct cg_error *error)
{
    int status = cg_write_fd(graph, fileno(output->stream), output->path, options, error);
    if (status) {
        cli_output_discard(output);
        return status;
    }
    return cli_output_finish(output, error);
}

int graph_output_write(const struct cg_graph *graph, const char *path,
                       const struct cg_write_options *options, struct cg_error *error)
{
    if (strcmp(path, "-") == 0) {
        return graph_output_is_shown() ? write_shown(graph, options, error)
                                       : cg_write_file(graph, path, options, error);
    }
    struct cli_output output;
    int status = cli_output_open(&output, path, error);
    return status ? status : graph_output_fill(&output, graph, options, error);
}
