/*
 * Records what could not be collected while wrapping a compiler, beside the graph and in the log of
 * the build.
 */
#include "driver/wrapping/wrapper_log.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

#include <write/append_lines.h>

static char *beside(const char *graph)
{
    return g_strconcat(graph, ".log", NULL);
}

static void add_line(const char *log, const char *graph, const char *text)
{
    char *line = g_strdup_printf("%s: %.*s\n", graph, (int)strcspn(text, "\n"), text);
    (void)append_lines(log, line); /* there is no place left to report a failure */
    g_free(line);
}

void wrapper_log_note(const char *graph, const char *text, const char *log)
{
    char *own = beside(graph);
    g_file_set_contents(own, text, -1, NULL);
    g_free(own);
    if (log) {
        add_line(log, graph, text);
    }
}

bool wrapper_log_read(const char *graph, char **text)
{
    char *own = beside(graph);
    bool read = g_file_get_contents(own, text, NULL, NULL);
    g_free(own);
    return read;
}

void wrapper_log_remove(const char *graph)
{
    char *own = beside(graph);
    unlink(own);
    g_free(own);
}
