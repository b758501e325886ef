/*
 * Finds the records whose pointers a file uses as headers of memory alone (headed_memory.c). What
 * is behind such a record is reached only as `header + 1` and the like, where that becomes a
 * pointer to something else.
 *
 * The record is defined in the file itself. Pointers to it are kept in local variables, and passed
 * to static functions that are called by name. They lead to members, are compared and converted to
 * pointers without a record. All other uses, also those not known here, strew the record: a pointer
 * to it may then lead to what is behind it.
 */
#include "ast/facts/ast_facts_parts.h"

/** Deeper types of functions strew no record; there are no such. */
#define LIMIT_FUNCTION_TYPES 16u

static void strew(struct ast_facts_record *record)
{
    if (record) {
        record->strewn = true;
    }
}

static bool is_pointer(const struct ast_facts_type *type)
{
    return type->base == BASE_RECORD && type->depth == 1 && !type->array;
}

static CXCursor inner(struct ast_facts *f, CXCursor expression)
{
    return ast_facts_without_parentheses(f, expression);
}

/* Declarations */

/** Strew the records in the type of a function. @param plain not those it has plain pointers to */
static void strew_in_function(struct ast_facts *f, CXType type, bool plain, unsigned depth);

static void strew_in_type(struct ast_facts *f, CXType type, bool plain, unsigned depth)
{
    const struct ast_facts_type *kind = ast_facts_type(f, type);
    if (kind->base == BASE_FUNCTION) {
        strew_in_function(f, type, false, depth);
    } else if (!plain || !is_pointer(kind)) {
        strew(kind->record);
    }
}

/** The type of a function below pointers and arrays. */
static CXType function_below(CXType type)
{
    for (type = clang_getCanonicalType(type); clang_getResultType(type).kind == CXType_Invalid;) {
        CXType target = clang_getPointeeType(type);
        CXType below = target.kind == CXType_Invalid ? clang_getArrayElementType(type) : target;
        if (below.kind == CXType_Invalid) {
            break;
        }
        type = clang_getCanonicalType(below);
    }
    return type;
}

static void strew_in_function(struct ast_facts *f, CXType type, bool plain, unsigned depth)
{
    if (depth == 0) {
        return;
    }
    CXType function = function_below(type);
    CXType result = clang_getResultType(function);
    int count = clang_getNumArgTypes(function);
    if (result.kind != CXType_Invalid) {
        strew_in_type(f, result, plain, depth - 1);
    }
    for (int i = 0; i < count; i++) {
        strew_in_type(f, clang_getArgType(function, (unsigned)i), plain, depth - 1);
    }
}

static void visit_declaration(struct ast_facts *f, CXCursor declaration)
{
    CXType type = clang_getCursorType(declaration);
    bool local = declaration.kind == CXCursor_ParmDecl ||
                 (declaration.kind == CXCursor_VarDecl && !ast_facts_is_global(declaration));
    switch (declaration.kind) {
    case CXCursor_FunctionDecl:
        strew_in_function(f, type, clang_getCursorLinkage(declaration) == CXLinkage_Internal,
                          LIMIT_FUNCTION_TYPES);
        break;
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_FieldDecl:
        strew_in_type(f, type, local, LIMIT_FUNCTION_TYPES);
        break;
    default:
        break;
    }
}

/* Members */

/** The expression for the record, or the pointer to it, that a member is of, perhaps through other
 *  members. All records on the way are strewn. */
static void strew_around(struct ast_facts *f, CXCursor member)
{
    while (member.kind == CXCursor_MemberRefExpr) {
        member = inner(f, ast_facts_only_child(f, member));
        strew(cursor_is_null(member) ? NULL : ast_facts_type_of(f, member)->record);
    }
}

/** Whether a member is used by itself: as a value, assigned to, or as text whose place is known. */
static bool is_member_used_alone(struct ast_facts *f, CXCursor member, CXCursor parent)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, member);
    if (parent.kind == CXCursor_UnaryExpr) { /* sizeof */
        return true;
    }
    if (type->array) {
        const struct ast_facts_type *decayed = ast_facts_type_of(f, parent);
        return parent.kind == CXCursor_UnexposedExpr && decayed->base == BASE_BYTE &&
               ast_facts_depth(decayed) == 1;
    }
    switch (parent.kind) {
    case CXCursor_UnexposedExpr:
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return type->class != AST_FACTS_RECORD;
    case CXCursor_UnaryOperator:
        return !ast_facts_is_unary(f, parent, '&');
    default:
        return false;
    }
}

