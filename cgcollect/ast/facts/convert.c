/*
 * Determines what a change of type means for pointers: casts, integers, records and unions.
 */
#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/** Small constants in place of pointers (-1, SQLITE_TRANSIENT) are marks, not addresses. */
#define LEAST_ADDRESS 4096

/** What is no function pointer. */
static const struct ast_facts_type untyped = {.base = BASE_VOID};

/** Pointers to records in an array: untyped code sees each as a cell of its own. */
static struct value record_cell(struct ast_facts *f, struct ast_facts_record *record)
{
    fact_slot cell = ast_facts_local(f);
    ast_facts_copy(f, cell, ast_facts_record_address(f, record));
    ast_facts_used_as(f, ast_facts_held(cell), record);
    return ast_facts_address(cell);
}

/* @return the value of a pointer to records as another type of pointer. */
static struct value from_record(struct ast_facts *f, const struct ast_facts_type *from,
                                const struct ast_facts_type *to)
{
    if (ast_facts_depth(from) > 1 && from->depth > 0) {
        return ast_facts_depth(to) > 1 ? record_cell(f, from->record)
                                       : ast_facts_record_address(f, from->record);
    }
    bool untyped = ast_facts_depth(to) == 0 ||
                   (ast_facts_depth(to) == 1 &&
                    (to->base == BASE_VOID || to->base == BASE_FUNCTION || to->base == BASE_BYTE));
    return untyped ? ast_facts_record_address(f, from->record)
                   : ast_facts_record_insides(f, from->record, ast_facts_cell(to));
}

static bool is_address(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_POINTER || type->class == AST_FACTS_FUNCTION ||
           type->class == AST_FACTS_RECORD_POINTER;
}

/** What is below a wrapper, or below an operator that only changes the bits of a pointer that mark
 * it; else the null cursor. */
static CXCursor without_marks(struct ast_facts *f, CXCursor expression)
{
    if (expression.kind != CXCursor_BinaryOperator) {
        return ast_facts_is_wrapper(expression.kind) ? ast_facts_only_child(f, expression)
                                                     : clang_getNullCursor();
    }
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, expression);
    bool marks = parts.count == 2 && ast_facts_marks(expression, parts.items[1]);
    CXCursor part = marks ? parts.items[0] : clang_getNullCursor();
    cursors_clear(&parts);
    return part;
}

CXCursor ast_facts_without_integers(struct ast_facts *f, CXCursor expression)
{
    CXCursor at = expression;
    const struct ast_facts_type *type = ast_facts_type_of(f, at);
    for (unsigned i = 0;
         i < AST_FACTS_LIMIT_DEPTH && type->class == AST_FACTS_INTEGER && type->wide; i++) {
        at = without_marks(f, at);
        if (cursor_is_null(at)) {
            return expression;
        }
        type = ast_facts_type_of(f, at);
    }
    return is_address(type) ? at : expression;
}

/** Depth to which a sum is searched for its pointer. */
#define AST_FACTS_LIMIT_SUM 12u

/** The pointer that a sum of integers is made from, if one expression has both. */
static CXCursor pointer_within(struct ast_facts *f, CXCursor expression, unsigned depth)
{
    CXCursor found = clang_getNullCursor();
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    if (ast_facts_depth(type) > 0) {
        return expression;
    }
    struct cursors parts;
    cursors_init(&parts);
    bool sum = expression.kind == CXCursor_BinaryOperator ||
               expression.kind == CXCursor_UnexposedExpr || expression.kind == CXCursor_ParenExpr ||
               expression.kind == CXCursor_CStyleCastExpr;
    if (sum && depth > 0) {
        ast_add_children(f->ast, &parts, expression);
    }
    for (unsigned i = 0; i < parts.count && cursor_is_null(found); i++) {
        found = pointer_within(f, parts.items[i], depth - 1);
    }
    cursors_clear(&parts);
    return found;
}

