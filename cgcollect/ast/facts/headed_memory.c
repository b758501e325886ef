/*
 * Finds what a pointer to a record was converted from, in the same function. Allocators write a
 * header and return the memory behind it: `struct header *h = malloc(...); return h + 1;`. That is
 * memory of the call of `malloc`; as the address of a record it would be the memory of all calls.
 *
 * The header itself is also passed on, to `free` or `realloc`. Whether memory behind it is used is
 * known only at the end of the function, so a slot stands for each such variable until then.
 */
#include "ast/facts/ast_facts_parts.h"

/** Variables of one function that are searched, each in the whole function. */
#define MOST_SEARCHED 32u

/** Deeper expressions have no known origin. */
#define LIMIT_ORIGIN 16u

/** A local variable that points at a record. */
struct header {
    CXCursor variable;
    struct ast_facts_record *record;
    fact_slot whole; /**< what it is as another pointer, or FACT_NONE: it never becomes one */
    bool searched;
    bool heads;          /**< memory behind it is used */
    struct value origin; /**< what it was converted from, once it was searched */
};

static bool origin(struct ast_facts *f, CXCursor pointer, unsigned depth, struct value *out);

static struct header *header_at(const struct ast_facts *f, guint index)
{
    return &g_array_index(f->headers, struct header, index);
}

/** @return its index; FACT_NONE for what is no local variable */
static guint find_header(struct ast_facts *f, CXCursor variable)
{
    const struct value *known = ast_facts_known(f->locals, variable);
    bool local = variable.kind == CXCursor_VarDecl && !ast_facts_is_global(variable);
    if (known || !local) {
        return local ? known->slot : FACT_NONE;
    }
    struct header header = {
        variable, ast_facts_type_of(f, variable)->record, FACT_NONE, false, false, {VALUE_NONE}};
    guint index = f->headers->len;
    g_array_append_val(f->headers, header);
    ast_facts_remember(f->locals, variable, ast_facts_held(index));
    return index;
}

/** What is assigned to a variable. */
struct search {
    struct ast_facts *f;
    CXCursor variable;
    struct value value;
    unsigned depth;
    bool known; /**< so far, all that is assigned has a known origin */
};

static bool names(const struct search *search, CXCursor expression)
{
    expression = ast_facts_without_parentheses(search->f, expression);
    return expression.kind == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(expression), search->variable);
}

static void add_assigned(struct search *search, CXCursor value)
{
    struct value more = ast_facts_nothing();
    search->known = search->known && origin(search->f, value, search->depth, &more);
    search->value = ast_facts_join(search->f, search->value, more);
}

/** What an expression or declaration assigns to the variable, or the null cursor. */
static CXCursor assigned(const struct search *search, CXCursor cursor)
{
    if (cursor.kind == CXCursor_VarDecl && clang_equalCursors(cursor, search->variable)) {
        return clang_Cursor_getVarDeclInitializer(cursor);
    }
    bool assigns = cursor.kind == CXCursor_BinaryOperator && ast_is_operator(cursor, "=") &&
                   names(search, ast_facts_child(search->f, cursor, 0));
    return assigns ? ast_facts_child(search->f, cursor, 1) : clang_getNullCursor();
}

static enum CXChildVisitResult visit_cursor(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct search *search = data;
    (void)parent;
    CXCursor value = assigned(search, cursor);
    if (!cursor_is_null(value)) {
        add_assigned(search, value);
    }
    return search->known ? CXChildVisit_Recurse : CXChildVisit_Break;
}

static struct value search_variable(struct ast_facts *f, CXCursor variable, unsigned depth)
{
    struct search search = {
        .f = f, .variable = variable, .value = ast_facts_nothing(), .depth = depth, .known = true};
    ast_visit_children(f->ast, f->body, visit_cursor, &search);
    return search.known ? search.value : ast_facts_nothing();
}

/** What a variable of the function was converted from, wherever it is assigned to.
 *  @return whether that is known. What it gets from itself adds nothing. */
static bool origin_of_variable(struct ast_facts *f, CXCursor variable, unsigned depth,
                               struct value *out)
{
    guint index = find_header(f, variable);
    if (index == FACT_NONE || index == f->searching) {
        return index != FACT_NONE;
    }
    header_at(f, index)->heads = true;
    if (!header_at(f, index)->searched && f->searched < MOST_SEARCHED) {
        guint outer = f->searching;
        f->searched++;
        header_at(f, index)->searched = true; /* others may be assigned to it, and it to them */
        f->searching = index;
        struct value value = search_variable(f, variable, depth);
        f->searching = outer;
        header_at(f, index)->origin = value;
    }
    *out = header_at(f, index)->origin;
    return out->kind != VALUE_NONE;
}