/** Strew the record of `&h->text[i]`. */
static void visit_address(struct ast_facts *f, CXCursor address)
{
    CXCursor at = inner(f, ast_facts_child(f, address, 0));
    while (at.kind == CXCursor_ArraySubscriptExpr) {
        at = ast_facts_peel(f, ast_facts_child(f, at, 0));
    }
    strew_around(f, at);
}

/* Pointers */

/** Whether a pointer is an untyped one that becomes one to the record, here. */
static bool is_cast(struct ast_facts *f, CXCursor pointer)
{
    pointer = inner(f, pointer);
    return pointer.kind == CXCursor_CStyleCastExpr &&
           !ast_facts_type_of(f, inner(f, ast_facts_last_child(f, pointer)))->record;
}

/** Whether a pointer, or an element, is at a distance from another pointer, unless it is a header
 * before what an untyped pointer points at: `(struct header *)p - 1`. */
static bool is_counted(struct ast_facts *f, CXCursor expression)
{
    if (expression.kind == CXCursor_UnaryOperator && ast_facts_is_unary(f, expression, '&')) {
        expression = inner(f, ast_facts_child(f, expression, 0));
    }
    if (expression.kind == CXCursor_BinaryOperator && ast_is_operator(expression, "-")) {
        return !is_cast(f, ast_facts_child(f, expression, 0));
    }
    long long index;
    bool element = expression.kind == CXCursor_ArraySubscriptExpr;
    bool before = element && ast_evaluate(ast_facts_child(f, expression, 1), &index) && index < 0;
    return (element && !(before && is_cast(f, ast_facts_child(f, expression, 0)))) ||
           (expression.kind == CXCursor_BinaryOperator && ast_is_operator(expression, "+"));
}

/** Whether an argument is one of a parameter with a type. */
static bool has_parameter(struct ast_facts *f, CXCursor call, CXCursor argument)
{
    CXType function = function_below(clang_getCursorType(ast_facts_child(f, call, 0)));
    int count = clang_getNumArgTypes(function);
    for (int i = 0; i < count; i++) {
        if (ast_facts_is_same(clang_Cursor_getArgument(call, (unsigned)i), argument)) {
            return true;
        }
    }
    return false;
}

/** Strew the records of a pointer to one that becomes a pointer to another, perhaps through other
 *  types, or of `h + 1` that becomes a pointer to any. */
static void visit_cast(struct ast_facts *f, CXCursor cast, const struct ast_facts_type *to)
{
    const struct ast_facts_type *from = NULL;
    CXCursor at = cast;
    while (to->record && ast_facts_is_wrapper(at.kind) && !(from && from->record)) {
        at = ast_facts_without_integers(f, ast_facts_last_child(f, at));
        from = cursor_is_null(at) ? NULL : ast_facts_type_of(f, at);
    }
    bool same = from && from->record == to->record && is_pointer(from) && is_pointer(to);
    if (from && from->record && !(same && !is_counted(f, inner(f, at)))) {
        strew(from->record);
        strew(to->record);
    }
}

static bool is_operand(struct ast_facts *f, CXCursor operator)
{
    return !ast_is_operator(operator, "-") || is_pointer(ast_facts_type_of(f, operator));
}

static bool is_pointer_used_alone(struct ast_facts *f, CXCursor pointer, CXCursor parent)
{
    if (ast_facts_is_wrapper(parent.kind)) {
        return true; /* see visit_cast */
    }
    if (is_counted(f, inner(f, pointer))) {
        return false;
    }
    switch (parent.kind) {
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_UnaryExpr:
    case CXCursor_VarDecl:
    case CXCursor_ReturnStmt:
    case CXCursor_CompoundStmt:
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_ForStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt:
        return true;
    case CXCursor_UnaryOperator: /* `!`, `*` */
        return !is_pointer(ast_facts_type_of(f, parent)) && !ast_facts_is_unary(f, parent, '&');
    case CXCursor_BinaryOperator:
        return is_operand(f, parent);
    case CXCursor_CallExpr:
        return has_parameter(f, parent, pointer);
    default:
        return false;
    }
}

/** Whether a whole record is only named on the way to a member or to its address. */
static bool is_record_used_alone(struct ast_facts *f, CXCursor record, CXCursor parent)
{
    if (parent.kind == CXCursor_MemberRefExpr) {
        return !is_counted(f, inner(f, record));
    }
    return parent.kind == CXCursor_UnaryExpr ||
           (parent.kind == CXCursor_UnaryOperator && ast_facts_is_unary(f, parent, '&'));
}