static struct value from_integer(struct ast_facts *f, const struct ast_facts_type *to,
                                 CXCursor operand)
{
    long long value;
    if (ast_evaluate(operand, &value)) {
        bool mark = value > -LEAST_ADDRESS && value < LEAST_ADDRESS;
        return mark ? ast_facts_nothing() : ast_facts_unknown(f, CG_UNKNOWN_INTEGER);
    }
    struct value integers = ast_facts_held(facts_integers(f->facts));
    CXCursor pointer = ast_facts_depth(to) > 1 ? pointer_within(f, operand, AST_FACTS_LIMIT_SUM)
                                               : clang_getNullCursor();
    if (!cursor_is_null(pointer)) { /* an address in its target object */
        const struct ast_facts_type *type = ast_facts_type_of(f, pointer);
        struct value whole = type->record ? ast_facts_record_address(f, type->record)
                                          : ast_facts_consume(f, pointer);
        fact_slot inside =
            facts_insides(f->facts, f->owner, ast_facts_operand(f, whole), ast_facts_cell(to));
        return ast_facts_join(f, integers, ast_facts_held(inside));
    }
    bool place = ast_facts_depth(to) > 1 && to->base == BASE_FUNCTION;
    if (!place && !ast_facts_points_at_function(to)) {
        return integers;
    }
    if (ast_facts_points_at_function(to)) {
        integers = ast_facts_retype(f, f->owner, integers, &untyped, to);
    }
    return ast_facts_join(f, integers, ast_facts_unknown(f, CG_UNKNOWN_INTEGER));
}

/** Pointers to bytes that become pointers to pointers: the code computes with offsets. What becomes
 *  a pointer to function pointers may also be an array of them that is a record. */
static bool looks_inside(const struct ast_facts_type *from, const struct ast_facts_type *to)
{
    bool bytes = from->base == BASE_BYTE;
    bool functions = from->base == BASE_VOID && to->base == BASE_FUNCTION;
    return ast_facts_depth(from) == 1 && (bytes || functions) && ast_facts_depth(to) > 1;
}

/** Cells are read and written as numbers. */
static void link_numbers(struct ast_facts *f, struct value cells, fact_slot numbers)
{
    ast_facts_copy(f, numbers, ast_facts_read(f, cells, ""));
    ast_facts_write(f, cells, ast_facts_held(numbers), "");
}

void ast_facts_link_integers(struct ast_facts *f, struct value cells)
{
    link_numbers(f, cells, facts_integers(f->facts));
}

/** The function type of a pointer's base, "" if it is none. */
static const char *function_type(const struct ast_facts_type *type)
{
    return type->base == BASE_FUNCTION ? type->signature : "";
}

/** Whether a conversion changes the type of functions that a pointer points at. */
static bool retypes(const struct ast_facts_type *from, const struct ast_facts_type *to)
{
    return strcmp(function_type(from), function_type(to)) != 0;
}

struct value ast_facts_overlay(struct ast_facts *f, struct value value,
                               const struct ast_facts_type *from, const struct ast_facts_type *to)
{
    if (value.kind == VALUE_NONE || !retypes(from, to)) {
        return value;
    }
    return ast_facts_held(facts_overlay(f->facts, UNIT_NONE, ast_facts_operand(f, value),
                                        function_type(from), function_type(to)));
}

struct value ast_facts_retype(struct ast_facts *f, unit_id owner, struct value value,
                              const struct ast_facts_type *from, const struct ast_facts_type *to)
{
    if (value.kind == VALUE_NONE || !retypes(from, to)) {
        return value;
    }
    return ast_facts_held(facts_cast(f->facts, owner, ast_facts_operand(f, value),
                                     function_type(from), function_type(to)));
}

/** Function pointers that are accessed as another type: the old and the new content. */
static void retype_cells(struct ast_facts *f, struct value cells, const struct ast_facts_type *from,
                         const struct ast_facts_type *to)
{
    struct value held = ast_facts_read(f, cells, "");
    ast_facts_write(f, cells, ast_facts_retype(f, f->owner, held, from, to), "");
    ast_facts_write(f, cells, ast_facts_retype(f, f->owner, held, to, from), "");
}

/** Whether a pointer was converted from an integer of unknown origin, or from an array of numbers:
 *  machine code as data. */
static bool was_integer(struct ast_facts *f, CXCursor operand)
{
    for (unsigned i = 0; i < AST_FACTS_LIMIT_DEPTH && ast_facts_is_wrapper(operand.kind); i++) {
        operand = ast_facts_only_child(f, operand);
        if (cursor_is_null(operand)) {
            return false;
        }
        operand = ast_facts_without_integers(f, operand);
        const struct ast_facts_type *type = ast_facts_type_of(f, operand);
        long long value;
        if (ast_facts_points_at_function(type)) {
            return false;
        }
        if (type->array && (type->class == AST_FACTS_INTEGER || type->class == AST_FACTS_OTHER)) {
            return true;
        }
        if (type->class == AST_FACTS_INTEGER) {
            return !ast_evaluate(operand, &value);
        }
    }
    return false;
}

