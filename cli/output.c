/* Text for terminals and JSON strings, without what terminals would obey; ends standard output. */
#include "cli.h"

#include <errno.h>
#include <poll.h>
#include <stdio_ext.h>
#include <unistd.h>

/* An earlier write may have failed and errno is lost, so ask the descriptor. */
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
    /* If the parent closed stdout and nothing was written, that is success. */
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

/* C0, DEL, C1, line and paragraph separators, and characters that change the direction of writing:
 * each can hide or forge what is shown. */
bool cli_is_control(uint32_t character)
{
    static const struct {
        gunichar first, last;
    } ranges[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},  {0x200e, 0x200f},
                  {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}};
    size_t i = 0;
    while (i < G_N_ELEMENTS(ranges) && character > ranges[i].last) {
        i++;
    }
    return i < G_N_ELEMENTS(ranges) && character >= ranges[i].first;
}

/* The first character of a text and its length in bytes; a byte that is not UTF-8 stands for
 * itself. */
static gunichar first_character(const char *text, size_t *length)
{
    gunichar character = (unsigned char)*text;
    *length = 1;
    if (character >= 0x80) {
        gunichar decoded = g_utf8_get_char_validated(text, -1);
        if (decoded < (gunichar)-2) {
            character = decoded;
            *length = (size_t)(g_utf8_next_char(text) - text);
        }
    }
    return character;
}

/* A byte that is no part of a character in UTF-8. */
static bool is_stray(gunichar character, size_t length)
{
    return length == 1 && character >= 0x80;
}

/* The number of leading bytes of characters that can be shown. */
static size_t printable_length(const char *text)
{
    size_t done = 0, length;
    while (text[done]) {
        gunichar character = first_character(text + done, &length);
        if (cli_is_control(character) || is_stray(character, length)) {
            break;
        }
        done += length;
    }
    return done;
}

bool cli_is_printable(const char *text)
{
    return !text[printable_length(text)];
}

static void append_escape(GString *shown, gunichar character, size_t length)
{
    if (is_stray(character, length)) {
        g_string_append_printf(shown, "\\x%02x", (unsigned)character);
    } else if (character == '\n' || character == '\t') {
        g_string_append(shown, character == '\n' ? "\\n" : "\\t");
    } else {
        g_string_append_printf(shown, "\\u%04x", (unsigned)character);
    }
}

char *cli_printable(const char *text)
{
    GString *shown = g_string_new(NULL);
    for (;;) {
        size_t length = printable_length(text);
        g_string_append_len(shown, text, (gssize)length);
        text += length;
        if (!*text) {
            return g_string_free(shown, FALSE);
        }
        gunichar character = first_character(text, &length);
        append_escape(shown, character, length);
        text += length;
    }
}

void cli_print_text(FILE *out, const char *text)
{
    char *shown = cli_printable(text);
    fputs(shown, out);
    g_free(shown);
}

const char *cli_title(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

char *cli_printable_json(const char *json)
{
    GString *shown = g_string_new(NULL);
    size_t length;
    for (; *json; json += length) {
        gunichar character = first_character(json, &length);
        if (character >= 0x7f && cli_is_control(character)) {
            append_escape(shown, character, 2);
        } else {
            g_string_append_len(shown, json, (gssize)length);
        }
    }
    return g_string_free(shown, FALSE);
}

const char *cli_s(uint64_t count)
{
    return count == 1 ? "" : "s";
}

void cli_print_more(FILE *out, const char *indent, uint64_t hidden, const char *what)
{
    if (hidden) {
        fprintf(out, "%sand %" G_GUINT64_FORMAT " more%s%s%s (--max=0 shows all)\n", indent,
                (guint64)hidden, what ? " " : "", what ? what : "", what ? cli_s(hidden) : "");
    }
}

/* The number of leading bytes that need no escape. */
static size_t plain_length(const char *text)
{
    size_t length = 0;
    while (text[length] >= ' ' && text[length] < 0x7f && text[length] != '"' &&
           text[length] != '\\') {
        length++;
    }
    return length;
}

void cli_add_json_string(GString *out, const char *text)
{
    size_t length;
    g_string_append_c(out, '"');
    for (; *text; text += length) {
        gunichar character = first_character(text, &length);
        size_t plain = plain_length(text);
        if (plain) {
            length = plain;
            g_string_append_len(out, text, (gssize)plain);
        } else if (*text == '"' || *text == '\\') {
            g_string_append_printf(out, "\\%c", *text);
        } else if (is_stray(character, length)) {
            g_string_append(out, "\xef\xbf\xbd");
        } else if (cli_is_control(character)) {
            append_escape(out, character, length);
        } else {
            g_string_append_len(out, text, (gssize)length);
        }
    }
    g_string_append_c(out, '"');
}

void cli_print_json_string(FILE *out, const char *text)
{
    GString *string = g_string_new(NULL);
    cli_add_json_string(string, text);
    (void)!fwrite(string->str, 1, string->len, out);
    g_string_free(string, TRUE);
}
