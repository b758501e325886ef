/*
 * Computes the value and the address of any expression that may hold a pointer.
 */
#include "ast/facts/ast_facts_parts.h"

#include <limits.h>
#include <string.h>

/* Conditionals and selections */

static struct value join_parts(struct ast_facts *f, const struct cursors *parts, unsigned first,
                               unsigned without)
{
    struct value value = ast_facts_nothing();
    for (unsigned i = first; i < parts->count; i++) {
        if (i != without || i == 0) {
            value = ast_facts_join(f, value, ast_facts_value(f, parts->items[i]));
        }
    }
    return value;
}

static struct value conditional(struct ast_facts *f, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, expression);
    unsigned dead =
        ast_may_fold(f->ast, expression) ? ast_dead_part(f->ast, expression, &parts) : 0;
    struct value value = join_parts(f, &parts, 1, dead);
    cursors_clear(&parts);
    return value;
}

/** The chosen branches of a selection, as a value or as an lvalue. */
static struct value selection(struct ast_facts *f, CXCursor expression, const struct cursors *parts,
                              bool lvalue)
{
    struct value value = ast_facts_nothing();
    for (unsigned i = ast_first_branch(f->ast, expression, parts); i < parts->count; i++) {
        if (ast_is_chosen(expression, parts, i)) {
            CXCursor branch = parts->items[i];
            value = ast_facts_join(
                f, value, lvalue ? ast_facts_lvalue(f, branch) : ast_facts_value(f, branch));
        }
    }
    return value;
}

static struct value generic(struct ast_facts *f, CXCursor expression, bool lvalue)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, expression);
    struct value value = selection(f, expression, &parts, lvalue);
    cursors_clear(&parts);
    return value;
}

/* Unexposed expressions: implicit casts, va_arg, `a ?: b`, __builtin_choose_expr, atomics */

static struct value unexposed_parts(struct ast_facts *f, CXCursor expression,
                                    const struct cursors *parts, bool lvalue)
{
    if (parts->count == 4 && ast_facts_is_same(parts->items[0], parts->items[1])) {
        return ast_facts_join(f, ast_facts_value(f, parts->items[0]),
                              ast_facts_value(f, parts->items[3]));
    }
    if (ast_is_choose_expr(expression, parts)) {
        return selection(f, expression, parts, lvalue);
    }
    if (ast_facts_is_atomic(f, parts)) {
        return ast_facts_atomic(f, parts, false);
    }
    /* Without operands it is some literal: __func__, a null pointer. */
    return parts->count == 0 ? ast_facts_nothing() : ast_facts_unknown(f, CG_UNKNOWN_NO_FACTS);
}

/** Whether an expression with one operand is an implicit conversion, which begins where that does.
 */
static bool is_implicit(CXCursor expression, CXCursor operand)
{
    return clang_equalLocations(clang_getRangeStart(clang_getCursorExtent(expression)),
                                clang_getRangeStart(clang_getCursorExtent(operand)));
}

/** A va_list that does not become a pointer to anything is the operand of va_arg. */
static struct value one_operand(struct ast_facts *f, CXCursor expression, CXCursor operand)
{
    const struct ast_facts_type *from = ast_facts_type_of(f, operand);
    const struct ast_facts_type *to = ast_facts_type_of(f, expression);
    if (from->class == AST_FACTS_VA_LIST && to->class != AST_FACTS_VA_LIST &&
        !is_implicit(expression, operand)) {
        return ast_facts_read(f, ast_facts_va_list(f, operand), "");
    }
    return ast_facts_convert(f, expression, operand);
}

static struct value unexposed(struct ast_facts *f, CXCursor expression, bool lvalue)
{
    struct cursors parts;
    struct value value;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, expression);
    if (parts.count != 1) {
        value = unexposed_parts(f, expression, &parts, lvalue);
    } else if (lvalue) {
        value = ast_facts_lvalue(f, parts.items[0]);
    } else {
        value = one_operand(f, expression, parts.items[0]);
    }
    cursors_clear(&parts);
    return value;
}

/* Calls and literals: their values are stored when visited, or created when first needed */

