/*
 * Reads the result that a child process sends, and formats it as text. Collecting and the wrapper
 * both use it.
 */
#include "driver/result_format.h"

#include "cli.h"

#include <string.h>

void result_read(struct collect_result *result, const void *bytes, const char *death)
{
    *result = (struct collect_result){.outcome = COLLECT_FAILED};
    if (bytes) {
        memcpy(result, bytes, sizeof *result);
    } else {
        g_strlcpy(result->why, death, sizeof result->why);
    }
}

/** The result in a line, to release with g_free. */
static char *worded(const char *file, const struct collect_result *result)
{
    GString *text = g_string_new(NULL);
    switch (result->outcome) {
    case COLLECT_COMPLETE:
        g_string_append_printf(text, "%s: complete, %u function%s, %u call%s, %u unresolved", file,
                               result->functions, cli_s(result->functions), result->calls,
                               cli_s(result->calls), result->open);
        if (result->compiled_only) {
            g_string_append_printf(text, "; compiler only, %u of %u call locations unknown",
                                   result->unplaced, result->places);
        }
        if (result->why[0]) {
            g_string_append_printf(text, "; no lines, as %s", result->why);
        }
        break;
    case COLLECT_AST_ONLY:
        g_string_append_printf(text, "%s: source only, no IR: %s", file, result->why);
        break;
    case COLLECT_PARTIAL:
        g_string_append_printf(text, "%s: partial, %u error%s: %s", file, result->errors,
                               cli_s(result->errors), result->why);
        break;
    case COLLECT_FAILED:
        g_string_append_printf(text, "%s: not collected: %s", file, result->why);
        break;
    case COLLECT_NO_OUTPUT:
        g_string_append_printf(text, "%s: not written: %s", file, result->why);
        break;
    }
    return g_string_free(text, FALSE);
}

/** Add a line. Names and messages come from databases, sources and clang.
 *  @param line is released */
static void append_line(GString *text, const char *indent, char *line)
{
    char *shown = cli_printable(line);
    g_string_append_printf(text, "%s%s\n", indent, shown);
    g_free(shown);
    g_free(line);
}

char *result_format(const char *file, const struct collect_result *result, const char *messages)
{
    GString *text = g_string_new(NULL);
    char **lines = g_strsplit(messages, "\n", -1);
    append_line(text, "", worded(file, result));
    for (char **line = lines; *line; line++) {
        if ((*line)[0]) {
            append_line(text, "    ", g_strdup(*line));
        }
    }
    g_strfreev(lines);
    return g_string_free(text, FALSE);
}
