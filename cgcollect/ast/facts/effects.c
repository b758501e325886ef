/*
 * Records what each statement, expression or declaration does itself: assignments, increments,
 * returns, definitions of variables. The walk calls it for every cursor.
 */
#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/** An assignment, or anything else with a target and a value. */
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

static bool is_through(CXCursor expression)
{
    return expression.kind == CXCursor_UnaryOperator ||
           expression.kind == CXCursor_ArraySubscriptExpr;
}

/** Integers written through a pointer may be pointers or bytes of them. */
static void write_integer(struct ast_facts *f, CXCursor target)
{
    struct value pointer = ast_facts_through(f, target);
    if (pointer.kind != VALUE_NONE) {
        ast_facts_write(f, pointer,
                        ast_facts_held(ast_facts_integers_of(f, ast_facts_type_of(f, target))), "");
    }
}

/** A byte that is assigned to another: perhaps one of a record, in a loop. */
static void copy_byte(struct ast_facts *f, CXCursor target, CXCursor value)
{
    while (ast_facts_is_wrapper(value.kind)) {
        value = ast_facts_only_child(f, value);
    }
    if (ast_facts_type_of(f, target)->wide || !is_through(value)) {
        return;
    }
    struct value to = ast_facts_through(f, target), from = ast_facts_through(f, value);
    facts_copy_bytes(f->facts, f->owner, ast_facts_operand(f, to), ast_facts_operand(f, from),
                     true);
}

static bool is_constant(CXCursor expression)
{
    long long value;
    return ast_evaluate(expression, &value);
}

/** Whether what is assigned to an integer matters: a pointer, or a byte of one. */
static bool may_carry(struct ast_facts *f, CXCursor target, CXCursor value)
{
    bool byte = !ast_facts_type_of(f, target)->wide;
    return (byte || ast_facts_may_be_address(f, value)) && !is_constant(value);
}

/** Where the system, or the library, goes on after a signal or a change of context. */
static bool is_context(const char *record)
{
    static const char *const names[] = {"mcontext_t", "ucontext_t", "sigcontext", "ucontext"};
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(names) && !is; i++) {
        is = strcmp(record, names[i]) == 0;
    }
    return is;
}

/** The register of such a record that an lvalue names, as its field; else the null cursor. */
static CXCursor register_of_context(struct ast_facts *f, CXCursor target)
{
    while (target.kind == CXCursor_ArraySubscriptExpr) {
        target = ast_facts_peel(f, ast_facts_child(f, target, 0));
    }
    CXCursor field = target.kind == CXCursor_MemberRefExpr ? clang_getCursorReferenced(target)
                                                           : clang_getNullCursor();
    bool is = field.kind == CXCursor_FieldDecl &&
              ast_in_system(f->ast, clang_getCursorLocation(field)) &&
              is_context(ast_facts_record(f, clang_getCursorSemanticParent(field))->name);
    return is ? field : clang_getNullCursor();
}

/** A function that becomes a register may be called at any time: it may be the next instruction. */
static void set_register(struct ast_facts *f, CXCursor field, CXCursor value)
{
    CXCursor pointer = ast_facts_without_integers(f, value);
    const struct ast_facts_type *type = ast_facts_type_of(f, pointer);
    bool code = type->class == AST_FACTS_FUNCTION || ast_facts_points_at_function(type) ||
                (ast_facts_depth(type) == 1 && type->base == BASE_VOID);
    bool number = type->class == AST_FACTS_INTEGER && !is_constant(value) &&
                  ast_facts_may_be_address(f, value);
    struct value held = code     ? ast_facts_number(f, pointer)
                        : number ? ast_facts_held(facts_integers(f->facts))
                                 : ast_facts_nothing();
    ast_facts_copy(f, ast_facts_member(f, field), held);
    ast_facts_copy(f, facts_outside(f->facts), held);
}

static void assign_integer(struct ast_facts *f, CXCursor target, CXCursor value)
{
    CXCursor field = register_of_context(f, target);
    if (!cursor_is_null(field) && ast_facts_type_of(f, target)->wide) {
        set_register(f, field, value);
    } else if (is_through(target) && may_carry(f, target, value)) {
        write_integer(f, target);
        copy_byte(f, target, value);
    }
}

