#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/* Lists of variadic arguments: pointers to one, and arrays of one, count as the list itself */

static CXCursor below(CXCursor expression)
{
    CXCursor child = flow_only_child(expression);
    if (clang_Cursor_isNull(child) && expression.kind == CXCursor_ArraySubscriptExpr) {
        struct cursors parts;
        cursors_init(&parts);
        cursors_add_children(&parts, expression);
        child = parts.count > 0 ? parts.items[0] : child;
        cursors_clear(&parts);
    }
    return child;
}

struct value flow_va_list(struct flow *flow, CXCursor expression)
{
    for (unsigned i = 0; i < FLOW_LIMIT_DEPTH; i++) {
        CXCursor target;
        switch (expression.kind) {
        case CXCursor_DeclRefExpr:
            target = clang_getCursorReferenced(expression);
            return flow_held(flow_variable(flow, target));
        case CXCursor_MemberRefExpr:
            return flow_held(flow_member(flow, clang_getCursorReferenced(expression)));
        case CXCursor_UnexposedExpr:
        case CXCursor_ParenExpr:
        case CXCursor_UnaryOperator:
        case CXCursor_CStyleCastExpr:
        case CXCursor_ArraySubscriptExpr:
            expression = below(expression);
            break;
        default:
            return flow_unknown(flow, CG_UNKNOWN_NO_FACTS);
        }
        if (flow_type_of(flow, expression)->class != FLOW_VA_LIST) {
            return flow_value(flow, expression);
        }
    }
    return flow_unknown(flow, CG_UNKNOWN_NO_FACTS);
}

/* Atomics */

bool flow_is_atomic(struct flow *flow, const struct cursors *children)
{
    return children->count > 1 && flow_depth(flow_type_of(flow, children->items[0])) > 0;
}

/** One operand beside the object: a value for it, or a pointer to one, which may be written too. */
static void atomic_operand(struct flow *flow, struct value object,
                           const struct flow_type *object_type, CXCursor operand)
{
    const struct flow_type *type = flow_type_of(flow, operand);
    if (flow_depth(type) == 0 && type->class != FLOW_FUNCTION) {
        return;
    }
    struct value value = flow_value(flow, operand);
    const char *cell = flow_cell(object_type);
    if (flow_depth(type) == flow_depth(object_type)) {
        flow_write(flow, value, flow_read(flow, object, cell), cell);
        value = flow_read(flow, value, cell);
    }
    flow_write(flow, object, value, cell);
}

struct value flow_atomic(struct flow *flow, const struct cursors *operands, bool writes)
{
    const struct flow_type *type = flow_type_of(flow, operands->items[0]);
    if (type->class != FLOW_POINTER || flow_depth(type) < 2) {
        return flow_nothing(); /* of integers, and of pointers to records */
    }
    struct value object = flow_value(flow, operands->items[0]);
    for (unsigned i = 1; i < operands->count && writes; i++) {
        atomic_operand(flow, object, type, operands->items[i]);
    }
    return flow_read(flow, object, flow_cell(type));
}
