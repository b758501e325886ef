#include "ast/context.h"

#include <string.h>

#include "paths.h"

/** The unit's name of a file; the string is disposed of. */
static const char *named(struct ast *ast, CXString name)
{
    char *absolute = path_of_file(ast->input->directory, clang_getCString(name));
    const char *kept = unit_string(ast->unit, path_below(ast->input->root, absolute));
    g_free(absolute);
    clang_disposeString(name);
    return kept;
}

static const char *file_name(struct ast *ast, CXFile file)
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
    return file ? file_name(ast, file) : NULL;
}

/** Where a generated file says that it is from; paths in it may be of another machine. */
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
        ast->last_name = file_name(ast, *file);
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

const char *ast_text(struct ast *ast, CXSourceLocation location, size_t *length)
{
    CXFile file;
    unsigned offset;
    size_t size = 0;
    clang_getSpellingLocation(location, &file, NULL, NULL, &offset);
    const char *text = file ? clang_getFileContents(ast->tu, file, &size) : NULL;
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

static void note_system_file(CXFile file, CXSourceLocation *stack, unsigned depth,
                             CXClientData data)
{
    struct ast *ast = data;
    (void)stack;
    (void)depth;
    if (clang_Location_isInSystemHeader(clang_getLocationForOffset(ast->tu, file, 0))) {
        g_hash_table_add(ast->unit->system_files, (char *)file_name(ast, file));
    }
}

void ast_note_system_files(struct ast *ast)
{
    clang_getInclusions(ast->tu, note_system_file, ast);
}
