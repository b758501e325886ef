/*
 * Reads the `#line` directives of generated files. measure/regions.c uses the stretches between
 * them instead of asking libclang for each place.
 */
#include "ast/base/ast_context.h"

#include <string.h>

/* libclang's answer for a single place is expensive, and it does not show where the answer changes.
 * So each file's text is searched once for directives. */

static const char *line_end(const char *at, const char *end)
{
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found ? found : end;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && *at && strchr(" \t\f\v", *at)) {
        at++;
    }
    return at;
}

/** Whether a line may set the number of the next one; false positives do no harm. */
static bool is_directive(const char *at, const char *end)
{
    static const char word[] = "line";
    at = skip_blanks(at, end);
    if (at == end || *at != '#') {
        return false;
    }
    at = skip_blanks(at + 1, end);
    return at < end && (g_ascii_isdigit(*at) ||
                        ((size_t)(end - at) > strlen(word) && memcmp(at, word, strlen(word)) == 0));
}

static void add_stretch(struct ast *ast, GArray *stretches, CXFile file, size_t offset,
                        uint32_t line)
{
    CXSourceLocation at = clang_getLocationForOffset(ast->tu, file, (unsigned)offset);
    struct ast_stretch stretch = {line, ast_place(ast, at)};
    g_array_append_val(stretches, stretch);
}

/** A backslash at the end of a line joins it with the next, even before a carriage return. */
static bool goes_on(const char *begin, const char *end)
{
    end -= end > begin && end[-1] == '\r';
    return end > begin && end[-1] == '\\';
}

static GArray *read_stretches(struct ast *ast, CXFile file)
{
    GArray *stretches = g_array_new(FALSE, FALSE, sizeof(struct ast_stretch));
    size_t size;
    const char *text = ast_contents(ast, file, &size);
    const char *end = text ? text + size : NULL;
    bool directive = false;
    uint32_t line = 1;
    add_stretch(ast, stretches, file, 0, line);
    for (const char *at = text; at < end; line++) {
        const char *stop = line_end(at, end);
        directive = directive || is_directive(at, stop);
        bool ends = directive && !goes_on(at, stop);
        at = stop < end ? stop + 1 : end;
        if (ends && at < end) {
            add_stretch(ast, stretches, file, (size_t)(at - text), line + 1);
        }
        directive = directive && !ends;
    }
    return stretches;
}

const GArray *ast_stretches(struct ast *ast, CXFile file)
{
    if (g_hash_table_size(ast->presumed) == 0 || !g_hash_table_contains(ast->presumed, file)) {
        return NULL;
    }
    GArray *known = g_hash_table_lookup(ast->stretches, file);
    if (!known) {
        known = read_stretches(ast, file);
        g_hash_table_insert(ast->stretches, file, known);
    }
    return known;
}