static struct value remembered(struct ast_facts *f, CXCursor expression)
{
    const struct value *known = ast_facts_known(f->values, expression);
    if (known) {
        return *known;
    }
    struct value value = ast_facts_held(ast_facts_local(f));
    ast_facts_remember(f->values, expression, value);
    return value;
}

/** The object of a compound literal; each has its own. */
static struct value literal_object(struct ast_facts *f, CXCursor expression)
{
    return ast_facts_address(remembered(f, expression).slot);
}

/** The value of ({ ... }) is that of its last expression. */
static struct value statements(struct ast_facts *f, CXCursor expression)
{
    CXCursor last = ast_facts_last_child(f, ast_facts_child(f, expression, 0));
    while (last.kind == CXCursor_LabelStmt || last.kind == CXCursor_UnexposedStmt) {
        last = ast_facts_last_child(f, last);
    }
    return ast_facts_consume(f, last);
}

/* Lvalues */

void ast_facts_declare_type(struct ast_facts *f, unit_id function, CXCursor declaration)
{
    const char *signature = ast_facts_signature(f, clang_getCursorType(declaration));
    if (cursor_is_null(clang_getCursorDefinition(declaration)) && signature[0] != '?') {
        facts_declared_signature(f->facts, function, signature);
    }
}

static struct value reference(struct ast_facts *f, CXCursor expression)
{
    CXCursor target = clang_getCursorReferenced(expression);
    if (cursor_is_function(target.kind)) {
        struct ast_function *function =
            ast_function(f->ast, target, clang_getCursorLocation(expression));
        bool known = function && function->id != UNIT_NONE;
        ast_facts_show(f, target);
        if (known) {
            ast_facts_declare_type(f, function->id, target);
        }
        return known ? ast_facts_address(facts_function(f->facts, function->id))
                     : ast_facts_nothing();
    }
    if (target.kind == CXCursor_VarDecl || target.kind == CXCursor_ParmDecl) {
        return ast_facts_address(ast_facts_variable(f, target));
    }
    return ast_facts_nothing();
}

bool ast_facts_is_cell_pointer(struct ast_facts *f, CXCursor pointer)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, pointer);
    return type->class == AST_FACTS_POINTER && !type->array && type->base == BASE_FUNCTION &&
           ast_facts_depth(type) == 2 && !ast_facts_type_of(f, ast_facts_peel(f, pointer))->array;
}

struct value ast_facts_beside_cell(struct ast_facts *f, CXCursor pointer, struct value value)
{
    if (value.kind == VALUE_NONE || !ast_facts_is_cell_pointer(f, pointer)) {
        return value;
    }
    const struct ast_facts_type *type = ast_facts_type_of(f, pointer);
    const char *cell = ast_facts_cell(type);
    cell = cell[0] == 'P' ? cell : type->cell; /* a parameter that is declared as an array */
    return ast_facts_held(facts_insides(f->facts, f->owner, ast_facts_operand(f, value), cell));
}

static bool is_pointed(const struct ast_facts_type *type)
{
    return ast_facts_depth(type) > 0;
}

/** The pointer of `a[i]`, which may be written `i[a]`. */
static CXCursor subscripted(struct ast_facts *f, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, expression);
    bool swapped = parts.count == 2 && !is_pointed(ast_facts_type_of(f, parts.items[0]));
    CXCursor pointer = parts.count > 0 ? parts.items[swapped] : clang_getNullCursor();
    cursors_clear(&parts);
    return pointer;
}

/* Members that memory follows */

static struct value lvalue(struct ast_facts *f, CXCursor expression);

/** Whether a type is of numbers or of what is not tracked. */
static bool is_plain(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_INTEGER || type->class == AST_FACTS_OTHER;
}

/** Whether an expression names a member that memory of any type may follow: programs allocate more
 *  than the record. It is the last one, or an array of one element, which may have padding behind
 *  it. */