/* Expressions */

/** Whether a function is called by its name, or about to be. */
static bool is_callee(struct ast_facts *f, CXCursor function, CXCursor parent)
{
    return parent.kind == CXCursor_UnexposedExpr
               ? ast_facts_type_of(f, parent)->base == BASE_FUNCTION
               : parent.kind == CXCursor_CallExpr &&
                     ast_facts_is_same(ast_facts_child(f, parent, 0), function);
}

static void visit_function(struct ast_facts *f, CXCursor function, CXCursor parent, CXType type)
{
    if (!is_callee(f, function, parent)) {
        strew_in_function(f, type, false, LIMIT_FUNCTION_TYPES);
    }
}

static void visit_object(struct ast_facts *f, CXCursor object, CXCursor parent,
                         const struct ast_facts_type *type)
{
    if (!type->record || type->record->strewn) {
        return;
    }
    bool member = inner(f, object).kind == CXCursor_MemberRefExpr; /* see visit_member */
    bool whole = type->class == AST_FACTS_RECORD && !type->array;
    if (!(is_pointer(type) ? is_pointer_used_alone(f, object, parent)
                           : whole && (member || is_record_used_alone(f, object, parent)))) {
        strew(type->record);
    }
}

static void visit_member(struct ast_facts *f, CXCursor member, CXCursor parent)
{
    if (parent.kind != CXCursor_MemberRefExpr && !is_member_used_alone(f, member, parent)) {
        strew_around(f, member);
    }
}

/** Those with operands that may be members or pointers to records. */
static void visit_operands(struct ast_facts *f, CXCursor expression, CXCursor parent,
                           const struct ast_facts_type *type)
{
    CXCursor whole = inner(f, expression);
    switch (whole.kind) {
    case CXCursor_MemberRefExpr:
        visit_member(f, whole, parent);
        break;
    case CXCursor_UnaryOperator:
        if (ast_facts_is_unary(f, whole, '&')) {
            visit_address(f, whole);
        }
        break;
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        visit_cast(f, whole, type);
        break;
    default:
        break;
    }
}

static void visit_expression(struct ast_facts *f, CXCursor expression, CXCursor parent)
{
    CXCursor whole = inner(f, expression);
    bool name = whole.kind == CXCursor_DeclRefExpr;
    CXCursor named = name ? clang_getCursorReferenced(whole) : clang_getNullCursor();
    if (named.kind == CXCursor_FunctionDecl) { /* the name of a builtin has a type without size */
        visit_function(f, expression, parent, clang_getCursorType(named));
        return;
    }
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    visit_operands(f, expression, parent, type);
    if (type->base == BASE_FUNCTION) {
        visit_function(f, expression, parent, clang_getCursorType(expression));
    } else {
        visit_object(f, expression, parent, type);
    }
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct ast_facts *f = data;
    if (cursor_is_declaration(cursor.kind)) {
        visit_declaration(f, cursor);
    } else if (cursor_is_expression(cursor.kind) && parent.kind != CXCursor_ParenExpr) {
        visit_expression(f, cursor, parent);
    }
    return CXChildVisit_Recurse;
}

/** Visits what is outside of functions alone. */
static enum CXChildVisitResult visit_outside(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (!cursor_is_declaration(cursor.kind)) {
        return CXChildVisit_Continue;
    }
    visit_declaration(data, cursor);
    return CXChildVisit_Recurse;
}

bool ast_facts_may_head(const struct ast_facts_record *record)
{
    return !record->strewn && !cursor_is_null(record->definition) &&
           clang_Location_isFromMainFile(clang_getCursorLocation(record->definition));
}

/* Most records are strewn outside of functions, or in the one that asks. */
bool ast_facts_heads_alone(struct ast_facts *f, const struct ast_facts_record *record)
{
    CXCursor file = clang_getTranslationUnitCursor(f->ast->tu);
    if (!f->declarations_seen && ast_facts_may_head(record)) {
        f->declarations_seen = true;
        clang_visitChildren(file, visit_outside, f);
    }
    if (!f->uses_seen && ast_facts_may_head(record)) {
        ast_visit_children(f->ast, f->body, visit, f);
    }
    if (!f->uses_seen && ast_facts_may_head(record)) {
        f->uses_seen = true;
        clang_visitChildren(file, visit, f);
    }
    return ast_facts_may_head(record);
}
