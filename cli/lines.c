/* Reads small text files: lists of names. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

#define MOST_BYTES ((gsize)256 << 20)

/* All of a stream; NULL after reporting an error. The limit stops endless devices. */
static char *read_stream(FILE *stream, const char *name, gsize *length)
{
    GString *whole = g_string_new(NULL);
    char buffer[4096];
    errno = 0;
    for (size_t n; whole->len <= MOST_BYTES && (n = fread(buffer, 1, sizeof buffer, stream)) > 0;) {
        g_string_append_len(whole, buffer, (gssize)n);
    }
    if (!ferror(stream) && whole->len <= MOST_BYTES) {
        *length = whole->len;
        return g_string_free(whole, FALSE);
    }
    if (ferror(stream)) {
        cli_error("cannot read %s: %s", name, g_strerror(errno));
    } else {
        cli_error("%s: longer than 256 MiB; give a shorter file", name);
    }
    g_string_free(whole, TRUE);
    return NULL;
}

/* NULL after reporting an error. */
static char *read_whole(const char *path, gsize *length)
{
    if (strcmp(path, "-") == 0) {
        return read_stream(stdin, "<stdin>", length);
    }
    FILE *stream = fopen(path, "re");
    if (!stream) {
        cli_error("cannot open %s: %s", path, g_strerror(errno));
        return NULL;
    }
    char *text = read_stream(stream, path, length);
    fclose(stream);
    return text;
}

/* Removes the carriage returns of files with "\r\n". */
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
        cli_error("%s: not a text file: it has zero bytes",
                  strcmp(path, "-") == 0 ? "<stdin>" : path);
    } else if (text) {
        size_t mark = g_str_has_prefix(text, BYTE_ORDER_MARK) ? strlen(BYTE_ORDER_MARK) : 0;
        lines = g_strsplit(text + mark, "\n", -1);
        drop_returns(lines);
    }
    g_free(text);
    return lines;
}
