#include "ast/facts/ast_facts_parts.h"

/** An assignment, or what stands like one: two operands. */
struct operands {
    CXCursor items[2];
    unsigned count;
};

static enum CXChildVisitResult add_operand(CXCursor child, CXCursor parent, CXClientData data)
{
    struct operands *operands = data;
    (void)parent;
    if (operands->count < 2) {
        operands->items[operands->count++] = child;
    }
    return CXChildVisit_Continue;
}

static CXCursor without_parentheses(CXCursor expression)
{
    while (expression.kind == CXCursor_ParenExpr) {
        expression = flow_only_child(expression);
    }
    return expression;
}

static bool is_through(CXCursor expression)
{
    return expression.kind == CXCursor_UnaryOperator ||
           expression.kind == CXCursor_ArraySubscriptExpr;
}

/** What integers of a type may be: pointers, or bytes of them. */
static fact_slot integers_of(struct flow *flow, const struct flow_type *type)
{
    return type->wide ? facts_integers(flow->facts) : facts_bytes(flow->facts);
}

/** Integers written through a pointer may be pointers or bytes of them. */
static void write_integer(struct flow *flow, CXCursor target)
{
    struct value pointer = flow_through(flow, target);
    if (pointer.kind != VALUE_NONE) {
        flow_write(flow, pointer, flow_held(integers_of(flow, flow_type_of(flow, target))), "");
    }
}

static bool is_constant(CXCursor expression)
{
    long long value;
    return ast_evaluate(expression, &value);
}

static void assign(struct flow *flow, CXCursor assignment)
{
    struct operands operands = {.count = 0};
    clang_visitChildren(assignment, add_operand, &operands);
    if (operands.count < 2) {
        return;
    }
    CXCursor target = operands.items[0];
    struct value value = flow_consume(flow, operands.items[1]);
    switch (flow_type_of(flow, target)->class) {
    case FLOW_POINTER:
        flow_write(flow, flow_lvalue(flow, target), value, flow_type_of(flow, target)->cell);
        break;
    case FLOW_VA_LIST:
        flow_copy(flow, flow_va_list(flow, target).slot, value);
        break;
    case FLOW_INTEGER:
        flow->written = without_parentheses(target);
        if (is_through(flow->written) && !is_constant(operands.items[1])) {
            write_integer(flow, flow->written);
        }
        break;
    default:
        break;
    }
}

/* Values that are only looked at */

#if CINDEX_VERSION_MINOR >= 64
static bool compares(CXCursor expression)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(expression);
    return (kind >= CXBinaryOperator_LT && kind <= CXBinaryOperator_NE) ||
           kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr;
}

static bool negates(CXCursor expression)
{
    return clang_getCursorUnaryOperatorKind(expression) == CXUnaryOperator_LNot;
}
#else
static bool compares(CXCursor expression)
{
    (void)expression;
    return false;
}

static bool negates(CXCursor expression)
{
    (void)expression;
    return false;
}
#endif

/** Whether the value of an operand goes no further than what it stands in. */
static bool is_examined(struct flow *flow, CXCursor parent)
{
    switch (parent.kind) {
    case CXCursor_BinaryOperator:
        return compares(parent);
    case CXCursor_UnaryOperator:
        return negates(parent);
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_ForStmt:
    case CXCursor_SwitchStmt:
        return true;
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
        return flow_is_same(parent, flow->examined);
    default:
        return false;
    }
}

/** Integers read through a pointer may be pointers or bytes of them. */
static void read_integer(struct flow *flow, CXCursor expression)
{
    const struct flow_type *type = flow_type_of(flow, expression);
    if (type->class != FLOW_INTEGER || type->array || flow_is_same(expression, flow->written)) {
        return;
    }
    struct value pointer = flow_through(flow, expression);
    if (pointer.kind == VALUE_HELD) {
        facts_load(flow->facts, flow->owner, integers_of(flow, type), pointer.slot, "");
    } else if (pointer.kind == VALUE_ADDRESS) {
        flow_copy(flow, integers_of(flow, type), flow_held(pointer.slot));
    }
}

static void compound_assign(struct flow *flow, CXCursor assignment)
{
    struct operands operands = {.count = 0};
    if (flow_type_of(flow, assignment)->class == FLOW_INTEGER) {
        clang_visitChildren(assignment, add_operand, &operands);
        write_integer(flow, operands.items[0]);
    }
}

