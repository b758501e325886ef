/* Reads streams to their end. */
#include "core/text_file.h"

#include <cli.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MOST_BYTES ((gsize)1 << 26)

static char *read_stream(FILE *in, const char *shown, struct cg_error *error)
{
    GString *text = g_string_new(NULL);
    char buffer[4096];
    size_t count;
    while (text->len <= MOST_BYTES && (count = fread(buffer, 1, sizeof buffer, in)) > 0) {
        g_string_append_len(text, buffer, (gssize)count);
    }
    const char *wrong = ferror(in)                      ? g_strerror(errno)
                        : text->len > MOST_BYTES        ? "more than 64 MiB"
                        : strlen(text->str) < text->len ? "it contains NUL characters"
                                                        : NULL;
    if (wrong) {
        cli_fail(error, CG_E_IO, shown, "%s", wrong);
    }
    return g_string_free(text, wrong != NULL);
}

char *text_file_read(const char *path, struct cg_error *error)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
    if (!in) {
        cli_fail(error, CG_E_IO, path, "%s", g_strerror(errno));
        return NULL;
    }
    char *text = read_stream(in, cli_title(path), error);
    if (in != stdin) {
        fclose(in);
    }
    return text;
}
