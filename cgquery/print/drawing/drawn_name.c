/*
 * Cuts arguments of functions and templates out of a readable name, so that it fits into a box; the
 * whole name is shown under the pointer.
 */
#include "print/drawing/drawn_name.h"

#include <string.h>

#define SHORT_NAME 60
#define CUT "\xe2\x80\xa6"

char *drawn_base_name(struct query *query, cg_node node)
{
    size_t length;
    const char *base = query_short_base(query, node, &length);
    char *name = g_strndup(base, length);
    char *shown = cli_printable(name);
    g_free(name);
    return shown;
}

/* How many bytes at the beginning of a text are the name of an operator that brackets are in. */
static size_t operator_length(const char *text)
{
    static const char word[] = "operator";
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? length + strspn(text + length, "<>=-") : 0;
}

/* "std::deque<...>::push_back" of a name with arguments of templates; NULL where brackets do not
 * match. */
static char *without_arguments(const char *name)
{
    GString *out = g_string_new(NULL);
    int depth = 0;
    for (const char *c = name; *c && depth >= 0;) {
        size_t length = operator_length(c);
        bool arrow = c > name && c[-1] == '-';
        depth -= *c == '>' && !arrow;
        if (depth == 0) {
            g_string_append_len(out, c, (gssize)MAX(length, 1));
        }
        if (*c == '<' && depth++ == 0) {
            g_string_append(out, CUT);
        }
        c += MAX(length, 1);
    }
    return g_string_free(out, depth != 0);
}

char *drawn_short(char *name)
{
    char *plain = g_utf8_strlen(name, -1) > SHORT_NAME ? without_arguments(name) : NULL;
    if (plain) {
        g_free(name);
        name = plain;
    }
    if (g_utf8_strlen(name, -1) <= SHORT_NAME) {
        return name;
    }
    char *start = g_utf8_substring(name, 0, SHORT_NAME - 1);
    char *cut = g_strconcat(start, CUT, NULL);
    g_free(start);
    g_free(name);
    return cut;
}

char *drawn_tooltip(struct query *query, cg_node node)
{
    char *place = query_place(query, node);
    char *text = g_strjoin(place ? " " : "", query_name(query, node), place ? place : "", NULL);
    g_free(place);
    return text;
}