static struct value from_pointer(struct ast_facts *f, const struct ast_facts_type *from,
                                 const struct ast_facts_type *to, CXCursor operand)
{
    struct value value = ast_facts_value(f, operand);
    if (value.kind == VALUE_NONE) {
        return value;
    }
    if (ast_facts_points_at_function(from) || ast_facts_points_at_function(to)) {
        return ast_facts_retype(f, f->owner, value,
                                ast_facts_points_at_function(from) ? from : &untyped,
                                ast_facts_points_at_function(to) ? to : &untyped);
    }
    if (ast_facts_depth(from) == 2 && ast_facts_depth(to) == 2 && retypes(from, to)) {
        retype_cells(f, value, from, to);
    }
    if (looks_inside(from, to)) {
        return ast_facts_held(
            facts_insides(f->facts, f->owner, ast_facts_operand(f, value), ast_facts_cell(to)));
    }
    if (from->base == BASE_INTEGER && from->wide_base && ast_facts_depth(from) == 1 &&
        (ast_facts_depth(to) > 1 && to->base != BASE_INTEGER)) {
        ast_facts_link_integers(f, value);
    }
    return value;
}

/** A pointer to a record that becomes one to a function: a handle, in which a function was kept.
 *  Those are among the integers (ast_facts_to_record). */
static struct value from_handle(struct ast_facts *f, const struct ast_facts_type *from,
                                const struct ast_facts_type *to)
{
    struct value value = from_record(f, from, to);
    if (ast_facts_depth(from) != 1 || !ast_facts_points_at_function(to)) {
        return value;
    }
    struct value integers = ast_facts_held(facts_integers(f->facts));
    return ast_facts_join(f, value, ast_facts_retype(f, f->owner, integers, &untyped, to));
}

static struct value convert(struct ast_facts *f, CXCursor cast, CXCursor operand)
{
    const struct ast_facts_type *to = ast_facts_type_of(f, cast);
    const struct ast_facts_type *from = ast_facts_type_of(f, operand);
    switch (from->class) {
    case AST_FACTS_RECORD:
        return from->array ? from_record(f, from, to) : ast_facts_nothing();
    case AST_FACTS_RECORD_POINTER:
        return ast_facts_from_header(f, operand, from_handle(f, from, to));
    case AST_FACTS_INTEGER:
        return from->array ? ast_facts_value(f, operand) : from_integer(f, to, operand);
    case AST_FACTS_POINTER:
    case AST_FACTS_FUNCTION:
    case AST_FACTS_VA_LIST:
        return from_pointer(f, from, to, operand);
    default:
        return from->array ? ast_facts_value(f, operand) : ast_facts_nothing();
    }
}

struct value ast_facts_convert(struct ast_facts *f, CXCursor cast, CXCursor operand)
{
    operand = ast_facts_without_integers(f, operand);
    struct value value = convert(f, cast, operand);
    const struct ast_facts_type *from = ast_facts_type_of(f, operand);
    const struct ast_facts_type *to = ast_facts_type_of(f, cast);
    bool becomes = ast_facts_points_at_function(to) && !ast_facts_points_at_function(from) &&
                   from->class != AST_FACTS_INTEGER;
    return becomes && was_integer(f, operand)
               ? ast_facts_join(f, value, ast_facts_unknown(f, CG_UNKNOWN_INTEGER))
               : value;
}

/* To untracked types */

/** The operand below all casts whose type is that of the original value: a record, or the last
 *  tracked type. */
static CXCursor original(struct ast_facts *f, CXCursor cast)
{
    const struct ast_facts_type *to = ast_facts_type_of(f, cast);
    CXCursor at = cast;
    for (unsigned i = 0; i < AST_FACTS_LIMIT_DEPTH && ast_facts_is_wrapper(at.kind); i++) {
        CXCursor child = ast_facts_only_child(f, at);
        if (cursor_is_null(child)) {
            break;
        }
        const struct ast_facts_type *from = ast_facts_type_of(f, child);
        bool record = from->base == BASE_RECORD && ast_facts_depth(from) > 0;
        if (from->class == AST_FACTS_OTHER || from->class == AST_FACTS_VA_LIST ||
            (from->class == AST_FACTS_RECORD && !from->array)) {
            break;
        }
        at = child;
        if (record && from->record != to->record) {
            break;
        }
    }
    return at;
}