static bool ends_record(struct ast_facts *f, CXCursor expression)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    CXCursor field = clang_getCursorReferenced(expression);
    if (expression.kind != CXCursor_MemberRefExpr || field.kind != CXCursor_FieldDecl ||
        !is_plain(type)) {
        return false;
    }
    CXCursor parent = clang_getCursorSemanticParent(field);
    CXType record = clang_getCursorType(parent);
    CXType member = clang_getCanonicalType(clang_getCursorType(field));
    long long end = clang_Cursor_getOffsetOfField(field) / CHAR_BIT + clang_Type_getSizeOf(member);
    return parent.kind == CXCursor_UnionDecl || (type->array && clang_getArraySize(member) == 1) ||
           clang_Type_getSizeOf(record) - end < clang_Type_getAlignOf(record);
}

/** The pointer to the record that a member expression names a part of, perhaps through other
 * members; the null cursor if there is none. */
static CXCursor pointer_of_member(struct ast_facts *f, CXCursor member)
{
    while (member.kind == CXCursor_MemberRefExpr) {
        member = ast_facts_without_parentheses(f, ast_facts_only_child(f, member));
    }
    bool pointer = !cursor_is_null(member) && is_pointed(ast_facts_type_of(f, member));
    return pointer ? member : clang_getNullCursor();
}

/** What begins at the end of a record. */
static struct value end_of_record(struct ast_facts *f, CXCursor member)
{
    return ast_facts_tail(f, pointer_of_member(f, member), lvalue(f, member));
}

/** What a sum leads to that begins at a member with room for no pointer (`&p->size + 2`): it leaves
 *  the member. */
static struct value beside_member(struct ast_facts *f, CXCursor pointer)
{
    while (ast_facts_is_wrapper(pointer.kind)) {
        pointer = ast_facts_last_child(f, pointer);
    }
    CXCursor name = pointer.kind == CXCursor_UnaryOperator && ast_facts_is_unary(f, pointer, '&')
                        ? ast_facts_peel(f, ast_facts_child(f, pointer, 0))
                        : clang_getNullCursor();
    bool small = name.kind == CXCursor_MemberRefExpr && is_plain(ast_facts_type_of(f, name));
    return small ? end_of_record(f, name) : ast_facts_nothing();
}

static struct value lvalue(struct ast_facts *f, CXCursor expression)
{
    switch (expression.kind) {
    case CXCursor_DeclRefExpr:
        return reference(f, expression);
    case CXCursor_MemberRefExpr:
        return ast_facts_address(ast_facts_member(f, clang_getCursorReferenced(expression)));
    case CXCursor_ArraySubscriptExpr: {
        CXCursor pointer = subscripted(f, expression);
        struct value behind = beside_member(f, pointer);
        return behind.kind == VALUE_NONE
                   ? ast_facts_beside_cell(f, pointer, ast_facts_value(f, pointer))
                   : behind;
    }
    case CXCursor_UnaryOperator:
        /* Unary operators other than `*` are __extension__ and the like. */
        return ast_facts_is_unary(f, expression, '*')
                   ? ast_facts_value(f, ast_facts_child(f, expression, 0))
                   : ast_facts_lvalue(f, ast_facts_child(f, expression, 0));
    case CXCursor_UnexposedExpr:
        return unexposed(f, expression, true);
    case CXCursor_ParenExpr:
        return ast_facts_lvalue(f, ast_facts_child(f, expression, 0));
    case CXCursor_CompoundLiteralExpr:
        return literal_object(f, expression);
    case CXCursor_GenericSelectionExpr:
        return generic(f, expression, true);
    case CXCursor_StringLiteral:
    case CXCursor_ObjCStringLiteral:
        return ast_facts_nothing();
    case CXCursor_CStyleCastExpr: /* of a function, or of a literal */
    case CXCursor_CallExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_BinaryOperator:
    case CXCursor_StmtExpr:
        return ast_facts_unknown(f, CG_UNKNOWN_NO_FACTS);
    default:
        return ast_facts_nothing();
    }
}

/** Whether an expression names a variable of another file. It may be anything there: a function, a
 *  pointer, the begin of a section (`extern char handler;`). */
static bool is_elsewhere(struct ast_facts *f, CXCursor expression)
{
    CXCursor target = clang_getCursorReferenced(expression);
    return target.kind == CXCursor_VarDecl &&
           clang_getCursorLinkage(clang_getCanonicalCursor(target)) == CXLinkage_External &&
           cursor_is_null(clang_getCursorDefinition(target)) &&
           !ast_in_system(f->ast, clang_getCursorLocation(target));
}

