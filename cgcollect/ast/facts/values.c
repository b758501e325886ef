#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/* Conditionals and selections */

static struct value join_parts(struct flow *flow, const struct cursors *parts, unsigned first,
                               unsigned without)
{
    struct value value = flow_nothing();
    for (unsigned i = first; i < parts->count; i++) {
        if (i != without || i == 0) {
            value = flow_join(flow, value, flow_value(flow, parts->items[i]));
        }
    }
    return value;
}

static struct value conditional(struct flow *flow, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, expression);
    unsigned dead = ast_may_fold(expression) ? ast_dead_part(flow->ast, expression, &parts) : 0;
    struct value value = join_parts(flow, &parts, 1, dead);
    cursors_clear(&parts);
    return value;
}

/** Of a selection the chosen branches, as a value or as an lvalue. */
static struct value selection(struct flow *flow, CXCursor expression, const struct cursors *parts,
                              bool lvalue)
{
    struct value value = flow_nothing();
    for (unsigned i = ast_first_branch(flow->ast, expression, parts); i < parts->count; i++) {
        if (ast_is_chosen(expression, parts, i)) {
            CXCursor branch = parts->items[i];
            value = flow_join(flow, value,
                              lvalue ? flow_lvalue(flow, branch) : flow_value(flow, branch));
        }
    }
    return value;
}

static struct value generic(struct flow *flow, CXCursor expression, bool lvalue)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, expression);
    struct value value = selection(flow, expression, &parts, lvalue);
    cursors_clear(&parts);
    return value;
}

/* Unexposed expressions: implicit casts, va_arg, `a ?: b`, __builtin_choose_expr, atomics */

static struct value unexposed_parts(struct flow *flow, CXCursor expression,
                                    const struct cursors *parts, bool lvalue)
{
    if (parts->count == 4 && flow_is_same(parts->items[0], parts->items[1])) {
        return flow_join(flow, flow_value(flow, parts->items[0]),
                         flow_value(flow, parts->items[3]));
    }
    if (ast_is_choose_expr(expression, parts)) {
        return selection(flow, expression, parts, lvalue);
    }
    if (flow_is_atomic(flow, parts)) {
        return flow_atomic(flow, parts, false);
    }
    /* What has no operands here is a literal of some sort: __func__, a null pointer. */
    return parts->count == 0 ? flow_nothing() : flow_unknown(flow, CG_UNKNOWN_NO_FACTS);
}

static struct value one_operand(struct flow *flow, CXCursor expression, CXCursor operand)
{
    const struct flow_type *from = flow_type_of(flow, operand);
    const struct flow_type *to = flow_type_of(flow, expression);
    if (from->class == FLOW_VA_LIST && to->class != FLOW_VA_LIST) {
        return flow_read(flow, flow_va_list(flow, operand), "");
    }
    return flow_convert(flow, expression, operand);
}

static struct value unexposed(struct flow *flow, CXCursor expression, bool lvalue)
{
    struct cursors parts;
    struct value value;
    cursors_init(&parts);
    cursors_add_children(&parts, expression);
    if (parts.count != 1) {
        value = unexposed_parts(flow, expression, &parts, lvalue);
    } else if (lvalue) {
        value = flow_lvalue(flow, parts.items[0]);
    } else {
        value = one_operand(flow, expression, parts.items[0]);
    }
    cursors_clear(&parts);
    return value;
}

/* Calls and literals: known from when they are visited, or to be known then */

static struct value remembered(struct flow *flow, CXCursor expression)
{
    const struct value *known = flow_known(flow->values, expression);
    if (known) {
        return *known;
    }
    struct value value = flow_held(flow_local(flow));
    flow_remember(flow->values, expression, value);
    return value;
}

/** The object of a compound literal; which is one of its own. */
static struct value literal_object(struct flow *flow, CXCursor expression)
{
    return flow_address(remembered(flow, expression).slot);
}

/** The value of ({ ... }) is that of its last expression. */
static struct value statements(struct flow *flow, CXCursor expression)
{
    CXCursor last = flow_last_child(flow_child(expression, 0));
    while (last.kind == CXCursor_LabelStmt || last.kind == CXCursor_UnexposedStmt) {
        last = flow_last_child(last);
    }
    return flow_consume(flow, last);
}

/* Lvalues */