/** What a cell holds is also at a place of a record that it is used as. */
static void overlap_cell(struct ast_facts *f, struct value cells, const struct ast_facts_type *from,
                         const struct ast_facts_leaf *leaf)
{
    struct value content = ast_facts_read(f, cells, ast_facts_cell(from));
    if (leaf->type->class == AST_FACTS_RECORD_POINTER) {
        ast_facts_write(f, cells, ast_facts_record_address(f, leaf->type->record),
                        ast_facts_cell(from));
        ast_facts_used_as(f, content, leaf->type->record);
        return;
    }
    struct value kept = ast_facts_held(leaf->slot);
    ast_facts_copy(f, leaf->slot, ast_facts_retype(f, f->owner, content, from, leaf->type));
    ast_facts_write(f, cells, ast_facts_retype(f, f->owner, kept, leaf->type, from),
                    ast_facts_cell(from));
}

/** Pointers to functions, or without type, whose memory is used as a record: what they hold is at
 *  its begin, or, of an array, anywhere in it. */
static void overlap_cells(struct ast_facts *f, struct value cells,
                          const struct ast_facts_type *from, struct ast_facts_record *record)
{
    bool begin = cells.kind == VALUE_ADDRESS && !from->array;
    const GArray *leaves = ast_facts_leaves(f, record);
    const GArray *words = ast_facts_words(f, record);
    for (guint i = 0; i < leaves->len; i++) {
        const struct ast_facts_leaf *leaf = &g_array_index(leaves, struct ast_facts_leaf, i);
        if (!begin || leaf->offset == 0) {
            overlap_cell(f, cells, from, leaf);
        }
    }
    if (words->len > 0 && (!begin || g_array_index(words, struct ast_facts_leaf, 0).offset == 0)) {
        link_numbers(f, cells, facts_integers(f->facts));
    } else if (leaves->len == 0) {
        link_numbers(f, cells, facts_bytes(f->facts));
    }
}

static bool holds_cells(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_POINTER && ast_facts_depth(type) > 1 &&
           (type->base == BASE_VOID || type->base == BASE_FUNCTION);
}

/** Access of a tracked pointer as one to a record. Its content is not lost, since fields are
 *  represented by type; but whoever provided the memory may have filled them. Cells of such
 * pointers get one. */
static void from_tracked(struct ast_facts *f, const struct ast_facts_type *to, struct value value)
{
    if (ast_facts_depth(to) <= 1) { /* va_arg also gives records themselves */
        ast_facts_used_as(f, value, to->record);
        return;
    }
    if (value.kind == VALUE_HELD) {
        ast_facts_typed(f, value.slot, to->record);
    }
    if (ast_facts_holds(f, to->record)) {
        ast_facts_write(f, value, ast_facts_record_address(f, to->record), "");
        ast_facts_used_as(f, ast_facts_read(f, value, "Pv"), to->record);
    }
}

/* Linking may know records that this file does not define. */
void ast_facts_record_as(struct ast_facts *f, struct ast_facts_record *from,
                         struct ast_facts_record *to)
{
    bool known = !cursor_is_null(from->definition) && !cursor_is_null(to->definition);
    if (from != to && !known) {
        ast_facts_used_as(f, ast_facts_record_address(f, from), to);
    } else {
        ast_facts_overlap(f, from, to);
    }
}

/** The list that va_arg takes from, or the null cursor. */
static CXCursor variadic_list(struct ast_facts *f, CXCursor expression)
{
    CXCursor operand = expression.kind == CXCursor_UnexposedExpr
                           ? ast_facts_only_child(f, expression)
                           : clang_getNullCursor();
    bool is = !cursor_is_null(operand) && ast_facts_type_of(f, operand)->class == AST_FACTS_VA_LIST;
    return is ? operand : clang_getNullCursor();
}

void ast_facts_to_record(struct ast_facts *f, CXCursor cast)
{
    const struct ast_facts_type *to = ast_facts_type_of(f, cast);
    CXCursor operand = ast_facts_without_integers(f, original(f, cast));
    const struct ast_facts_type *from = ast_facts_type_of(f, operand);
    CXCursor list = variadic_list(f, operand);
    long long constant;
    struct value value;
    if (!cursor_is_null(list)) {
        from_tracked(f, to, ast_facts_read(f, ast_facts_va_list(f, list), ""));
        return;
    }
    switch (from->class) {
    case AST_FACTS_RECORD:
    case AST_FACTS_RECORD_POINTER:
        if (ast_facts_depth(from) == 1 && ast_facts_depth(to) == 1) {
            ast_facts_record_as(f, from->record, to->record);
            ast_facts_used_as(f, ast_facts_behind(f, operand), to->record);
        }
        break;
    case AST_FACTS_FUNCTION:
        ast_facts_to_integer(f, operand);
        break;
    case AST_FACTS_POINTER:
        if (ast_facts_points_at_function(from)) {
            ast_facts_to_integer(f, operand);
        }
        value = ast_facts_value(f, operand);
        from_tracked(f, to, value);
        ast_facts_use_plain(f, operand, to);
        if (ast_facts_depth(to) == 1 && holds_cells(from)) {
            overlap_cells(f, value, from, to->record);
        }
        break;
    case AST_FACTS_INTEGER:
        if (from->array) {
            from_tracked(f, to, ast_facts_value(f, operand));
            ast_facts_use_plain(f, operand, to);
        } else if (!ast_evaluate(operand, &constant)) {
            ast_facts_used_as(f, ast_facts_held(facts_integers(f->facts)), to->record);
        }
        break;
    default:
        break;
    }
}

