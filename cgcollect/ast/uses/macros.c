/*
 * Records where macros are used. The preprocessor keeps uses in the text of files, not those within
 * other macros: the text of the definitions shows these.
 */
#include "ast/uses/uses_parts.h"

#include "text/identifiers.h"

#include <string.h>

#include "source/cursors.h"
#include "source/source_text.h"

void macro_expanded(struct finding *finding, CXCursor expansion, struct unit_place place)
{
    CXCursor definition = clang_getCursorReferenced(expansion);
    if (definition.kind != CXCursor_MacroDefinition) {
        return;
    }
    guint before = finding->uses->entities->len;
    entity_id entity = entity_of(finding, definition);
    if (finding->uses->entities->len > before) {
        g_array_append_val(finding->macros, definition);
    }
    entity_mention_at(finding, entity, place, USE_EXPAND);
}

/* Definitions */

static char *spelling_of(CXCursor cursor)
{
    CXString text = clang_getCursorSpelling(cursor);
    char *name = g_strdup(clang_getCString(text));
    clang_disposeString(text);
    return name;
}

static void free_cursors(void *cursors)
{
    g_array_free(cursors, TRUE);
}

static enum CXChildVisitResult index_definition(CXCursor cursor, CXCursor parent, CXClientData data)
{
    GHashTable *by_name = data;
    (void)parent;
    if (cursor.kind == CXCursor_MacroDefinition) {
        char *name = spelling_of(cursor);
        GArray *same = g_hash_table_lookup(by_name, name);
        if (same) {
            g_free(name);
        } else {
            same = g_array_new(FALSE, FALSE, sizeof(CXCursor));
            g_hash_table_insert(by_name, name, same);
        }
        g_array_append_val(same, cursor);
    }
    return CXChildVisit_Continue;
}

/** A macro's definition, being searched for names of others. */
struct definition {
    struct finding *finding;
    GHashTable *by_name; /**< GArray of CXCursor: all definitions */
    entity_id owner;
    const char *text;
    size_t length;
    unsigned line;
};

static void need_macro(const struct definition *d, const char *name, size_t length, uint32_t line)
{
    char *copy = g_strndup(name, length);
    const GArray *same = g_hash_table_lookup(d->by_name, copy);
    g_free(copy);
    for (guint i = 0; same && i < same->len; i++) {
        CXCursor definition = g_array_index(same, CXCursor, i);
        guint before = d->finding->uses->entities->len;
        const struct entity_need need = {d->owner, entity_of(d->finding, definition), line,
                                         USE_EXPAND};
        if (d->finding->uses->entities->len > before) {
            g_array_append_val(d->finding->macros, definition);
        }
        if (need.entity != ENTITY_NONE && need.entity != d->owner) {
            g_array_append_val(d->finding->uses->needs, need);
        }
    }
}

static bool begins_word(char c)
{
    return g_ascii_isalpha(c) || c == '_';
}

/** Skips what is no code at `at`: a literal or a number. @return at if there is none. */
static const char *skip_literal(const char *at, const char *end)
{
    if (g_ascii_isdigit(*at)) {
        while (at < end && (word_has(*at) || *at == '.')) {
            at++;
        }
    } else if (*at == '"' || *at == '\'') {
        char quote = *at++;
        while (at < end && *at != quote) {
            at += *at == '\\' ? 2 : 1;
        }
        at++;
    }
    return MIN(at, end);
}

static void search(const struct definition *d)
{
    const char *end = d->text + d->length;
    const char *at = d->text;
    const char *counted = at;
    uint32_t line = d->line;
    while (at < end && word_has(*at)) {
        at++; /* the macro's own name */
    }
    while (at < end) {
        const char *next = source_skip_blanks(at, end);
        next = next == at ? skip_literal(at, end) : next;
        if (next > at) {
            at = next;
            continue;
        }
        const char *begin = at;
        while (at < end && word_has(*at)) {
            at++;
        }
        for (; counted < begin; counted++) {
            line += *counted == '\n';
        }
        if (at > begin && begins_word(*begin)) {
            need_macro(d, begin, (size_t)(at - begin), line);
        }
        at = at == begin ? at + 1 : at;
    }
}

static void search_definition(struct finding *finding, GHashTable *by_name, CXCursor macro)
{
    CXFile file;
    unsigned begin;
    unsigned end;
    size_t size;
    struct definition d = {finding, by_name, entity_of(finding, macro), NULL, 0, 0};
    CXSourceRange extent = clang_getCursorExtent(macro);
    clang_getSpellingLocation(clang_getRangeStart(extent), &file, &d.line, NULL, &begin);
    clang_getSpellingLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    bool of_system = ast_in_system(finding->ast, clang_getCursorLocation(macro));
    const char *text = file && !of_system ? ast_contents(finding->ast, file, &size) : NULL;
    if (text && begin < end && end <= size && d.owner != ENTITY_NONE) {
        d.text = text + begin;
        d.length = end - begin;
        search(&d);
    }
}

void macros_follow(struct finding *finding, CXTranslationUnit tu)
{
    GHashTable *by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_cursors);
    if (finding->macros->len > 0) {
        clang_visitChildren(clang_getTranslationUnitCursor(tu), index_definition, by_name);
    }
    for (guint i = 0; i < finding->macros->len; i++) {
        search_definition(finding, by_name, g_array_index(finding->macros, CXCursor, i));
    }
    g_hash_table_destroy(by_name);
}
