/* Small text files: lists of names. */
#include "cli.h"

#include <string.h>

/* NULL after telling why. */
static char *read_whole(const char *path)
{
    char *text = NULL;
    GError *error = NULL;
    if (strcmp(path, "-") != 0) {
        if (!g_file_get_contents(path, &text, NULL, &error)) {
            cli_error("%s", error->message);
            g_error_free(error);
        }
        return text;
    }
    GString *whole = g_string_new(NULL);
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, stdin)) > 0;) {
        g_string_append_len(whole, buffer, (gssize)n);
    }
    if (ferror(stdin)) {
        cli_error("cannot read the list from standard input");
        g_string_free(whole, TRUE);
        return NULL;
    }
    return g_string_free(whole, FALSE);
}

char **cli_read_lines(const char *path)
{
    char *text = read_whole(path);
    char **lines = text ? g_strsplit(text, "\n", -1) : NULL;
    g_free(text);
    return lines;
}
