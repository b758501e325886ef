/*
 * Writes types as clang prints them, but with file names as in the graph: a type without a name is
 * identified by its place.
 */
#include "source/type_spelling.h"

#include <string.h>

#include "source/cursors.h"
#include "text/lexical_paths.h"

/** @return where the ":LINE:COLUMN)" after a path begins, NULL if there is none. */
static const char *end_of_path(const char *path)
{
    static const char digits[] = "0123456789";
    for (const char *at = strchr(path, ':'); at; at = strchr(at + 1, ':')) {
        size_t line = strspn(at + 1, digits);
        const char *next = at + 1 + line;
        size_t column = *next == ':' ? strspn(next + 1, digits) : 0;
        if (line > 0 && column > 0 && next[1 + column] == ')') {
            return at;
        }
    }
    return NULL;
}

/** Where the next type without a name begins: "(unnamed struct at PATH:1:2)". */
static const char *next_unnamed(const char *text)
{
    static const char *const words[] = {"(unnamed ", "(anonymous ", "(lambda "};
    const char *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        const char *at = strstr(text, words[i]);
        found = at && (!found || at < found) ? at : found;
    }
    return found;
}

/** Append a path as the graph writes it. */
static void add_path(GString *out, const struct unit *unit, const char *path, const char *end)
{
    char *given = g_strndup(path, (gsize)(end - path));
    char *absolute = path_of_file(unit->directory, given);
    g_string_append(out, path_below(unit->root, absolute));
    g_free(absolute);
    g_free(given);
}

/** Types without a name contain paths, which must not depend on where the sources are. */
static const char *with_own_paths(struct unit *unit, const char *text)
{
    static const char before[] = " at ";
    GString *out = g_string_new(NULL);
    for (const char *at = next_unnamed(text); at; at = next_unnamed(text)) {
        const char *path = strstr(at, before);
        const char *end = path ? end_of_path(path) : NULL;
        if (!end) {
            break;
        }
        path += strlen(before);
        g_string_append_len(out, text, path - text);
        add_path(out, unit, path, end);
        text = end;
    }
    g_string_append(out, text);
    const char *kept = unit_string(unit, out->str);
    g_string_free(out, TRUE);
    return kept;
}

const char *type_spelling(struct unit *unit, CXType type)
{
    const char *known = g_hash_table_lookup(unit->spellings, type_object(type));
    if (!known) {
        CXString spelling = clang_getTypeSpelling(type);
        const char *text = clang_getCString(spelling);
        text = text ? text : "";
        known = next_unnamed(text) ? with_own_paths(unit, text) : unit_string(unit, text);
        g_hash_table_insert(unit->spellings, type_object(type), (char *)known);
        clang_disposeString(spelling);
    }
    return known;
}

const char *type_spelling_utf8(struct unit *unit, CXType type)
{
    const char *text = type_spelling(unit, type);
    return text[0] && g_utf8_validate(text, -1, NULL) ? text : NULL;
}
