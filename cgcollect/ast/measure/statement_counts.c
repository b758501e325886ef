/*
 * Counts statements and decisions, and finds the condition and the body among a statement's parts.
 */
#include "ast/measure/measure_parts.h"

#include <string.h>

#include "ast/base/expressions.h"

/** Whether a `for` or `if` has a statement before its condition. It ends in a semicolon, which
 *  libclang does not show; a semicolon in a comment counts too. */
static bool ends_in_semicolon(struct ast *ast, CXSourceLocation from, CXSourceLocation to)
{
    size_t length;
    size_t rest;
    const char *text = ast_text(ast, from, &length);
    const char *end = ast_text(ast, to, &rest);
    return text < end && text + length == end + rest && memchr(text, ';', (size_t)(end - text));
}

static CXSourceLocation begin_of(CXCursor cursor)
{
    return clang_getRangeStart(clang_getCursorExtent(cursor));
}

/** The first part comes before the first semicolon, if anything does. */
static bool has_for_init(struct ast *ast, CXCursor statement, const struct cursors *parts)
{
    if (parts->count < 2) {
        return false;
    }
    return parts->items[0].kind == CXCursor_DeclStmt ||
           !ends_in_semicolon(ast, begin_of(statement), begin_of(parts->items[0]));
}

/** Distinguishes `if (init; condition)` from `if (condition) a; else b;` by the position of
 *  semicolons. */
static bool has_if_init(struct ast *ast, const struct cursors *parts)
{
    if (!ast->cplusplus || parts->count < 3) {
        return false;
    }
    if (parts->count > 3 || parts->items[0].kind == CXCursor_DeclStmt) {
        return true;
    }
    CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(parts->items[0]));
    return cursor_is_expression(parts->items[1].kind) &&
           ends_in_semicolon(ast, end, begin_of(parts->items[1]));
}

static unsigned first_of(struct measure *measure, CXCursor cursor, const struct cursors *parts)
{
    switch (cursor.kind) {
    case CXCursor_ForStmt:
        return has_for_init(measure->ast, cursor, parts) ? 1 : 0;
    case CXCursor_IfStmt:
        return has_if_init(measure->ast, parts) ? 2 : 1;
    case CXCursor_GenericSelectionExpr:
        return ast_first_branch(measure->ast, cursor, parts);
    default:
        return 0;
    }
}

static void look_at_parts(struct measure *measure, struct part *part)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(measure->ast, &parts, part->cursor);
    part->count = parts.count;
    part->first = first_of(measure, part->cursor, &parts);
    cursors_clear(&parts);
}

void measure_begin_statement(struct measure *measure, struct part *part)
{
    switch (part->cursor.kind) {
    case CXCursor_IfStmt:
        part->first = 1; /* in C the condition is the only part before the branches */
        if (measure->ast->cplusplus) {
            look_at_parts(measure, part);
        }
        break;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CXXForRangeStmt:
    case CXCursor_CaseStmt:
    case CXCursor_GenericSelectionExpr:
        look_at_parts(measure, part);
        break;
    default:
        break;
    }
}

bool measure_is_statement(const struct part *around, unsigned index)
{
    enum CXCursorKind kind = around->cursor.kind;
    if (cursor_is_declaration(kind)) {
        return true; /* the body of a function */
    }
    switch (kind) {
    case CXCursor_CompoundStmt:
    case CXCursor_UnexposedStmt:
    case CXCursor_CXXTryStmt:
    case CXCursor_CXXCatchStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt:
        return true;
    case CXCursor_IfStmt:
        return index >= around->first;
    case CXCursor_DoStmt:
        return index == 0;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CXXForRangeStmt:
    case CXCursor_CaseStmt:
        return index + 1 == around->count;
    default:
        return false;
    }
}

unsigned measure_loops(const struct part *around, unsigned index)
{
    switch (around->cursor.kind) {
    case CXCursor_DoStmt:
    case CXCursor_WhileStmt:
        return around->loops + 1;
    case CXCursor_ForStmt:
        return around->loops + (index >= around->first);
    case CXCursor_CXXForRangeStmt:
        return around->loops + (index + 1 == around->count);
    default:
        return around->loops;
    }
}

void measure_decision(struct measure *measure)
{
    measure->body.branches++;
    measure->body.complexity++;
    measure->body.control_operations++;
}

static void count_loop(struct measure *measure, const struct part *part)
{
    struct unit_body *body = &measure->body;
    int64_t depth = (int64_t)part->loops + 1;
    measure_decision(measure);
    body->loop_depth = depth > body->loop_depth ? depth : body->loop_depth;
}

static bool is_counted_statement(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_CompoundStmt:
    case CXCursor_UnexposedStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt:
    case CXCursor_NullStmt:
    case CXCursor_LambdaExpr:
        return false;
    default:
        return true;
    }
}

void measure_statement(struct measure *measure, enum CXCursorKind kind, bool statement)
{
    measure->body.statements += statement && is_counted_statement(kind);
}

void measure_count(struct measure *measure, const struct part *part)
{
    struct unit_body *body = &measure->body;
    enum CXCursorKind kind = part->cursor.kind;
    measure_statement(measure, kind, part->statement);
    switch (kind) {
    case CXCursor_IfStmt:
    case CXCursor_ConditionalOperator:
        measure_decision(measure);
        break;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_CXXForRangeStmt:
        count_loop(measure, part);
        break;
    case CXCursor_SwitchStmt:
        body->branches++;
        body->control_operations++;
        break;
    case CXCursor_CaseStmt:
        body->complexity++;
        measure_label(measure, part->cursor);
        break;
    case CXCursor_DefaultStmt:
        measure_label(measure, part->cursor);
        break;
    case CXCursor_CXXCatchStmt:
        body->complexity++;
        break;
    case CXCursor_CallExpr:
    case CXCursor_CXXNewExpr:
    case CXCursor_CXXDeleteExpr:
        measure->calls++;
        body->control_operations++;
        break;
    case CXCursor_ReturnStmt:
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_CXXThrowExpr:
        body->control_operations++;
        break;
    default:
        break;
    }
}