static void give_back(struct flow *flow, CXCursor statement)
{
    CXCursor expression = flow_only_child(statement);
    if (clang_Cursor_isNull(expression)) {
        return;
    }
    struct value value = flow_consume(flow, expression);
    if (flow->blocks == 0 && flow->owner != UNIT_NONE) {
        flow_copy(flow, facts_result(flow->facts, flow->owner), value);
    }
}

static void cast(struct flow *flow, CXCursor expression)
{
    const struct flow_type *type = flow_type_of(flow, expression);
    if (type->class == FLOW_INTEGER && type->wide) {
        flow_to_integer(flow, flow_last_child(expression));
    } else if (type->class == FLOW_RECORD_POINTER) {
        flow_to_record(flow, expression);
    } else if (type->class == FLOW_RECORD) {
        flow_to_union(flow, expression, flow_last_child(expression));
    }
}

/* Objects */

static bool has_slot(const struct flow_type *type)
{
    return type->class == FLOW_POINTER || type->class == FLOW_VA_LIST ||
           (type->class == FLOW_INTEGER && type->array && type->wide);
}

/** Two names of one variable: it is not told here whether the other one is static. */
static void declare_alias(struct flow *flow, CXCursor variable, fact_slot slot)
{
    char *printed = ast_printed(variable);
    char *target = ast_attribute_argument(printed, "alias");
    const char *origins[] = {NULL, ast_file(flow->ast, clang_getCursorLocation(variable))};
    for (size_t i = 0; i < G_N_ELEMENTS(origins) && target; i++) {
        fact_slot other = facts_global(flow->facts, target, origins[i]);
        flow_copy(flow, slot, flow_held(other));
        flow_copy(flow, other, flow_held(slot));
    }
    if (target) {
        facts_defined(flow->facts, slot);
    }
    g_free(target);
    g_free(printed);
}

/** Whether a declaration of a variable defines it. */
static bool is_definition(CXCursor variable)
{
    return clang_Cursor_getStorageClass(variable) != CX_SC_Extern ||
           !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable));
}

/** What other files, and code that is not collected, may do with a variable. What is declared and
 *  not used is nothing this translation unit knows of, but for the layouts it shows. */
static void declare_external(struct flow *flow, CXCursor variable, const struct flow_type *type)
{
    if (is_definition(variable)) {
        fact_slot slot = flow_variable(flow, variable);
        facts_defined(flow->facts, slot);
        if (type->class == FLOW_RECORD || type->class == FLOW_RECORD_POINTER) {
            flow_typed(flow, slot, type->record);
        }
        if (clang_getCursorVisibility(variable) == CXVisibility_Hidden) {
            facts_hidden_variable(flow->facts, slot);
        }
    } else if (ast_may_be_alias(flow->ast, variable)) {
        declare_alias(flow, variable, flow_variable(flow, variable));
    } else {
        flow_show(flow, variable);
    }
}

/** The linker makes variables of where a section begins and ends. */
static void add_to_section(struct flow *flow, const char *section, fact_slot slot)
{
    static const char *const prefixes[] = {"__start_", "__stop_"};
    for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        char *name = g_strconcat(prefixes[i], section, NULL);
        facts_copy(flow->facts, UNIT_NONE, facts_global(flow->facts, name, NULL), slot);
        g_free(name);
    }
}

/** What is in a section of its own is found by that. */
static void declare_in_section(struct flow *flow, CXCursor variable, const struct flow_type *type)
{
    char *section =
        clang_Cursor_hasVarDeclGlobalStorage(variable) == 1 ? ast_section(variable) : NULL;
    if (!section) {
        return;
    }
    fact_slot outside = facts_outside(flow->facts);
    bool record = type->class == FLOW_RECORD || type->class == FLOW_RECORD_POINTER;
    if (record) {
        struct value address = flow_record_address(flow, type->record);
        facts_copy(flow->facts, UNIT_NONE, outside, flow_operand(flow, address));
    } else {
        fact_slot slot = flow_variable(flow, variable);
        facts_copy(flow->facts, UNIT_NONE, outside, facts_address_of(flow->facts, slot));
        add_to_section(flow, section, slot);
    }
    g_free(section);
}

void flow_refer(struct flow *flow, CXCursor variable)
{
    if (clang_Cursor_getStorageClass(variable) == CX_SC_Extern &&
        !flow_known(flow->globals, variable) && flow_leads(flow, flow_type_of(flow, variable))) {
        flow_variable(flow, variable);
        flow_show(flow, variable);
    }
}

