/*
 * Turns libclang's locations into places of the unit and finds the text at them. Names files as the
 * graph does.
 */
#include "ast/base/ast_context.h"

#include <string.h>

#include "text/lexical_paths.h"

/** The unit's name of a file; disposes of the string. */
static const char *named(struct ast *ast, CXString name)
{
    char *absolute = path_of_file(ast->input->directory, clang_getCString(name));
    const char *kept = unit_string(ast->unit, path_below(ast->input->root, absolute));
    g_free(absolute);
    clang_disposeString(name);
    return kept;
}

const char *ast_file_name(struct ast *ast, CXFile file)
{
    const char *known = g_hash_table_lookup(ast->files, file);
    if (!known) {
        known = named(ast, clang_getFileName(file));
        g_hash_table_insert(ast->files, file, (char *)known);
    }
    return known;
}

const char *ast_file(struct ast *ast, CXSourceLocation location)
{
    CXFile file;
    clang_getExpansionLocation(location, &file, NULL, NULL, NULL);
    return file ? ast_file_name(ast, file) : NULL;
}

/** The path that a generated file gives as its source; it may be of another machine. */
static struct unit_place presumed_place(struct ast *ast, CXSourceLocation location)
{
    struct unit_place place;
    CXString name;
    clang_getPresumedLocation(location, &name, &place.line, &place.column);
    if (!g_utf8_validate(clang_getCString(name), -1, NULL)) {
        clang_disposeString(name);
        return (struct unit_place){NULL, 0, 0};
    }
    place.file = named(ast, name);
    return place;
}

struct unit_place ast_place_in_file(struct ast *ast, CXSourceLocation location, CXFile *file)
{
    struct unit_place place = {NULL, 0, 0};
    clang_getExpansionLocation(location, file, &place.line, &place.column, NULL);
    if (!*file) {
        return (struct unit_place){NULL, 0, 0};
    }
    if (*file != ast->last_file) {
        ast->last_file = *file;
        ast->last_name = ast_file_name(ast, *file);
    }
    place.file = ast->last_name;
    return place;
}

struct unit_place ast_place(struct ast *ast, CXSourceLocation location)
{
    CXFile file;
    struct unit_place place = ast_place_in_file(ast, location, &file);
    bool presumed =
        g_hash_table_size(ast->presumed) > 0 && file && g_hash_table_contains(ast->presumed, file);
    return presumed ? presumed_place(ast, location) : place;
}

/** To find text, libclang searches all files and macro uses; reading the files again is faster.
 *  libclang is asked only for what it alone can find. */
static GBytes *read_contents(struct ast *ast, CXFile file)
{
    CXString name = clang_getFileName(file);
    char *path = path_of_file(ast->input->directory, clang_getCString(name));
    char *text;
    size_t size;
    clang_disposeString(name);
    bool is_read = g_file_get_contents(path, &text, &size, NULL) != 0;
    g_free(path);
    if (is_read) {
        return g_bytes_new_take(text, size);
    }
    const char *held = clang_getFileContents(ast->tu, file, &size);
    return held ? g_bytes_new_static(held, size) : NULL;
}

const char *ast_contents(struct ast *ast, CXFile file, size_t *size)
{
    GBytes *known = g_hash_table_lookup(ast->contents, file);
    if (!known) {
        known = read_contents(ast, file);
        if (!known) {
            *size = 0;
            return NULL;
        }
        g_hash_table_insert(ast->contents, file, known);
    }
    const char *text = g_bytes_get_data(known, size);
    return text ? text : "";
}

const char *ast_text(struct ast *ast, CXSourceLocation location, size_t *length)
{
    CXFile file;
    unsigned offset;
    size_t size = 0;
    clang_getSpellingLocation(location, &file, NULL, NULL, &offset);
    const char *text = file ? ast_contents(ast, file, &size) : NULL;
    *length = text && offset < size ? size - offset : 0;
    return *length ? text + offset : "";
}

bool ast_text_begins(struct ast *ast, CXSourceLocation location, const char *word)
{
    size_t length;
    const char *text = ast_text(ast, location, &length);
    return length >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

struct unit_place ast_cursor_place(struct ast *ast, CXCursor cursor)
{
    return ast_place(ast, clang_getCursorLocation(cursor));
}