static bool is_null(struct ast_facts *f, CXCursor pointer)
{
    long long value;
    while (ast_facts_is_wrapper(pointer.kind)) {
        pointer = ast_facts_last_child(f, pointer);
    }
    return pointer.kind == CXCursor_IntegerLiteral && ast_evaluate(pointer, &value) && value == 0;
}

/** Of a conversion: from a pointer that is tracked, or from one to another record. */
static bool origin_of_cast(struct ast_facts *f, CXCursor operand, unsigned depth, struct value *out)
{
    operand = ast_facts_without_integers(f, operand);
    const struct ast_facts_type *from = ast_facts_type_of(f, operand);
    if (from->class == AST_FACTS_POINTER && !from->array && !ast_facts_points_at_function(from)) {
        *out = ast_facts_value(f, operand);
        return out->kind != VALUE_NONE || is_null(f, operand);
    }
    bool null = from->class == AST_FACTS_INTEGER && is_null(f, operand);
    return null || origin(f, operand, depth, out);
}

static bool origin_of_branches(struct ast_facts *f, CXCursor conditional, unsigned depth,
                               struct value *out)
{
    struct value one = ast_facts_nothing(), other = ast_facts_nothing();
    bool known = origin(f, ast_facts_child(f, conditional, 1), depth, &one) &&
                 origin(f, ast_facts_child(f, conditional, 2), depth, &other);
    *out = ast_facts_join(f, one, other);
    return known;
}

static bool is_pointed(struct ast_facts *f, CXCursor expression)
{
    return ast_facts_depth(ast_facts_type_of(f, expression)) > 0;
}

/** Of a sum, an assignment or a list of expressions. */
static bool origin_of_operands(struct ast_facts *f, CXCursor binary, unsigned depth,
                               struct value *out)
{
    CXCursor first = ast_facts_child(f, binary, 0), second = ast_facts_child(f, binary, 1);
    bool last = ast_is_operator(binary, "=") || ast_is_operator(binary, ",");
    return origin(f, last || !is_pointed(f, first) ? second : first, depth, out);
}

/** Of `&a[i]`. */
static bool origin_of_unary(struct ast_facts *f, CXCursor unary, unsigned depth, struct value *out)
{
    CXCursor operand = ast_facts_without_parentheses(f, ast_facts_child(f, unary, 0));
    return ast_facts_is_unary(f, unary, '&') && operand.kind == CXCursor_ArraySubscriptExpr &&
           origin(f, ast_facts_child(f, operand, 0), depth, out);
}

static bool is_record_pointer(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_RECORD_POINTER && ast_facts_depth(type) == 1 && !type->array;
}

/** @param out what a pointer to records was converted from: nothing, if it is null.
 *  @return whether that is known */
static bool origin(struct ast_facts *f, CXCursor pointer, unsigned depth, struct value *out)
{
    *out = ast_facts_nothing();
    if (depth == 0 || cursor_is_null(pointer) ||
        !is_record_pointer(ast_facts_type_of(f, pointer)) ||
        !ast_facts_may_head(ast_facts_type_of(f, pointer)->record)) {
        return false;
    }
    depth--;
    switch (pointer.kind) {
    case CXCursor_DeclRefExpr:
        return origin_of_variable(f, clang_getCursorReferenced(pointer), depth, out);
    case CXCursor_ParenExpr:
        return origin(f, ast_facts_only_child(f, pointer), depth, out);
    case CXCursor_UnexposedExpr:
        return origin_of_cast(f, ast_facts_only_child(f, pointer), depth, out);
    case CXCursor_CStyleCastExpr:
        return origin_of_cast(f, ast_facts_last_child(f, pointer), depth, out);
    case CXCursor_BinaryOperator:
        return origin_of_operands(f, pointer, depth, out);
    case CXCursor_UnaryOperator:
        return origin_of_unary(f, pointer, depth, out);
    case CXCursor_ConditionalOperator:
        return origin_of_branches(f, pointer, depth, out);
    default:
        return false;
    }
}

/* What is behind a record */

static bool is_at_least(CXCursor number, long long least)
{
    long long value;
    return ast_evaluate(number, &value) && value >= least;
}

