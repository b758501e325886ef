/* Small text files: lists of names. */
#include "cli.h"

#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* NULL after telling why. */
static char *read_standard_input(gsize *length)
{
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
    *length = whole->len;
    return g_string_free(whole, FALSE);
}

/* NULL after telling why. */
static char *read_whole(const char *path, gsize *length)
{
    char *text = NULL;
    GError *error = NULL;
    if (strcmp(path, "-") == 0) {
        return read_standard_input(length);
    }
    if (!g_file_get_contents(path, &text, length, &error)) {
        cli_error("%s", error->message);
        g_error_free(error);
    }
    return text;
}

/* What editors of other systems put at the ends of lines. */
static void drop_returns(char **lines)
{
    for (; *lines; lines++) {
        size_t length = strlen(*lines);
        if (length && (*lines)[length - 1] == '\r') {
            (*lines)[length - 1] = '\0';
        }
    }
}

char **cli_read_lines(const char *path)
{
    gsize length;
    char *text = read_whole(path, &length);
    char **lines = NULL;
    if (text && strlen(text) != length) {
        cli_error("%s: this is no text: it has zero bytes",
                  strcmp(path, "-") == 0 ? "<stdin>" : path);
    } else if (text) {
        size_t mark = g_str_has_prefix(text, BYTE_ORDER_MARK) ? strlen(BYTE_ORDER_MARK) : 0;
        lines = g_strsplit(text + mark, "\n", -1);
        drop_returns(lines);
    }
    g_free(text);
    return lines;
}