struct value ast_facts_lvalue(struct ast_facts *f, CXCursor expression)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    if (type->class == AST_FACTS_RECORD || type->class == AST_FACTS_RECORD_POINTER) {
        return ast_facts_record_address(f, type->record);
    }
    if (type->class == AST_FACTS_VA_LIST) {
        return ast_facts_va_list(f, expression);
    }
    bool named =
        expression.kind == CXCursor_DeclRefExpr || expression.kind == CXCursor_MemberRefExpr;
    if (named && is_plain(type) && !type->wide && !is_elsewhere(f, expression) &&
        !(type->array && ends_record(f, expression))) {
        return ast_facts_nothing(); /* too small for a pointer */
    }
    if (f->depth >= AST_FACTS_LIMIT_DEPTH) {
        return ast_facts_unknown(f, CG_UNKNOWN_NO_FACTS);
    }
    f->depth++;
    struct value value = lvalue(f, expression);
    f->depth--;
    return value;
}

struct value ast_facts_through(struct ast_facts *f, CXCursor access)
{
    while (access.kind == CXCursor_ParenExpr) {
        access = ast_facts_only_child(f, access);
    }
    CXCursor pointer = clang_getNullCursor();
    if (access.kind == CXCursor_ArraySubscriptExpr) {
        pointer = subscripted(f, access);
    } else if (access.kind == CXCursor_UnaryOperator && ast_facts_is_unary(f, access, '*')) {
        pointer = ast_facts_child(f, access, 0);
    }
    if (cursor_is_null(pointer)) {
        return ast_facts_nothing();
    }
    CXType element = clang_getCanonicalType(clang_getCursorType(access));
    bool constant = clang_isConstQualifiedType(element) != 0 &&
                    ast_facts_type_of(f, ast_facts_peel(f, pointer))->array;
    return constant ? ast_facts_nothing() : ast_facts_value(f, pointer);
}

/* Values */

/** The address of an object. Whoever gets the address of a variable sees what its type may hold. */
static struct value address_of(struct ast_facts *f, CXCursor object)
{
    CXCursor name = ast_facts_peel(f, object);
    struct value address =
        ends_record(f, name) ? end_of_record(f, name) : ast_facts_lvalue(f, object);
    if (address.kind == VALUE_ADDRESS && name.kind == CXCursor_DeclRefExpr &&
        !ast_facts_is_global(clang_getCursorReferenced(name))) {
        ast_facts_cell_type(f, f->owner, address.slot, ast_facts_type_of(f, object));
    }
    return address;
}

static struct value unary(struct ast_facts *f, CXCursor expression)
{
    CXCursor operand = ast_facts_child(f, expression, 0);
    if (ast_facts_is_unary(f, expression, '&')) {
        return address_of(f, operand);
    }
    if (ast_facts_is_unary(f, expression, '*')) {
        return ast_facts_read(f, ast_facts_lvalue(f, expression),
                              ast_facts_type_of(f, expression)->cell);
    }
    return ast_facts_value(f, operand); /* ++, --, __extension__ */
}

/** What a sum leads to that begins at a function: any function that became a distance. */
static struct value beside_function(struct ast_facts *f, struct value function)
{
    struct value value = ast_facts_join(f, function, ast_facts_held(facts_integers(f->facts)));
    return ast_facts_join(f, value, ast_facts_unknown(f, CG_UNKNOWN_INTEGER));
}

/** What a sum leads to with a place that a file names. */
static struct value beside_file(struct ast_facts *f, struct value value, CXCursor number)
{
    fact_slot place = ast_facts_place_in_file(f, ast_facts_peel(f, number));
    return place == FACT_NONE ? value : ast_facts_join(f, value, ast_facts_held(place));
}

