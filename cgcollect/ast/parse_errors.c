/*
 * Counts the errors of a parse, and adds an unresolved call for missing code to each function with
 * an error.
 */
#include "ast/ast_stages.h"

#include <stdio.h>
#include <string.h>

#include "text/read_failure.h"

/** Whether clang leaves out an attribute of gcc, and nothing else: one that says which function
 * releases memory. Spelled with underscores it is a macro (commands/as_gcc.c), but malloc is a
 * function, too. */
static bool is_about_attribute(const char *text)
{
    return strcmp(text, "'malloc' attribute takes no arguments") == 0;
}

/** An error without a place concerns the command line, which another compiler accepted; unless a
 *  file is missing, such as one of -include. */
static bool is_error(CXDiagnostic diagnostic)
{
    if (clang_getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error) {
        return false;
    }
    CXFile file;
    CXString text = clang_getDiagnosticSpelling(diagnostic);
    bool lacks_file = text_is_read_failure(clang_getCString(text)) ||
                      g_str_has_suffix(clang_getCString(text), "' file not found");
    bool harmless = is_about_attribute(clang_getCString(text));
    clang_disposeString(text);
    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, NULL);
    return (file && !harmless) || lacks_file;
}

static void keep_diagnostic(struct ast *ast, struct ast_report *report, CXDiagnostic diagnostic)
{
    struct unit_place place = ast_place(ast, clang_getDiagnosticLocation(diagnostic));
    CXString text = clang_getDiagnosticSpelling(diagnostic);
    report->unreadable = text_is_read_failure(clang_getCString(text));
    if (place.line) {
        snprintf(report->first_error, sizeof report->first_error, "%s:%u:%u: %s", place.file,
                 place.line, place.column, clang_getCString(text));
    } else {
        g_strlcpy(report->first_error, clang_getCString(text), sizeof report->first_error);
    }
    clang_disposeString(text);
}

/** Keep the first error, but rather the first about a file that cannot be read. */
static void count_one(struct ast *ast, struct ast_report *report, CXDiagnostic diagnostic)
{
    CXString text = clang_getDiagnosticSpelling(diagnostic);
    bool unreadable = text_is_read_failure(clang_getCString(text));
    clang_disposeString(text);
    if (is_error(diagnostic) && (report->errors++ == 0 || (unreadable && !report->unreadable))) {
        keep_diagnostic(ast, report, diagnostic);
    }
}

/** Without the file itself there is no place for a message. */
static void check_main_file(struct ast *ast, struct ast_report *report)
{
    CXFile file = clang_getFile(ast->tu, ast->input->file);
    if (!report->unreadable && (!file || !clang_getFileContents(ast->tu, file, NULL))) {
        report->errors++;
        report->unreadable = true;
        g_snprintf(report->first_error, sizeof report->first_error, "cannot read '%s'",
                   ast->input->file);
    }
}

void ast_count_errors(struct ast *ast, struct ast_report *report)
{
    unsigned count = clang_getNumDiagnostics(ast->tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(ast->tu, i);
        count_one(ast, report, diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    check_main_file(ast, report);
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