void flow_declare_type(struct flow *flow, unit_id function, CXCursor declaration)
{
    const char *signature = flow_signature(flow, clang_getCursorType(declaration));
    if (clang_Cursor_isNull(clang_getCursorDefinition(declaration)) && signature[0] != '?') {
        facts_declared_signature(flow->facts, function, signature);
    }
}

static struct value reference(struct flow *flow, CXCursor expression)
{
    CXCursor target = clang_getCursorReferenced(expression);
    if (cursor_is_function(target.kind)) {
        struct ast_function *function =
            ast_function(flow->ast, target, clang_getCursorLocation(expression));
        bool known = function && function->id != UNIT_NONE;
        flow_show(flow, target);
        if (known) {
            flow_declare_type(flow, function->id, target);
        }
        return known ? flow_address(facts_function(flow->facts, function->id)) : flow_nothing();
    }
    if (target.kind == CXCursor_VarDecl || target.kind == CXCursor_ParmDecl) {
        return flow_address(flow_variable(flow, target));
    }
    return flow_nothing();
}

static bool is_pointed(const struct flow_type *type)
{
    return flow_depth(type) > 0;
}

/** Of `a[i]`, which may be written `i[a]`, the pointer. */
static CXCursor subscripted(struct flow *flow, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, expression);
    bool swapped = parts.count == 2 && !is_pointed(flow_type_of(flow, parts.items[0]));
    CXCursor pointer = parts.count > 0 ? parts.items[swapped] : clang_getNullCursor();
    cursors_clear(&parts);
    return pointer;
}

static struct value lvalue(struct flow *flow, CXCursor expression)
{
    switch (expression.kind) {
    case CXCursor_DeclRefExpr:
        return reference(flow, expression);
    case CXCursor_MemberRefExpr:
        return flow_address(flow_member(flow, clang_getCursorReferenced(expression)));
    case CXCursor_ArraySubscriptExpr:
        return flow_value(flow, subscripted(flow, expression));
    case CXCursor_UnaryOperator:
        /* What is not `*` is __extension__ and the like. */
        return flow_is_unary(flow, expression, '*') ? flow_value(flow, flow_child(expression, 0))
                                                    : flow_lvalue(flow, flow_child(expression, 0));
    case CXCursor_UnexposedExpr:
        return unexposed(flow, expression, true);
    case CXCursor_ParenExpr:
        return flow_lvalue(flow, flow_child(expression, 0));
    case CXCursor_CompoundLiteralExpr:
        return literal_object(flow, expression);
    case CXCursor_GenericSelectionExpr:
        return generic(flow, expression, true);
    case CXCursor_StringLiteral:
    case CXCursor_ObjCStringLiteral:
        return flow_nothing();
    case CXCursor_CStyleCastExpr: /* of a function, or of a literal */
    case CXCursor_CallExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_BinaryOperator:
    case CXCursor_StmtExpr:
        return flow_unknown(flow, CG_UNKNOWN_NO_FACTS);
    default:
        return flow_nothing();
    }
}

struct value flow_lvalue(struct flow *flow, CXCursor expression)
{
    const struct flow_type *type = flow_type_of(flow, expression);
    if (type->class == FLOW_RECORD || type->class == FLOW_RECORD_POINTER) {
        return flow_record_address(flow, type->record);
    }
    if (type->class == FLOW_VA_LIST) {
        return flow_va_list(flow, expression);
    }
    bool named =
        expression.kind == CXCursor_DeclRefExpr || expression.kind == CXCursor_MemberRefExpr;
    bool plain = type->class == FLOW_INTEGER || type->class == FLOW_OTHER;
    if (named && plain && !type->wide) {
        return flow_nothing(); /* too small for a pointer */
    }
    if (flow->depth >= FLOW_LIMIT_DEPTH) {
        return flow_unknown(flow, CG_UNKNOWN_NO_FACTS);
    }
    flow->depth++;
    struct value value = lvalue(flow, expression);
    flow->depth--;
    return value;
}

struct value flow_through(struct flow *flow, CXCursor access)
{
    while (access.kind == CXCursor_ParenExpr) {
        access = flow_only_child(access);
    }
    CXCursor pointer = clang_getNullCursor();
    if (access.kind == CXCursor_ArraySubscriptExpr) {
        pointer = subscripted(flow, access);
    } else if (access.kind == CXCursor_UnaryOperator && flow_is_unary(flow, access, '*')) {
        pointer = flow_child(access, 0);
    }
    if (clang_Cursor_isNull(pointer)) {
        return flow_nothing();
    }
    CXType element = clang_getCanonicalType(clang_getCursorType(access));
    bool constant =
        clang_isConstQualifiedType(element) != 0 && flow_type_of(flow, flow_peel(pointer))->array;
    return constant ? flow_nothing() : flow_value(flow, pointer);
}