/** Whether a pointer to records is one behind the first: `h + 1`, `&h[1]`. */
static bool counts_on(struct ast_facts *f, CXCursor pointer)
{
    while (ast_facts_is_wrapper(pointer.kind)) {
        pointer = ast_facts_last_child(f, pointer);
    }
    if (pointer.kind == CXCursor_UnaryOperator && ast_facts_is_unary(f, pointer, '&')) {
        pointer = ast_facts_without_parentheses(f, ast_facts_child(f, pointer, 0));
    }
    bool sum = pointer.kind == CXCursor_BinaryOperator && ast_is_operator(pointer, "+");
    return (sum || pointer.kind == CXCursor_ArraySubscriptExpr) &&
           is_at_least(ast_facts_child(f, pointer, 1), 1);
}

/** What memory behind a record is, or a header itself.
 *  @param address of the record, as a slot */
static struct value headed(struct ast_facts *f, struct value memory, fact_slot address, bool behind)
{
    return ast_facts_held(
        facts_headed(f->facts, f->owner, ast_facts_operand(f, memory), address, behind));
}

struct value ast_facts_tail(struct ast_facts *f, CXCursor pointer, struct value address)
{
    struct value memory = ast_facts_nothing();
    bool known = address.kind == VALUE_ADDRESS && origin(f, pointer, LIMIT_ORIGIN, &memory) &&
                 memory.kind != VALUE_NONE &&
                 ast_facts_heads_alone(f, ast_facts_type_of(f, pointer)->record);
    return known ? headed(f, memory, address.slot, true) : address;
}

struct value ast_facts_behind(struct ast_facts *f, CXCursor pointer)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, pointer);
    return is_record_pointer(type) && counts_on(f, pointer)
               ? ast_facts_tail(f, pointer, ast_facts_record_address(f, type->record))
               : ast_facts_nothing();
}

struct value ast_facts_from_header(struct ast_facts *f, CXCursor pointer, struct value address)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, pointer);
    if (address.kind != VALUE_ADDRESS || !is_record_pointer(type) ||
        !ast_facts_may_head(type->record)) {
        return address;
    }
    struct value behind = ast_facts_behind(f, pointer);
    if (behind.kind != VALUE_NONE) {
        return behind;
    }
    CXCursor name = ast_facts_peel(f, pointer);
    guint index = name.kind == CXCursor_DeclRefExpr
                      ? find_header(f, clang_getCursorReferenced(name))
                      : FACT_NONE;
    if (index == FACT_NONE) {
        return address;
    }
    struct header *header = header_at(f, index);
    header->whole = header->whole == FACT_NONE ? ast_facts_local(f) : header->whole;
    return ast_facts_held(header->whole);
}

struct value ast_facts_bytes_behind(struct ast_facts *f, CXCursor sum)
{
    CXCursor pointer = ast_facts_child(f, sum, 0);
    while (ast_facts_is_wrapper(pointer.kind) &&
           !is_record_pointer(ast_facts_type_of(f, pointer))) {
        pointer = ast_facts_last_child(f, pointer);
    }
    const struct ast_facts_type *type = ast_facts_type_of(f, pointer);
    long long size = is_record_pointer(type) && ast_is_operator(sum, "+")
                         ? clang_Type_getSizeOf(type->record->type)
                         : 0;
    if (size <= 0 || !is_at_least(ast_facts_child(f, sum, 1), size)) {
        return ast_facts_nothing();
    }
    struct value value = ast_facts_tail(f, pointer, ast_facts_record_address(f, type->record));
    return value.kind == VALUE_HELD ? value : ast_facts_nothing();
}

/* The end of a function */

static bool is_head(const struct ast_facts *f, const struct ast_facts_record *record)
{
    bool is = false;
    for (guint i = 0; i < f->headers->len && !is; i++) {
        is = header_at(f, i)->heads && header_at(f, i)->record == record;
    }
    return is;
}

static void settle(struct ast_facts *f, guint index)
{
    struct header header = *header_at(f, index);
    struct value address = ast_facts_record_address(f, header.record);
    struct value memory = ast_facts_nothing();
    if (is_head(f, header.record) && ast_facts_heads_alone(f, header.record)) {
        origin_of_variable(f, header.variable, LIMIT_ORIGIN, &memory);
    }
    ast_facts_copy(f, header.whole,
                   memory.kind == VALUE_NONE ? address : headed(f, memory, address.slot, false));
}

void ast_facts_end_headers(struct ast_facts *f)
{
    for (guint i = 0; i < f->headers->len; i++) {
        if (header_at(f, i)->whole != FACT_NONE) {
            settle(f, i);
        }
    }
    g_array_set_size(f->headers, 0);
    f->searched = 0;
}

GArray *ast_facts_new_headers(void)
{
    return g_array_new(FALSE, FALSE, sizeof(struct header));
}