static void assign(struct ast_facts *f, CXCursor assignment)
{
    struct operands operands = {.count = 0};
    ast_visit_children(f->ast, assignment, add_operand, &operands);
    if (operands.count < 2) {
        return;
    }
    CXCursor target = operands.items[0];
    struct value value = ast_facts_consume(f, operands.items[1]);
    switch (ast_facts_type_of(f, target)->class) {
    case AST_FACTS_POINTER:
        ast_facts_write(f, ast_facts_lvalue(f, target), value, ast_facts_type_of(f, target)->cell);
        break;
    case AST_FACTS_VA_LIST:
        ast_facts_copy(f, ast_facts_va_list(f, target).slot, value);
        break;
    case AST_FACTS_INTEGER:
        f->written = ast_facts_without_parentheses(f, target);
        assign_integer(f, f->written, operands.items[1]);
        ast_facts_copied_member(f, target, operands.items[1]);
        break;
    case AST_FACTS_RECORD:
        ast_facts_copied(f, ast_facts_type_of(f, target)->record);
        break;
    default:
        break;
    }
}

/** Integers read through a pointer may be pointers or bytes of them. */
static void read_integer(struct ast_facts *f, CXCursor expression)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    if (type->class != AST_FACTS_INTEGER || type->array ||
        ast_facts_is_same(expression, f->written)) {
        return;
    }
    struct value pointer = ast_facts_through(f, expression);
    if (pointer.kind == VALUE_NONE || ast_facts_is_examined(f, expression)) {
        return;
    }
    if (pointer.kind == VALUE_HELD) {
        facts_load(f->facts, f->owner, ast_facts_integers_of(f, type), pointer.slot, "");
    } else if (pointer.kind == VALUE_ADDRESS) {
        ast_facts_copy(f, ast_facts_integers_of(f, type), ast_facts_held(pointer.slot));
    }
}

/** `p++`, `p += n`: a pointer to function pointers is counted on. */
static void step_pointer(struct ast_facts *f, CXCursor expression)
{
    CXCursor target = ast_facts_child(f, expression, 0);
    if (ast_facts_is_cell_pointer(f, expression) && ast_facts_is_cell_pointer(f, target)) {
        struct value value = ast_facts_beside_cell(f, target, ast_facts_value(f, target));
        ast_facts_write(f, ast_facts_lvalue(f, target), value, ast_facts_type_of(f, target)->cell);
    }
}

static void compound_assign(struct ast_facts *f, CXCursor assignment)
{
    step_pointer(f, assignment);
    struct operands operands = {.count = 0};
    if (ast_facts_type_of(f, assignment)->class == AST_FACTS_INTEGER) {
        ast_visit_children(f->ast, assignment, add_operand, &operands);
        if (operands.count == 2 && may_carry(f, operands.items[0], operands.items[1])) {
            write_integer(f, operands.items[0]);
        }
    }
}

static void give_back(struct ast_facts *f, CXCursor statement)
{
    CXCursor expression = ast_facts_only_child(f, statement);
    if (cursor_is_null(expression)) {
        return;
    }
    struct value value = ast_facts_consume(f, expression);
    if (f->blocks == 0 && f->owner != UNIT_NONE) {
        ast_facts_copy(f, facts_result(f->facts, f->owner), value);
    }
}

/** Distances of fields are written as addresses of those of a null pointer: `(size_t)&((struct s
 * *)0)->f`. */
static bool is_distance(struct ast_facts *f, CXCursor cast, CXCursor operand)
{
    CXCursor named = ast_facts_peel(f, operand);
    bool address = named.kind == CXCursor_MemberRefExpr ||
                   (named.kind == CXCursor_UnaryOperator && ast_facts_is_unary(f, named, '&'));
    return address && is_constant(cast);
}