/** Whether what a sum begins at is no object, but a constant (`(char *)0 + distance`). */
static bool is_number(struct ast_facts *f, CXCursor pointer)
{
    for (unsigned i = 0; i < AST_FACTS_LIMIT_DEPTH && ast_facts_is_wrapper(pointer.kind); i++) {
        pointer = ast_facts_last_child(f, pointer);
    }
    return pointer.kind == CXCursor_IntegerLiteral;
}

/** What a sum leads to, given its pointer. */
static struct value sum_of(struct ast_facts *f, CXCursor sum, CXCursor pointer)
{
    struct value value = ast_facts_bytes_behind(f, sum);
    value = value.kind == VALUE_NONE ? beside_member(f, pointer) : value;
    value = value.kind == VALUE_NONE ? ast_facts_value(f, pointer) : value;
    value = ast_facts_beside_cell(f, pointer, value);
    bool distance = ast_facts_is_place_of_code(f, pointer) || is_number(f, pointer);
    return distance ? beside_function(f, value) : value;
}

/** A sum stays in its object; the value of an assignment is the assigned value. */
static struct value binary(struct ast_facts *f, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, expression);
    struct value value = ast_facts_nothing();
    if (parts.count == 2) {
        bool left = !ast_is_operator(expression, ",") && !ast_is_operator(expression, "=") &&
                    is_pointed(ast_facts_type_of(f, parts.items[0]));
        value = left ? sum_of(f, expression, parts.items[0]) : ast_facts_value(f, parts.items[1]);
        value = beside_file(f, value, parts.items[left ? 1 : 0]);
    }
    cursors_clear(&parts);
    return value;
}

static struct value evaluate(struct ast_facts *f, CXCursor expression)
{
    switch (expression.kind) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_CompoundLiteralExpr:
        return ast_facts_read(f, ast_facts_lvalue(f, expression),
                              ast_facts_type_of(f, expression)->cell);
    case CXCursor_UnexposedExpr:
        return unexposed(f, expression, false);
    case CXCursor_CStyleCastExpr:
        return ast_facts_convert(f, expression, ast_facts_last_child(f, expression));
    case CXCursor_ParenExpr:
    case CXCursor_InitListExpr:
        return ast_facts_value(f, ast_facts_child(f, expression, 0));
    case CXCursor_UnaryOperator:
        return unary(f, expression);
    case CXCursor_BinaryOperator:
        return binary(f, expression);
    case CXCursor_CompoundAssignOperator:
        return ast_facts_value(f, ast_facts_child(f, expression, 0));
    case CXCursor_ConditionalOperator:
        return conditional(f, expression);
    case CXCursor_GenericSelectionExpr:
        return generic(f, expression, false);
    case CXCursor_CallExpr:
        return remembered(f, expression);
    case CXCursor_StmtExpr:
        return statements(f, expression);
    case CXCursor_AddrLabelExpr:
    case CXCursor_StringLiteral:
    case CXCursor_GNUNullExpr:
        return ast_facts_nothing();
    default:
        return ast_facts_unknown(f, CG_UNKNOWN_NO_FACTS);
    }
}

static struct value guarded(struct ast_facts *f, CXCursor expression,
                            struct value (*what)(struct ast_facts *, CXCursor))
{
    if (cursor_is_null(expression)) {
        return ast_facts_nothing();
    }
    if (f->depth >= AST_FACTS_LIMIT_DEPTH) {
        return ast_facts_unknown(f, CG_UNKNOWN_NO_FACTS);
    }
    f->depth++;
    struct value value = what(f, expression);
    f->depth--;
    return value;
}

struct value ast_facts_value(struct ast_facts *f, CXCursor expression)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    switch (type->class) {
    case AST_FACTS_RECORD:
    case AST_FACTS_RECORD_POINTER:
        return ast_facts_depth(type) > 0 ? ast_facts_record_address(f, type->record)
                                         : ast_facts_nothing();
    case AST_FACTS_VA_LIST:
        return ast_facts_va_list(f, expression);
    case AST_FACTS_FUNCTION:
        return ast_facts_lvalue(f, expression);
    case AST_FACTS_POINTER:
        return type->array ? address_of(f, expression) : guarded(f, expression, evaluate);
    default:
        return type->array ? address_of(f, expression) : ast_facts_nothing();
    }
}
