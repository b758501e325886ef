/*
 * Evaluates integer constants and finds what cannot run: a part of a conditional, and what follows
 * a jump. Compilers leave it out even without optimising.
 */
#include "ast/base/expressions.h"

bool ast_evaluate(CXCursor expression, long long *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(expression);
    bool known = result && clang_EvalResult_getKind(result) == CXEval_Int;
    *value = known ? clang_EvalResult_getAsLongLong(result) : 0;
    if (result) {
        clang_EvalResult_dispose(result);
    }
    return known;
}

/* Constant conditions: the compiler drops what they rule out */

/** The leftmost operand, searched to a limited depth: long sums lean left, and every part of one
 *  starts this search. */
struct leftmost {
    unsigned depth;
    bool constant;
};

static enum CXChildVisitResult find_leftmost(CXCursor child, CXCursor parent, CXClientData data)
{
    struct leftmost *leftmost = data;
    (void)parent;
    switch (child.kind) {
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_BinaryOperator:
    case CXCursor_CStyleCastExpr:
        return leftmost->depth-- > 0 ? CXChildVisit_Recurse : CXChildVisit_Break;
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_UnaryExpr:
        leftmost->constant = true;
        return CXChildVisit_Break;
    case CXCursor_DeclRefExpr:
        leftmost->constant = clang_getCursorReferenced(child).kind == CXCursor_EnumConstantDecl;
        return CXChildVisit_Break;
    default:
        return CXChildVisit_Break;
    }
}

bool ast_may_fold(struct ast *ast, CXCursor conditional)
{
    struct leftmost leftmost = {16, false};
#if CINDEX_VERSION_MINOR >= 64
    if (conditional.kind == CXCursor_BinaryOperator && !ast_is_operator(conditional, "&&") &&
        !ast_is_operator(conditional, "||")) {
        return false;
    }
#endif
    ast_visit_children(ast, conditional, find_leftmost, &leftmost);
    return leftmost.constant;
}

static enum CXChildVisitResult find_label(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind == CXCursor_LabelStmt || child.kind == CXCursor_CaseStmt ||
        child.kind == CXCursor_DefaultStmt) {
        *(bool *)data = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Recurse;
}

bool ast_has_label(struct ast *ast, CXCursor statement)
{
    bool found = false;
    find_label(statement, statement, &found);
    ast_visit_children(ast, statement, find_label, &found);
    return found;
}

/** In `if (init; condition)` the condition is not the first part. */
static bool has_init(struct ast *ast, CXCursor conditional, CXCursor first)
{
    if (!ast->cplusplus || conditional.kind != CXCursor_IfStmt) {
        return false;
    }
    CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(first));
    return !ast_text_begins(ast, end, ")");
}

static bool evaluate_condition(struct ast *ast, CXCursor conditional, const struct cursors *parts,
                               long long *value)
{
    return parts->count >= 2 && cursor_is_expression(parts->items[0].kind) &&
           !has_init(ast, conditional, parts->items[0]) && ast_evaluate(parts->items[0], value);
}

unsigned ast_dead_part(struct ast *ast, CXCursor conditional, const struct cursors *parts)
{
    long long value;
    unsigned dead = 0;
    if (!evaluate_condition(ast, conditional, parts, &value)) {
        return 0;
    }
    if (conditional.kind != CXCursor_BinaryOperator) {
        dead = value ? 2 : 1;
    } else if (ast_is_operator(conditional, value ? "||" : "&&")) {
        dead = 1;
    }
    return dead < parts->count && !ast_has_label(ast, parts->items[dead]) ? dead : 0;
}

bool ast_is_jump(CXCursor statement)
{
    return statement.kind == CXCursor_ReturnStmt || statement.kind == CXCursor_GotoStmt ||
           statement.kind == CXCursor_IndirectGotoStmt || statement.kind == CXCursor_BreakStmt ||
           statement.kind == CXCursor_ContinueStmt;
}

/** Whether a statement is a jump, or a block that ends in one. */
static bool ends_in_jump(struct ast *ast, CXCursor statement)
{
    struct cursors parts;
    if (statement.kind != CXCursor_CompoundStmt) {
        return ast_is_jump(statement);
    }
    cursors_init(&parts);
    ast_add_children(ast, &parts, statement);
    bool ends = parts.count > 0 && ast_is_jump(parts.items[parts.count - 1]);
    cursors_clear(&parts);
    return ends;
}

/* A label in the part that is not chosen leads past the jump. */
bool ast_always_jumps(struct ast *ast, CXCursor conditional, const struct cursors *parts)
{
    long long value;
    if (conditional.kind != CXCursor_IfStmt ||
        !evaluate_condition(ast, conditional, parts, &value)) {
        return false;
    }
    unsigned chosen = value ? 1 : 2, other = 3 - chosen;
    return chosen < parts->count && ends_in_jump(ast, parts->items[chosen]) &&
           !(other < parts->count && ast_has_label(ast, parts->items[other]));
}
