#include "cli.h"

#include <errno.h>
#include <poll.h>
#include <stdio_ext.h>
#include <unistd.h>

/* An earlier write may have failed unseen, its errno gone: ask the descriptor itself. */
static bool reader_is_gone(void)
{
    struct pollfd descriptor = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&descriptor, 1, 0) == 1 && (descriptor.revents & POLLERR);
}

int cli_finish(int code)
{
    bool failed_before = ferror(stdout);
    bool pending = __fpending(stdout) > 0;
    bool gone = reader_is_gone();
    errno = 0;
    bool failed = fclose(stdout) != 0;
    int reason = errno;
    /* Closed by whoever started the tool, and nothing was to be said: as good as written. */
    if (failed && !failed_before && !pending && reason == EBADF) {
        failed = false;
    }
    if (!failed && !failed_before) {
        return code;
    }
    if (reason == EPIPE || gone) {
        return CLI_TROUBLE;
    }
    if (failed) {
        cli_error("cannot write standard output: %s", g_strerror(reason));
    } else {
        cli_error("cannot write standard output");
    }
    return CLI_TROUBLE;
}

/* Bytes of the control character a text begins with: of C0, DEL, or C1 in UTF-8; else 0. */
static size_t control_length(const char *text)
{
    unsigned char first = (unsigned char)*text, second = first ? (unsigned char)text[1] : 0;
    bool one = (first && first < ' ') || first == 0x7f;
    return one ? 1 : first == 0xc2 && second >= 0x80 && second < 0xa0 ? 2 : 0;
}

bool cli_is_printable(const char *text)
{
    while (*text && !control_length(text)) {
        text++;
    }
    return !*text;
}

char *cli_printable(const char *text)
{
    GString *shown = g_string_new(NULL);
    while (*text) {
        size_t length = control_length(text);
        if (*text == '\n' || *text == '\t') {
            g_string_append(shown, *text == '\n' ? "\\n" : "\\t");
        } else if (length) {
            g_string_append_printf(shown, "\\u%04x", (unsigned char)text[length - 1]);
        } else {
            g_string_append_c(shown, *text);
        }
        text += length ? length : 1;
    }
    return g_string_free(shown, FALSE);
}

static void print_character(FILE *out, gunichar character, const char *bytes, size_t length)
{
    if (character == '"' || character == '\\') {
        fprintf(out, "\\%c", (char)character);
    } else if (character == '\n') {
        fputs("\\n", out);
    } else if (character == '\t') {
        fputs("\\t", out);
    } else if (character < 0x20 || character == 0x7f) {
        fprintf(out, "\\u%04x", (unsigned)character);
    } else {
        fwrite(bytes, 1, length, out);
    }
}

/* Bytes at the beginning that stand for themselves. */
static size_t plain_length(const char *text)
{
    size_t length = 0;
    while (text[length] >= ' ' && text[length] < 0x7f && text[length] != '"' &&
           text[length] != '\\') {
        length++;
    }
    return length;
}

void cli_print_json_string(FILE *out, const char *text)
{
    putc('"', out);
    while (*text) {
        size_t plain = plain_length(text);
        if (plain) {
            fwrite(text, 1, plain, out);
            text += plain;
            continue;
        }
        gunichar character = g_utf8_get_char_validated(text, -1);
        if (character == (gunichar)-1 || character == (gunichar)-2) {
            fputs("\xef\xbf\xbd", out);
            text++;
            continue;
        }
        size_t length = (size_t)(g_utf8_next_char(text) - text);
        print_character(out, character, text, length);
        text += length;
    }
    putc('"', out);
}
