/* Lines that fit the terminal. */
#include "cli.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NARROWEST 20
#define DEEPER 4 /* how much further what goes on is set in */

/* What is written through. */
struct fitted {
    GString *line; /* that is not whole yet */
    size_t width;
};

/* Bytes of the escape sequence that a text begins with, as of colours. */
static size_t escape_length(const char *text)
{
    if (text[0] != '\033' || text[1] != '[') {
        return 0;
    }
    size_t length = 2 + strspn(text + 2, "0123456789;");
    return text[length] ? length + 1 : length;
}

/* Columns a character takes, and its bytes. */
static size_t columns(const char *text, size_t *length)
{
    *length = escape_length(text);
    if (*length) {
        return 0;
    }
    gunichar character = g_utf8_get_char_validated(text, -1);
    bool valid = character < (gunichar)-2;
    *length = valid ? (size_t)(g_utf8_next_char(text) - text) : 1;
    return !valid ? 1 : g_unichar_iszerowidth(character) ? 0 : g_unichar_iswide(character) ? 2 : 1;
}

/* Where to break a text for a width: behind the last blank that fits, else the first there is. At
 * least `from` bytes stay. @return the length of what stays; all of it when nothing is to be done
 */
static size_t break_at(const char *text, size_t width, size_t from)
{
    size_t used = 0, best = 0, length;
    for (size_t at = 0; text[at]; at += length) {
        used += columns(text + at, &length);
        if (used > width && best) {
            return best;
        }
        if (text[at] == ' ' && at >= from && text[at + 1] && text[at + 1] != ' ') {
            best = at + 1;
        }
    }
    return used > width && best ? best : strlen(text);
}

char *cli_fit_line(const char *line, size_t width)
{
    size_t indent = strspn(line, " ");
    size_t deeper = MIN(indent + DEEPER, width / 2);
    GString *fitted = g_string_new(NULL);
    size_t taken = break_at(line, width, indent + 1);
    for (;;) {
        bool more = line[taken] != '\0';
        size_t shown = more ? taken - 1 : taken; /* without the blank */
        g_string_append_len(fitted, line, (gssize)shown);
        if (!more) {
            return g_string_free(fitted, FALSE);
        }
        g_string_append_printf(fitted, "\n%*s", (int)deeper, "");
        line += taken;
        taken = break_at(line, width - deeper, 1);
    }
}

static bool put_bytes(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, text, length);
        if (written < 0) {
            return false;
        }
        text += written;
        length -= (size_t)written;
    }
    return true;
}

static bool put_line(struct fitted *fitted, bool ends)
{
    char *text = cli_fit_line(fitted->line->str, fitted->width);
    bool ok = put_bytes(text, strlen(text)) && (!ends || put_bytes("\n", 1));
    g_free(text);
    g_string_set_size(fitted->line, 0);
    return ok;
}

static ssize_t write_fitted(void *cookie, const char *bytes, size_t length)
{
    struct fitted *fitted = cookie;
    bool ok = true;
    for (size_t at = 0; at < length && ok; at++) {
        if (bytes[at] == '\n') {
            ok = put_line(fitted, true);
        } else {
            g_string_append_c(fitted->line, bytes[at]);
        }
    }
    return ok ? (ssize_t)length : 0;
}

static int close_fitted(void *cookie)
{
    struct fitted *fitted = cookie;
    bool ok = fitted->line->len == 0 || put_line(fitted, false);
    g_string_free(fitted->line, TRUE);
    g_free(fitted);
    return ok ? 0 : -1;
}

size_t cli_terminal_width(int descriptor)
{
    if (!isatty(descriptor)) {
        return 0;
    }
    const char *said = g_getenv("COLUMNS");
    guint64 number;
    if (said && g_ascii_string_to_unsigned(said, 10, NARROWEST, 1 << 16, &number, NULL)) {
        return (size_t)number;
    }
    struct winsize size;
    bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= NARROWEST;
    return known ? size.ws_col : 0;
}

void cli_fit_terminal(void)
{
    const cookie_io_functions_t functions = {.write = write_fitted, .close = close_fitted};
    size_t width = cli_terminal_width(STDOUT_FILENO);
    if (width == 0 || fflush(stdout) != 0) {
        return;
    }
    struct fitted *fitted = g_new(struct fitted, 1);
    *fitted = (struct fitted){g_string_new(NULL), width};
    FILE *stream = fopencookie(fitted, "w", functions);
    if (stream) {
        stdout = stream;
    } else {
        close_fitted(fitted);
    }
}