/* Values */

/** The address of an object. Whoever gets that of a variable sees what its type may hold. */
static struct value address_of(struct flow *flow, CXCursor object)
{
    struct value address = flow_lvalue(flow, object);
    CXCursor name = flow_peel(object);
    if (address.kind == VALUE_ADDRESS && name.kind == CXCursor_DeclRefExpr &&
        !flow_is_global(clang_getCursorReferenced(name))) {
        flow_cell_type(flow, flow->owner, address.slot, flow_type_of(flow, object));
    }
    return address;
}

static struct value unary(struct flow *flow, CXCursor expression)
{
    CXCursor operand = flow_child(expression, 0);
    if (flow_is_unary(flow, expression, '&')) {
        return address_of(flow, operand);
    }
    if (flow_is_unary(flow, expression, '*')) {
        return flow_read(flow, flow_lvalue(flow, expression), flow_type_of(flow, expression)->cell);
    }
    return flow_value(flow, operand); /* ++, --, __extension__ */
}

/** Sums stay in the object; the value of an assignment is what was assigned. */
static struct value binary(struct flow *flow, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, expression);
    struct value value = flow_nothing();
    if (parts.count == 2) {
        bool left = !ast_is_operator(expression, ",") && !ast_is_operator(expression, "=") &&
                    is_pointed(flow_type_of(flow, parts.items[0]));
        value = flow_value(flow, parts.items[left ? 0 : 1]);
    }
    cursors_clear(&parts);
    return value;
}

static struct value evaluate(struct flow *flow, CXCursor expression)
{
    switch (expression.kind) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_CompoundLiteralExpr:
        return flow_read(flow, flow_lvalue(flow, expression), flow_type_of(flow, expression)->cell);
    case CXCursor_UnexposedExpr:
        return unexposed(flow, expression, false);
    case CXCursor_CStyleCastExpr:
        return flow_convert(flow, expression, flow_last_child(expression));
    case CXCursor_ParenExpr:
    case CXCursor_InitListExpr:
        return flow_value(flow, flow_child(expression, 0));
    case CXCursor_UnaryOperator:
        return unary(flow, expression);
    case CXCursor_BinaryOperator:
        return binary(flow, expression);
    case CXCursor_CompoundAssignOperator:
        return flow_value(flow, flow_child(expression, 0));
    case CXCursor_ConditionalOperator:
        return conditional(flow, expression);
    case CXCursor_GenericSelectionExpr:
        return generic(flow, expression, false);
    case CXCursor_CallExpr:
        return remembered(flow, expression);
    case CXCursor_StmtExpr:
        return statements(flow, expression);
    case CXCursor_AddrLabelExpr:
    case CXCursor_StringLiteral:
    case CXCursor_GNUNullExpr:
        return flow_nothing();
    default:
        return flow_unknown(flow, CG_UNKNOWN_NO_FACTS);
    }
}

static struct value guarded(struct flow *flow, CXCursor expression,
                            struct value (*what)(struct flow *, CXCursor))
{
    if (clang_Cursor_isNull(expression)) {
        return flow_nothing();
    }
    if (flow->depth >= FLOW_LIMIT_DEPTH) {
        return flow_unknown(flow, CG_UNKNOWN_NO_FACTS);
    }
    flow->depth++;
    struct value value = what(flow, expression);
    flow->depth--;
    return value;
}

struct value flow_value(struct flow *flow, CXCursor expression)
{
    const struct flow_type *type = flow_type_of(flow, expression);
    switch (type->class) {
    case FLOW_RECORD:
    case FLOW_RECORD_POINTER:
        return flow_depth(type) > 0 ? flow_record_address(flow, type->record) : flow_nothing();
    case FLOW_VA_LIST:
        return flow_va_list(flow, expression);
    case FLOW_FUNCTION:
        return flow_lvalue(flow, expression);
    case FLOW_POINTER:
        return type->array ? address_of(flow, expression) : guarded(flow, expression, evaluate);
    default:
        return type->array ? address_of(flow, expression) : flow_nothing();
    }
}
