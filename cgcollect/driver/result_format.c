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

static void word_result(GString *text, const char *file, const struct collect_result *result)
{
    switch (result->outcome) {
    case COLLECT_COMPLETE:
        g_string_append_printf(text, "%s: complete, %u function%s, %u call%s, %u unresolved", file,
                               result->functions, cli_s(result->functions), result->calls,
                               cli_s(result->calls), result->open);
        if (result->compiled_only) {
            g_string_append_printf(text, "; compiler only, %u of %u call locations unknown",
                                   result->unplaced, result->places);
        }
        g_string_append_c(text, '\n');
        break;
    case COLLECT_AST_ONLY:
        g_string_append_printf(text, "%s: source only, no IR: %s\n", file, result->why);
        break;
    case COLLECT_PARTIAL:
        g_string_append_printf(text, "%s: partial, %u error%s: %s\n", file, result->errors,
                               cli_s(result->errors), result->why);
        break;
    case COLLECT_FAILED:
        g_string_append_printf(text, "%s: not collected: %s\n", file, result->why);
        break;
    case COLLECT_NO_OUTPUT:
        g_string_append_printf(text, "%s: not written: %s\n", file, result->why);
        break;
    }
}

char *result_format(const char *file, const struct collect_result *result, const char *messages)
{
    GString *text = g_string_new(NULL);
    char **lines = g_strsplit(messages, "\n", -1);
    word_result(text, file, result);
    for (char **line = lines; *line; line++) {
        if ((*line)[0]) {
            g_string_append_printf(text, "    %s\n", *line);
        }
    }
    g_strfreev(lines);
    return g_string_free(text, FALSE);
}
