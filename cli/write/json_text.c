/*
 * Appends JSON to strings: graphs have millions of short strings and numbers, so plain runs are
 * copied at once, and numbers do not go through printf.
 */
#include "write/json_text.h"

void json_text_add_escaped(GString *out, const char *text)
{
    for (;;) {
        const char *plain = text;
        while ((guchar)*text >= ' ' && *text != '"' && *text != '\\') {
            text++;
        }
        g_string_append_len(out, plain, text - plain);
        if (*text == '\0') {
            return;
        }
        g_string_append_printf(out, *text < ' ' ? "\\u%04x" : "\\%c", *text);
        text++;
    }
}

void json_text_add_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    json_text_add_escaped(out, text);
    g_string_append_c(out, '"');
}

void json_text_add_unsigned(GString *out, guint64 number)
{
    char digits[20];
    gsize begin = sizeof digits;
    do {
        digits[--begin] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    g_string_append_len(out, digits + begin, (gssize)(sizeof digits - begin));
}

void json_text_add_number(GString *out, gint64 number)
{
    if (number < 0) {
        g_string_append_c(out, '-');
    }
    json_text_add_unsigned(out, number < 0 ? -(guint64)number : (guint64)number);
}

void json_text_add_member(GString *out, const char *name, gint64 number)
{
    g_string_append_c(out, '"');
    g_string_append(out, name);
    g_string_append(out, "\":");
    json_text_add_number(out, number);
}