static void pointer_to_integer(struct ast_facts *f, CXCursor cast)
{
    CXCursor operand = ast_facts_last_child(f, cast);
    const struct ast_facts_type *from = ast_facts_type_of(f, operand);
    bool integer = from->class == AST_FACTS_INTEGER && !from->array;
    if (!integer && !is_distance(f, cast, operand) && !ast_facts_is_examined(f, cast)) {
        ast_facts_to_integer(f, operand);
    }
}

/** A distance from or to a function holds what makes it again, with what it is added to. */
static void difference(struct ast_facts *f, CXCursor expression)
{
    struct operands operands = {.count = 0};
    if (ast_facts_type_of(f, expression)->wide) {
        ast_visit_children(f->ast, expression, add_operand, &operands);
    }
    for (unsigned i = 0; i < operands.count; i++) {
        if (ast_facts_is_place_of_code(f, operands.items[i])) {
            ast_facts_to_integer(f, operands.items[i]);
        }
    }
}

static void cast(struct ast_facts *f, CXCursor expression)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    if (type->class == AST_FACTS_INTEGER && type->wide) {
        pointer_to_integer(f, expression);
    } else if (type->class == AST_FACTS_RECORD_POINTER) {
        ast_facts_to_record(f, expression);
    } else if (type->class == AST_FACTS_RECORD) {
        ast_facts_to_union(f, expression, ast_facts_last_child(f, expression));
    }
}

/* Objects */

static bool has_slot(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_POINTER || type->class == AST_FACTS_VA_LIST ||
           (type->class == AST_FACTS_INTEGER && type->array && type->wide);
}

/** Two names of one variable; whether the other one is static is not known here. */
static void declare_alias(struct ast_facts *f, CXCursor variable, fact_slot slot)
{
    char *printed = ast_printed(variable);
    char *target = ast_attribute_argument(printed, "alias");
    const char *origins[] = {NULL, ast_file(f->ast, clang_getCursorLocation(variable))};
    for (size_t i = 0; i < G_N_ELEMENTS(origins) && target; i++) {
        fact_slot other = facts_global(f->facts, target, origins[i]);
        ast_facts_copy(f, slot, ast_facts_held(other));
        ast_facts_copy(f, other, ast_facts_held(slot));
    }
    if (target) {
        facts_defined(f->facts, slot);
    }
    g_free(target);
    g_free(printed);
}

/** Whether a declaration of a variable defines it. */
static bool is_definition(CXCursor variable)
{
    return clang_Cursor_getStorageClass(variable) != CX_SC_Extern ||
           !cursor_is_null(clang_Cursor_getVarDeclInitializer(variable));
}

/** What other files and uncollected code may do with a variable. A variable that is declared and
 *  not used does not matter, except for the layouts it shows. */
static void declare_external(struct ast_facts *f, CXCursor variable,
                             const struct ast_facts_type *type)
{
    if (is_definition(variable)) {
        fact_slot slot = ast_facts_variable(f, variable);
        if (clang_getCursorVisibility(variable) == CXVisibility_Hidden) {
            facts_hidden_variable(f->facts, slot);
        } else {
            facts_defined(f->facts, slot);
        }
        if (type->class == AST_FACTS_RECORD || type->class == AST_FACTS_RECORD_POINTER) {
            ast_facts_typed(f, slot, type->record);
        }
    } else if (ast_may_be_alias(f->ast, variable)) {
        declare_alias(f, variable, ast_facts_variable(f, variable));
    } else {
        ast_facts_show(f, variable);
    }
}

/** The linker defines variables for the bounds of sections. */
static void add_to_section(struct ast_facts *f, const char *section, fact_slot slot)
{
    static const char *const prefixes[] = {"__start_", "__stop_"};
    for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        char *name = g_strconcat(prefixes[i], section, NULL);
        facts_copy(f->facts, UNIT_NONE, facts_global(f->facts, name, NULL), slot);
        g_free(name);
    }
}

/** What is in a section of its own is found through the section, and what is marked `used` by
 *  something that the compiler does not see. */
