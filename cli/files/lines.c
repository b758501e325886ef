/* Reads small text files: lists of names. */
#include "cli.h"
#include "files/cli_files.h"

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

/* Of files with "\r\n" the carriage returns are left out. */
static char **split_lines(const char *text)
{
    GPtrArray *lines = g_ptr_array_new();
    for (bool more = *text != '\0'; more;) {
        size_t length = strcspn(text, "\n");
        size_t kept = length && text[length - 1] == '\r' ? length - 1 : length;
        g_ptr_array_add(lines, g_strndup(text, kept));
        more = text[length] != '\0';
        text += length + more;
    }
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}

char **cli_read_lines(const char *path)
{
    gsize length;
    char *text = read_whole(path, &length);
    char **lines = NULL;
    if (text && strlen(text) != length) {
        cli_error("%s: not a text file: it has zero bytes", cli_title(path));
    } else if (text) {
        size_t mark = g_str_has_prefix(text, BYTE_ORDER_MARK) ? strlen(BYTE_ORDER_MARK) : 0;
        lines = split_lines(text + mark);
    }
    g_free(text);
    return lines;
}
