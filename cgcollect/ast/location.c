#include "ast/context.h"

#include <string.h>

#include "paths.h"

static const char *file_name(struct ast *ast, CXFile file)
{
    const char *known = g_hash_table_lookup(ast->files, file);
    if (known) {
        return known;
    }
    CXString name = clang_getFileName(file);
    char *absolute = path_of_file(ast->input->directory, clang_getCString(name));
    known = unit_string(ast->unit, path_below(ast->input->root, absolute));
    g_free(absolute);
    clang_disposeString(name);
    g_hash_table_insert(ast->files, file, (char *)known);
    return known;
}

struct unit_place ast_place(struct ast *ast, CXSourceLocation location)
{
    struct unit_place place = {NULL, 0, 0};
    CXFile file;
    clang_getExpansionLocation(location, &file, &place.line, &place.column, NULL);
    if (!file) {
        return (struct unit_place){NULL, 0, 0};
    }
    if (file != ast->last_file) {
        ast->last_file = file;
        ast->last_name = file_name(ast, file);
    }
    place.file = ast->last_name;
    return place;
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
