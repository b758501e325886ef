/*
 * Chooses which bodies to measure: a function's own or its template's, and at the end those of
 * functions that only the compiler emitted.
 */
#include "ast/measure/measure_parts.h"

#include <stdlib.h>
#include <string.h>

#include "source/cursors.h"

/** Lines where functions begin that the compiler emitted and that have no body yet. */
struct line {
    const char *file;
    uint32_t line;
};

struct search {
    struct measure *measure;
    GArray *lines; /**< of struct line, sorted */
};

static int by_file_and_line(const void *a, const void *b)
{
    const struct line *x = a;
    const struct line *y = b;
    if (x->file != y->file) {
        return (uintptr_t)x->file < (uintptr_t)y->file ? -1 : 1;
    }
    return (x->line > y->line) - (x->line < y->line);
}

static GArray *wanted_lines(const struct unit *unit)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct line));
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        if ((function->defined & UNIT_IR) && function->body == UNIT_NO_BODY && function->line) {
            struct line line = {function->origin, function->line};
            g_array_append_val(lines, line);
        }
    }
    if (lines->len > 1) {
        qsort(lines->data, lines->len, sizeof(struct line), by_file_and_line);
    }
    return lines;
}

static bool is_wanted(const struct search *search, CXCursor function)
{
    struct unit_place place = ast_cursor_place(search->measure->ast, function);
    struct line line = {place.file, place.line};
    return bsearch(&line, search->lines->data, search->lines->len, sizeof line, by_file_and_line) !=
           NULL;
}

static enum CXChildVisitResult visit_scope(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const struct search *search = data;
    (void)parent;
    switch (cursor.kind) {
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl: /* `extern "C"` before libclang 16 */
    case CXCursor_FriendDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
        return CXChildVisit_Recurse;
    case CXCursor_FunctionTemplate:
        break;
    default:
        if (!cursor_is_function(cursor.kind)) {
            return CXChildVisit_Continue;
        }
    }
    if (is_wanted(search, cursor) && measure_known(search->measure, cursor) == UNIT_NO_BODY) {
        measure_body(search->measure, cursor, true);
    }
    return CXChildVisit_Continue;
}

void measure_templates(struct measure *measure)
{
    struct search search = {measure, wanted_lines(measure->ast->unit)};
    if (search.lines->len > 0) {
        clang_visitChildren(clang_getTranslationUnitCursor(measure->ast->tu), visit_scope, &search);
    }
    g_array_free(search.lines, TRUE);
}

/** The template of a function, through all levels. */
static CXCursor pattern_of(CXCursor definition)
{
    CXCursor pattern = definition;
    for (CXCursor next = cursor_made_of(pattern); !cursor_is_null(next);
         next = cursor_made_of(pattern)) {
        pattern = next;
    }
    CXCursor defined = clang_getCursorDefinition(pattern);
    return cursor_is_null(defined) ? pattern : defined;
}

static bool is_same_place(CXCursor a, CXCursor b)
{
    return clang_equalLocations(clang_getCursorLocation(a), clang_getCursorLocation(b)) != 0;
}

/** Inline functions of system headers that the compiler does not emit are in a library. */
static bool is_in_library_only(const struct measure *measure, const struct unit_function *function)
{
    return measure->ast->unit->compiled && function->in_system_header &&
           !(function->defined & UNIT_IR);
}

/** What the compiler adds to a lambda for its conversion to a function pointer has the lambda's
 *  place. */
static bool is_added(const struct measure *measure, CXCursor definition)
{
    if (!measure->ast->cplusplus ||
        !is_same_place(clang_getCursorSemanticParent(definition), definition)) {
        return false;
    }
    CXString name = clang_getCursorSpelling(definition);
    bool added = definition.kind == CXCursor_ConversionFunction ||
                 strcmp(clang_getCString(name), "__invoke") == 0;
    clang_disposeString(name);
    return added;
}

void measure_function(struct measure *measure, struct unit_function *function, CXCursor definition)
{
    if (!measure || is_in_library_only(measure, function) || is_added(measure, definition)) {
        return;
    }
    function->body = measure_known(measure, definition);
    if (function->body == UNIT_NO_BODY) {
        CXCursor pattern = measure->ast->cplusplus ? pattern_of(definition) : definition;
        bool made = !clang_equalCursors(pattern, definition) && is_same_place(pattern, definition);
        function->body = measure_body(measure, made ? pattern : definition, made);
    }
}