struct value ast_facts_number(struct ast_facts *f, CXCursor pointer)
{
    const struct ast_facts_type *from = ast_facts_type_of(f, pointer);
    struct value value = ast_facts_value(f, pointer);
    return ast_facts_points_at_function(from) ? ast_facts_retype(f, f->owner, value, from, &untyped)
                                              : value;
}

void ast_facts_to_integer(struct ast_facts *f, CXCursor operand)
{
    const struct ast_facts_type *from = ast_facts_type_of(f, operand);
    fact_slot integers = facts_integers(f->facts);
    switch (from->class) {
    case AST_FACTS_RECORD_POINTER:
        ast_facts_copy(f, integers, ast_facts_record_address(f, from->record));
        break;
    case AST_FACTS_RECORD:
        if (from->array) {
            ast_facts_copy(f, integers, ast_facts_record_address(f, from->record));
        }
        break;
    case AST_FACTS_FUNCTION:
    case AST_FACTS_POINTER:
        ast_facts_copy(f, integers, ast_facts_number(f, operand));
        break;
    default:
        if (from->array) {
            ast_facts_copy(f, integers, ast_facts_value(f, operand));
        }
        break;
    }
}

void ast_facts_to_union(struct ast_facts *f, CXCursor cast, CXCursor operand)
{
    const struct ast_facts_type *to = ast_facts_type_of(f, cast);
    if (ast_facts_type_of(f, operand)->class == AST_FACTS_RECORD) {
        return;
    }
    const GArray *leaves = ast_facts_leaves(f, to->record);
    struct value value = ast_facts_value(f, operand);
    for (guint i = 0; i < leaves->len; i++) {
        const struct ast_facts_leaf *leaf = &g_array_index(leaves, struct ast_facts_leaf, i);
        if (leaf->type->class == AST_FACTS_POINTER) {
            ast_facts_copy(f, leaf->slot, value);
        }
    }
}

/** The operand of an implicit cast from one kind of type to another, else the null cursor. */
static CXCursor implicit_operand(struct ast_facts *f, CXCursor expression)
{
    while (expression.kind == CXCursor_ParenExpr) {
        expression = ast_facts_only_child(f, expression);
    }
    CXCursor operand = expression.kind == CXCursor_UnexposedExpr
                           ? ast_facts_only_child(f, expression)
                           : clang_getNullCursor();
    if (cursor_is_null(operand)) {
        return operand;
    }
    const struct ast_facts_type *from = ast_facts_type_of(f, operand);
    const struct ast_facts_type *to = ast_facts_type_of(f, expression);
    bool same = from->class == to->class && from->record == to->record;
    bool decays = from->array && from->record && from->record == to->record;
    return same || decays ? clang_getNullCursor() : operand;
}

struct value ast_facts_consume(struct ast_facts *f, CXCursor expression)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    CXCursor operand;
    switch (type->class) {
    case AST_FACTS_POINTER:
    case AST_FACTS_FUNCTION:
    case AST_FACTS_VA_LIST:
        return ast_facts_value(f, expression);
    case AST_FACTS_RECORD_POINTER:
        if (!cursor_is_null(implicit_operand(f, expression))) {
            ast_facts_to_record(f, expression);
        }
        return ast_facts_nothing();
    case AST_FACTS_INTEGER:
        operand = implicit_operand(f, expression);
        if (!cursor_is_null(operand)) {
            ast_facts_to_integer(f, operand);
        }
        return ast_facts_nothing();
    case AST_FACTS_RECORD:
        operand = implicit_operand(f, expression);
        if (!cursor_is_null(variadic_list(f, expression))) {
            ast_facts_to_record(f, expression);
        } else if (!cursor_is_null(operand)) {
            ast_facts_to_union(f, expression, operand);
        }
        return ast_facts_nothing();
    default:
        return ast_facts_nothing();
    }
}