static void declare(struct flow *flow, CXCursor variable)
{
    const struct flow_type *type = flow_type_of(flow, variable);
    if (flow->owner == UNIT_NONE && clang_getCursorLinkage(variable) == CXLinkage_External) {
        declare_external(flow, variable, type);
    }
    declare_in_section(flow, variable, type);
    CXCursor initialiser = clang_Cursor_getVarDeclInitializer(variable);
    if (clang_Cursor_isNull(initialiser)) {
        return;
    }
    struct value address =
        has_slot(type) ? flow_address(flow_variable(flow, variable)) : flow_nothing();
    flow_initialise(flow, clang_getCursorType(variable), address, initialiser);
}

static void literal(struct flow *flow, CXCursor expression)
{
    flow_initialise(flow, clang_getCursorType(expression), flow_lvalue(flow, expression),
                    flow_last_child(expression));
}

/* Assembly */

/** An operand that is no implicit cast is an object, which may be read or written. */
static bool is_object(CXCursor operand)
{
    return operand.kind != CXCursor_UnexposedExpr;
}

static bool is_number(const struct flow_type *type)
{
    return type->class == FLOW_INTEGER && !type->array;
}

/** What assembly gets it may keep as a number.
 *  @param number whether an operand is one that it may write */
static void assembly_operand(struct flow *flow, CXCursor operand, bool number)
{
    const struct flow_type *type = flow_type_of(flow, operand);
    if (is_number(type)) {
        return;
    }
    bool record = type->class == FLOW_RECORD || type->class == FLOW_RECORD_POINTER;
    struct value value =
        record ? flow_record_address(flow, type->record) : flow_value(flow, operand);
    flow_copy(flow, facts_outside(flow->facts), value);
    if (number || !is_object(operand)) {
        flow_copy(flow, facts_integers(flow->facts), value);
    }
    bool object = is_object(operand) && type->class == FLOW_POINTER;
    if (object && operand.kind != CXCursor_CStyleCastExpr && operand.kind != CXCursor_CallExpr) {
        struct value address = flow_lvalue(flow, without_parentheses(operand));
        flow_write(flow, address, flow_unknown(flow, CG_UNKNOWN_ASSEMBLY), "");
    }
}

static void assembly(struct flow *flow, CXCursor statement)
{
    struct cursors operands;
    cursors_init(&operands);
    cursors_add_children(&operands, statement);
    bool number = false, other = false;
    for (unsigned i = 0; i < operands.count; i++) {
        const struct flow_type *type = flow_type_of(flow, operands.items[i]);
        number = number || (is_number(type) && type->wide && is_object(operands.items[i]));
        other = other || !is_number(type);
    }
    for (unsigned i = 0; i < operands.count; i++) {
        assembly_operand(flow, operands.items[i], number);
    }
    if (number && other) { /* the number may be what is behind a pointer */
        struct value unknown = flow_unknown(flow, CG_UNKNOWN_ASSEMBLY);
        flow_copy(flow, facts_integers(flow->facts), unknown);
    }
    cursors_clear(&operands);
}

void flow_builtin(struct flow *flow, CXCursor builtin, CXCursor operand)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, builtin);
    if (flow_is_atomic(flow, &parts) && flow_is_same(parts.items[0], operand) &&
        !flow_is_same(parts.items[0], parts.items[1])) {
        flow_atomic(flow, &parts, true);
    }
    cursors_clear(&parts);
}

void flow_visit(struct flow *flow, CXCursor cursor, CXCursor parent)
{
    bool examined = is_examined(flow, parent);
    if (examined) {
        flow->examined = cursor;
    }
    switch (cursor.kind) {
    case CXCursor_VarDecl:
        declare(flow, cursor);
        break;
    case CXCursor_BinaryOperator:
        if (ast_is_operator(cursor, "=")) {
            assign(flow, cursor);
        }
        break;
    case CXCursor_CompoundAssignOperator:
        compound_assign(flow, cursor);
        break;
    case CXCursor_UnaryOperator:
    case CXCursor_ArraySubscriptExpr:
        if (!examined) {
            read_integer(flow, cursor);
        }
        break;
    case CXCursor_MemberRefExpr:
        flow_touch(flow, clang_getCursorReferenced(cursor));
        break;
    case CXCursor_ReturnStmt:
        give_back(flow, cursor);
        break;
    case CXCursor_CStyleCastExpr:
        cast(flow, cursor);
        break;
    case CXCursor_CompoundLiteralExpr:
        literal(flow, cursor);
        break;
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        assembly(flow, cursor);
        break;
    default:
        break;
    }
}

void flow_block(struct flow *flow, bool enters)
{
    flow->blocks += enters ? 1 : -1u;
}
