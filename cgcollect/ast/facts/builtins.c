/*
 * Computes the values of variadic argument lists and of atomic builtins.
 */
#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/* Variadic argument lists: a pointer to one, or an array of one, counts as the list itself */

static CXCursor below(struct ast_facts *f, CXCursor expression)
{
    CXCursor child = ast_facts_only_child(f, expression);
    if (cursor_is_null(child) && expression.kind == CXCursor_ArraySubscriptExpr) {
        struct cursors parts;
        cursors_init(&parts);
        ast_add_children(f->ast, &parts, expression);
        child = parts.count > 0 ? parts.items[0] : child;
        cursors_clear(&parts);
    }
    return child;
}

struct value ast_facts_va_list(struct ast_facts *f, CXCursor expression)
{
    for (unsigned i = 0; i < AST_FACTS_LIMIT_DEPTH; i++) {
        CXCursor target;
        switch (expression.kind) {
        case CXCursor_DeclRefExpr:
            target = clang_getCursorReferenced(expression);
            return ast_facts_held(ast_facts_variable(f, target));
        case CXCursor_MemberRefExpr:
            return ast_facts_held(ast_facts_member(f, clang_getCursorReferenced(expression)));
        case CXCursor_UnexposedExpr:
        case CXCursor_ParenExpr:
        case CXCursor_UnaryOperator:
        case CXCursor_CStyleCastExpr:
        case CXCursor_ArraySubscriptExpr:
            expression = below(f, expression);
            break;
        default:
            return ast_facts_unknown(f, CG_UNKNOWN_NO_FACTS);
        }
        if (ast_facts_type_of(f, expression)->class != AST_FACTS_VA_LIST) {
            return ast_facts_value(f, expression);
        }
    }
    return ast_facts_unknown(f, CG_UNKNOWN_NO_FACTS);
}

/* Atomics */

bool ast_facts_is_atomic(struct ast_facts *f, const struct cursors *children)
{
    return children->count > 1 && ast_facts_depth(ast_facts_type_of(f, children->items[0])) > 0;
}

/** One operand beside the object: a value for it, or a pointer to one, which the builtin may also
 *  write. */
static void atomic_operand(struct ast_facts *f, struct value object,
                           const struct ast_facts_type *object_type, CXCursor operand)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, operand);
    if (ast_facts_depth(type) == 0 && type->class != AST_FACTS_FUNCTION) {
        return;
    }
    struct value value = ast_facts_value(f, operand);
    const char *cell = ast_facts_cell(object_type);
    if (ast_facts_depth(type) == ast_facts_depth(object_type)) {
        ast_facts_write(f, value, ast_facts_read(f, object, cell), cell);
        value = ast_facts_read(f, value, cell);
    }
    ast_facts_write(f, object, value, cell);
}

struct value ast_facts_atomic(struct ast_facts *f, const struct cursors *operands, bool writes)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, operands->items[0]);
    if (type->class != AST_FACTS_POINTER || ast_facts_depth(type) < 2) {
        return ast_facts_nothing(); /* of integers, and of pointers to records */
    }
    struct value object = ast_facts_value(f, operands->items[0]);
    for (unsigned i = 1; i < operands->count && writes; i++) {
        atomic_operand(f, object, type, operands->items[i]);
    }
    return ast_facts_read(f, object, ast_facts_cell(type));
}
