/*
 * Finds the operands of expressions, below parentheses and implicit casts. All other files of this
 * folder use it.
 */
#include "ast/facts/ast_facts_parts.h"

/** The first child that is an expression, and whether it is the only one. */
struct only {
    CXCursor child;
    unsigned count;
};

static enum CXChildVisitResult count_child(CXCursor child, CXCursor parent, CXClientData data)
{
    struct only *only = data;
    (void)parent;
    if (cursor_is_expression(child.kind) || cursor_is_statement(child.kind)) {
        only->child = child;
        only->count++;
    }
    return only->count > 1 ? CXChildVisit_Break : CXChildVisit_Continue;
}

CXCursor ast_facts_only_child(struct ast_facts *f, CXCursor cursor)
{
    struct only only = {clang_getNullCursor(), 0};
    ast_visit_children(f->ast, cursor, count_child, &only);
    return only.count == 1 ? only.child : clang_getNullCursor();
}

bool ast_facts_is_wrapper(enum CXCursorKind kind)
{
    return kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
           kind == CXCursor_CStyleCastExpr;
}

CXCursor ast_facts_without_parentheses(struct ast_facts *f, CXCursor expression)
{
    while (expression.kind == CXCursor_ParenExpr) {
        expression = ast_facts_only_child(f, expression);
    }
    return expression;
}

CXCursor ast_facts_peel(struct ast_facts *f, CXCursor expression)
{
    for (unsigned i = 0; i < AST_FACTS_LIMIT_DEPTH; i++) {
        CXCursor child =
            expression.kind == CXCursor_UnexposedExpr || expression.kind == CXCursor_ParenExpr
                ? ast_facts_only_child(f, expression)
                : clang_getNullCursor();
        if (cursor_is_null(child)) {
            break;
        }
        expression = child;
    }
    return expression;
}

bool ast_facts_is_place_of_code(struct ast_facts *f, CXCursor pointer)
{
    bool is = false;
    for (unsigned i = 0; i < AST_FACTS_LIMIT_DEPTH && !is && !cursor_is_null(pointer); i++) {
        const struct ast_facts_type *type = ast_facts_type_of(f, pointer);
        is = ast_facts_points_at_function(type);
        pointer = ast_facts_depth(type) > 0 && ast_facts_is_wrapper(pointer.kind)
                      ? ast_facts_only_child(f, pointer)
                      : clang_getNullCursor();
    }
    return is;
}

CXCursor ast_facts_child(struct ast_facts *f, CXCursor cursor, unsigned index)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, cursor);
    CXCursor child = index < parts.count ? parts.items[index] : clang_getNullCursor();
    cursors_clear(&parts);
    return child;
}

CXCursor ast_facts_last_child(struct ast_facts *f, CXCursor cursor)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, cursor);
    CXCursor child = parts.count > 0 ? parts.items[parts.count - 1] : clang_getNullCursor();
    cursors_clear(&parts);
    return child;
}

/* Operators */

#if CINDEX_VERSION_MINOR >= 64
bool ast_facts_is_unary(struct ast_facts *f, CXCursor expression, char operator)
{
    (void)f;
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(expression);
    return (operator== '&' && kind == CXUnaryOperator_AddrOf) ||
           (operator== '*' && kind == CXUnaryOperator_Deref);
}
#else
/* Before libclang 17 the operator can only be read from the source text. */
bool ast_facts_is_unary(struct ast_facts *f, CXCursor expression, char operator)
{
    char word[2] = {operator, '\0' };
    return ast_text_begins(f->ast, clang_getRangeStart(clang_getCursorExtent(expression)), word);
}
#endif

bool ast_facts_is_same(CXCursor a, CXCursor b)
{
    return a.kind == b.kind && cursor_object(&a) == cursor_object(&b);
}