static void declare_findable(struct ast_facts *f, CXCursor variable,
                             const struct ast_facts_type *type)
{
    bool stays = clang_Cursor_hasVarDeclGlobalStorage(variable) == 1;
    char *section = stays ? ast_section(variable) : NULL;
    if (!section && !ast_is_used_invisibly(variable)) { /* clang drops it of what does not stay */
        return;
    }
    fact_slot outside = facts_outside(f->facts);
    bool record = type->class == AST_FACTS_RECORD || type->class == AST_FACTS_RECORD_POINTER;
    if (record) {
        struct value address = ast_facts_record_address(f, type->record);
        facts_copy(f->facts, UNIT_NONE, outside, ast_facts_operand(f, address));
    } else {
        fact_slot slot = ast_facts_variable(f, variable);
        facts_copy(f->facts, UNIT_NONE, outside, facts_address_of(f->facts, slot));
        if (section) {
            add_to_section(f, section, slot);
        }
    }
    g_free(section);
}

void ast_facts_refer(struct ast_facts *f, CXCursor variable)
{
    if (clang_Cursor_getStorageClass(variable) != CX_SC_Extern ||
        ast_facts_known(f->globals, variable)) {
        return;
    }
    if (ast_facts_leads(f, ast_facts_type_of(f, variable))) {
        ast_facts_variable(f, variable);
        ast_facts_show(f, variable);
    } else if (ast_facts_is_place_of_file(variable)) {
        facts_used(f->facts, ast_facts_variable(f, variable));
    }
}

static void declare(struct ast_facts *f, CXCursor variable)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, variable);
    if (f->owner == UNIT_NONE && clang_getCursorLinkage(variable) == CXLinkage_External) {
        declare_external(f, variable, type);
    }
    declare_findable(f, variable, type);
    CXCursor initialiser = clang_Cursor_getVarDeclInitializer(variable);
    if (cursor_is_null(initialiser)) {
        return;
    }
    if (initialiser.kind != CXCursor_InitListExpr && type->class == AST_FACTS_RECORD) {
        ast_facts_copied(f, type->record);
    }
    struct value address =
        has_slot(type) ? ast_facts_address(ast_facts_variable(f, variable)) : ast_facts_nothing();
    ast_facts_initialise(f, clang_getCursorType(variable), address, initialiser);
}

static void literal(struct ast_facts *f, CXCursor expression)
{
    ast_facts_initialise(f, clang_getCursorType(expression), ast_facts_lvalue(f, expression),
                         ast_facts_last_child(f, expression));
}

void ast_facts_builtin(struct ast_facts *f, CXCursor builtin, CXCursor operand)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, builtin);
    if (ast_facts_is_atomic(f, &parts) && ast_facts_is_same(parts.items[0], operand) &&
        !ast_facts_is_same(parts.items[0], parts.items[1])) {
        ast_facts_atomic(f, &parts, true);
    }
    cursors_clear(&parts);
}

void ast_facts_visit(struct ast_facts *f, CXCursor cursor)
{
    switch (cursor.kind) {
    case CXCursor_VarDecl:
        declare(f, cursor);
        break;
    case CXCursor_BinaryOperator:
        if (ast_is_operator(cursor, "=")) {
            assign(f, cursor);
        } else if (ast_is_operator(cursor, "-")) {
            difference(f, cursor);
        }
        break;
    case CXCursor_CompoundAssignOperator:
        compound_assign(f, cursor);
        break;
    case CXCursor_UnaryOperator:
        step_pointer(f, cursor);
        read_integer(f, cursor);
        break;
    case CXCursor_ArraySubscriptExpr:
        read_integer(f, cursor);
        break;
    case CXCursor_MemberRefExpr:
        ast_facts_touch(f, clang_getCursorReferenced(cursor));
        facts_copy(f->facts, f->owner, facts_integers(f->facts),
                   ast_facts_place_in_file(f, cursor));
        break;
    case CXCursor_ReturnStmt:
        give_back(f, cursor);
        break;
    case CXCursor_CStyleCastExpr:
        cast(f, cursor);
        break;
    case CXCursor_CompoundLiteralExpr:
        literal(f, cursor);
        break;
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        ast_facts_assembly(f, cursor);
        break;
    default:
        break;
    }
}

void ast_facts_block(struct ast_facts *f, bool enters)
{
    f->blocks += enters ? 1 : -1u;
}
