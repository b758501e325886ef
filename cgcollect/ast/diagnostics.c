/*
 * Counts the errors of a parse, and adds an unresolved call for missing code to each function with
 * an error.
 */
#include "ast/ast_stages.h"

#include <stdio.h>
#include <string.h>

static bool is_error(CXDiagnostic diagnostic)
{
    if (clang_getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error) {
        return false;
    }
    /* An error without a place concerns the command line, which another compiler accepted. */
    CXFile file;
    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, NULL);
    return file != NULL;
}

static void keep_first(struct ast *ast, struct ast_report *report, CXDiagnostic diagnostic)
{
    struct unit_place place = ast_place(ast, clang_getDiagnosticLocation(diagnostic));
    CXString text = clang_getDiagnosticSpelling(diagnostic);
    snprintf(report->first_error, sizeof report->first_error, "%s:%u:%u: %s", place.file,
             place.line, place.column, clang_getCString(text));
    clang_disposeString(text);
}

void ast_count_errors(struct ast *ast, struct ast_report *report)
{
    unsigned count = clang_getNumDiagnostics(ast->tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(ast->tu, i);
        if (is_error(diagnostic) && report->errors++ == 0) {
            keep_first(ast, report, diagnostic);
        }
        clang_disposeDiagnostic(diagnostic);
    }
    ast->has_errors = report->errors > 0;
}

/** What an error outside functions removed (a variable, a type, a macro) may be missing in any
 *  function of the file: report it once. */
static void mark_all(struct ast *ast, struct unit_place place)
{
    CXFile main_file = clang_getFile(ast->tu, ast->input->file);
    for (guint i = 0; i < ast->extents->len && !ast->marked_all; i++) {
        const struct ast_extent *e = &g_array_index(ast->extents, struct ast_extent, i);
        if (clang_File_isEqual(e->file, main_file)) {
            unit_add_open(ast->unit, e->function, NULL, CG_OPEN_ERROR, place);
        }
    }
    ast->marked_all = true;
}

static void mark_error(struct ast *ast, CXSourceLocation location)
{
    CXFile file;
    unsigned offset;
    bool inside = false;
    clang_getExpansionLocation(location, &file, NULL, NULL, &offset);
    for (guint i = 0; i < ast->extents->len; i++) {
        const struct ast_extent *e = &g_array_index(ast->extents, struct ast_extent, i);
        if (file && e->file == file && e->begin <= offset && offset <= e->end) {
            unit_add_open(ast->unit, e->function, NULL, CG_OPEN_ERROR, ast_place(ast, location));
            inside = true;
        }
    }
    if (!inside) {
        mark_all(ast, ast_place(ast, location));
    }
}

void ast_mark_errors(struct ast *ast)
{
    unsigned count = ast->has_errors ? clang_getNumDiagnostics(ast->tu) : 0;
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(ast->tu, i);
        if (is_error(diagnostic)) {
            mark_error(ast, clang_getDiagnosticLocation(diagnostic));
        }
        clang_disposeDiagnostic(diagnostic);
    }
}
