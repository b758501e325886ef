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
    if (clang_isExpression(child.kind) || clang_isStatement(child.kind)) {
        only->child = child;
        only->count++;
    }
    return only->count > 1 ? CXChildVisit_Break : CXChildVisit_Continue;
}

CXCursor flow_only_child(CXCursor cursor)
{
    struct only only = {clang_getNullCursor(), 0};
    clang_visitChildren(cursor, count_child, &only);
    return only.count == 1 ? only.child : clang_getNullCursor();
}

CXCursor flow_peel(CXCursor expression)
{
    for (unsigned i = 0; i < FLOW_LIMIT_DEPTH; i++) {
        CXCursor child =
            expression.kind == CXCursor_UnexposedExpr || expression.kind == CXCursor_ParenExpr
                ? flow_only_child(expression)
                : clang_getNullCursor();
        if (clang_Cursor_isNull(child)) {
            break;
        }
        expression = child;
    }
    return expression;
}

CXCursor flow_child(CXCursor cursor, unsigned index)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, cursor);
    CXCursor child = index < parts.count ? parts.items[index] : clang_getNullCursor();
    cursors_clear(&parts);
    return child;
}

CXCursor flow_last_child(CXCursor cursor)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, cursor);
    CXCursor child = parts.count > 0 ? parts.items[parts.count - 1] : clang_getNullCursor();
    cursors_clear(&parts);
    return child;
}

/* Operators */

#if CINDEX_VERSION_MINOR >= 64
bool flow_is_unary(struct flow *flow, CXCursor expression, char operator)
{
    (void)flow;
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(expression);
    return (operator== '&' && kind == CXUnaryOperator_AddrOf) ||
           (operator== '*' && kind == CXUnaryOperator_Deref);
}
#else
/* Before libclang 17 the operator can only be read where it is written. */
bool flow_is_unary(struct flow *flow, CXCursor expression, char operator)
{
    char word[2] = {operator, '\0' };
    return ast_text_begins(flow->ast, clang_getRangeStart(clang_getCursorExtent(expression)), word);
}
#endif

/* The first datum of an expression's cursor is the declaration around it, the second it itself. */
bool flow_is_same(CXCursor a, CXCursor b)
{
    return a.kind == b.kind && a.data[1] == b.data[1];
}
