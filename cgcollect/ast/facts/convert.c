#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/** Small constants in place of pointers (-1, SQLITE_TRANSIENT) are marks, not addresses. */
#define LEAST_ADDRESS 4096

/** What is no function pointer. */
static const struct flow_type untyped = {.base = BASE_VOID};

/** Pointers to records in an array: each is a cell of its own to whoever sees it untyped. */
static struct value record_cell(struct flow *flow, struct flow_record *record)
{
    fact_slot cell = flow_local(flow);
    flow_copy(flow, cell, flow_record_address(flow, record));
    flow_typed(flow, cell, record);
    return flow_address(cell);
}

struct value flow_from_record(struct flow *flow, const struct flow_type *from,
                              const struct flow_type *to)
{
    if (flow_depth(from) > 1 && from->depth > 0) {
        return flow_depth(to) > 1 ? record_cell(flow, from->record)
                                  : flow_record_address(flow, from->record);
    }
    bool untyped = flow_depth(to) == 0 ||
                   (flow_depth(to) == 1 &&
                    (to->base == BASE_VOID || to->base == BASE_FUNCTION || to->base == BASE_BYTE));
    return untyped ? flow_record_address(flow, from->record)
                   : flow_record_insides(flow, from->record, flow_cell(to));
}

/** How deep a sum is looked into for the pointer it is made of. */
#define FLOW_LIMIT_SUM 12u

/** The pointer that a sum of integers is made of, where that is written in one expression. */
static CXCursor pointer_within(struct flow *flow, CXCursor expression, unsigned depth)
{
    CXCursor found = clang_getNullCursor();
    const struct flow_type *type = flow_type_of(flow, expression);
    if (flow_depth(type) > 0) {
        return expression;
    }
    struct cursors parts;
    cursors_init(&parts);
    bool sum = expression.kind == CXCursor_BinaryOperator ||
               expression.kind == CXCursor_UnexposedExpr || expression.kind == CXCursor_ParenExpr ||
               expression.kind == CXCursor_CStyleCastExpr;
    if (sum && depth > 0) {
        cursors_add_children(&parts, expression);
    }
    for (unsigned i = 0; i < parts.count && clang_Cursor_isNull(found); i++) {
        found = pointer_within(flow, parts.items[i], depth - 1);
    }
    cursors_clear(&parts);
    return found;
}

static struct value from_integer(struct flow *flow, const struct flow_type *to, CXCursor operand)
{
    long long value;
    if (ast_evaluate(operand, &value)) {
        bool mark = value > -LEAST_ADDRESS && value < LEAST_ADDRESS;
        return mark ? flow_nothing() : flow_unknown(flow, CG_UNKNOWN_INTEGER);
    }
    struct value integers = flow_held(facts_integers(flow->facts));
    CXCursor pointer =
        flow_depth(to) > 1 ? pointer_within(flow, operand, FLOW_LIMIT_SUM) : clang_getNullCursor();
    if (!clang_Cursor_isNull(pointer)) { /* an address in the object it points at */
        const struct flow_type *type = flow_type_of(flow, pointer);
        struct value whole =
            type->record ? flow_record_address(flow, type->record) : flow_consume(flow, pointer);
        fact_slot inside =
            facts_insides(flow->facts, flow->owner, flow_operand(flow, whole), flow_cell(to));
        return flow_join(flow, integers, flow_held(inside));
    }
    bool place = flow_depth(to) > 1 && to->base == BASE_FUNCTION;
    if (!place && !flow_points_at_function(to)) {
        return integers;
    }
    if (flow_points_at_function(to)) {
        integers = flow_retype(flow, flow->owner, integers, &untyped, to);
    }
    return flow_join(flow, integers, flow_unknown(flow, CG_UNKNOWN_INTEGER));
}

/** Pointers to bytes that become pointers to pointers: whoever computes with offsets does that.
 * What becomes a pointer to function pointers may be an array of them that is a record, too. */
static bool looks_inside(const struct flow_type *from, const struct flow_type *to)
{
    bool bytes = from->base == BASE_BYTE;
    bool functions = from->base == BASE_VOID && to->base == BASE_FUNCTION;
    return flow_depth(from) == 1 && (bytes || functions) && flow_depth(to) > 1;
}

void flow_link_integers(struct flow *flow, struct value cells)
{
    fact_slot integers = facts_integers(flow->facts);
    flow_copy(flow, integers, flow_read(flow, cells, ""));
    flow_write(flow, cells, flow_held(integers), "");
}

/** The function type of a pointer's base, "" when it is none. */
static const char *function_type(const struct flow_type *type)
{
    return type->base == BASE_FUNCTION ? type->signature : "";
}

/** Whether a pointer that becomes another changes the type of functions it points at. */
static bool retypes(const struct flow_type *from, const struct flow_type *to)
{
    return strcmp(function_type(from), function_type(to)) != 0;
}

struct value flow_overlay(struct flow *flow, struct value value, const struct flow_type *from,
                          const struct flow_type *to)
{
    if (value.kind == VALUE_NONE || !retypes(from, to)) {
        return value;
    }
    return flow_held(facts_overlay(flow->facts, UNIT_NONE, flow_operand(flow, value),
                                   function_type(from), function_type(to)));
}

struct value flow_retype(struct flow *flow, unit_id owner, struct value value,
                         const struct flow_type *from, const struct flow_type *to)
{
    if (value.kind == VALUE_NONE || !retypes(from, to)) {
        return value;
    }
    return flow_held(facts_cast(flow->facts, owner, flow_operand(flow, value), function_type(from),
                                function_type(to)));
}

/** Function pointers that are accessed as something else: what was there, and what will be. */
static void retype_cells(struct flow *flow, struct value cells, const struct flow_type *from,
                         const struct flow_type *to)
{
    struct value held = flow_read(flow, cells, "");
    flow_write(flow, cells, flow_retype(flow, flow->owner, held, from, to), "");
    flow_write(flow, cells, flow_retype(flow, flow->owner, held, to, from), "");
}

static bool is_wrapper(enum CXCursorKind kind)
{
    return kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
           kind == CXCursor_CStyleCastExpr;
}

/** Whether a pointer is an integer that was converted, of which it is not known what it was. */
static bool was_integer(struct flow *flow, CXCursor operand)
{
    for (unsigned i = 0; i < FLOW_LIMIT_DEPTH && is_wrapper(operand.kind); i++) {
        operand = flow_only_child(operand);
        if (clang_Cursor_isNull(operand)) {
            return false;
        }
        const struct flow_type *type = flow_type_of(flow, operand);
        long long value;
        if (flow_points_at_function(type)) {
            return false;
        }
        if (type->class == FLOW_INTEGER) {
            return !type->array && !ast_evaluate(operand, &value);
        }
    }
    return false;
}

static struct value from_pointer(struct flow *flow, const struct flow_type *from,
                                 const struct flow_type *to, CXCursor operand)
{
    struct value value = flow_value(flow, operand);
    if (value.kind == VALUE_NONE) {
        return value;
    }
    if (flow_points_at_function(from) || flow_points_at_function(to)) {
        return flow_retype(flow, flow->owner, value,
                           flow_points_at_function(from) ? from : &untyped,
                           flow_points_at_function(to) ? to : &untyped);
    }
    if (flow_depth(from) == 2 && flow_depth(to) == 2 && retypes(from, to)) {
        retype_cells(flow, value, from, to);
    }
    if (looks_inside(from, to)) {
        return flow_held(
            facts_insides(flow->facts, flow->owner, flow_operand(flow, value), flow_cell(to)));
    }
    if (from->base == BASE_INTEGER && from->wide_base && flow_depth(from) == 1 &&
        (flow_depth(to) > 1 && to->base != BASE_INTEGER)) {
        flow_link_integers(flow, value);
    }
    return value;
}

static struct value convert(struct flow *flow, CXCursor cast, CXCursor operand)
{
    const struct flow_type *to = flow_type_of(flow, cast);
    const struct flow_type *from = flow_type_of(flow, operand);
    switch (from->class) {
    case FLOW_RECORD:
        return from->array ? flow_from_record(flow, from, to) : flow_nothing();
    case FLOW_RECORD_POINTER:
        return flow_from_record(flow, from, to);
    case FLOW_INTEGER:
        return from->array ? flow_value(flow, operand) : from_integer(flow, to, operand);
    case FLOW_POINTER:
    case FLOW_FUNCTION:
    case FLOW_VA_LIST:
        return from_pointer(flow, from, to, operand);
    default:
        return from->array ? flow_value(flow, operand) : flow_nothing();
    }
}

struct value flow_convert(struct flow *flow, CXCursor cast, CXCursor operand)
{
    struct value value = convert(flow, cast, operand);
    const struct flow_type *from = flow_type_of(flow, operand);
    const struct flow_type *to = flow_type_of(flow, cast);
    bool becomes = flow_points_at_function(to) && !flow_points_at_function(from) &&
                   from->class != FLOW_INTEGER;
    return becomes && was_integer(flow, operand)
               ? flow_join(flow, value, flow_unknown(flow, CG_UNKNOWN_INTEGER))
               : value;
}

/* To types that are not tracked */

/** The operand below all casts whose type is what the value was before: of a record, or the last
 *  that is tracked. */
static CXCursor original(struct flow *flow, CXCursor cast)
{
    const struct flow_type *to = flow_type_of(flow, cast);
    CXCursor at = cast;
    for (unsigned i = 0; i < FLOW_LIMIT_DEPTH && is_wrapper(at.kind); i++) {
        CXCursor child = flow_only_child(at);
        if (clang_Cursor_isNull(child)) {
            break;
        }
        const struct flow_type *from = flow_type_of(flow, child);
        bool record = from->base == BASE_RECORD && flow_depth(from) > 0;
        if (from->class == FLOW_OTHER || from->class == FLOW_VA_LIST ||
            (from->class == FLOW_RECORD && !from->array)) {
            break;
        }
        at = child;
        if (record && from->record != to->record) {
            break;
        }
    }
    return at;
}

/** A tracked pointer is accessed as one to a record: of what it holds nothing is lost, since fields
 *  are told by type; but who gave it may have filled them. Cells of such pointers get one. */
static void from_tracked(struct flow *flow, const struct flow_type *to, struct value value)
{
    if (value.kind == VALUE_HELD) {
        flow_typed(flow, value.slot, to->record);
    }
    if (flow_depth(to) > 1 && flow_holds(flow, to->record)) {
        flow_write(flow, value, flow_record_address(flow, to->record), "");
    }
}

void flow_to_record(struct flow *flow, CXCursor cast)
{
    const struct flow_type *to = flow_type_of(flow, cast);
    CXCursor operand = original(flow, cast);
    const struct flow_type *from = flow_type_of(flow, operand);
    long long constant;
    switch (from->class) {
    case FLOW_RECORD:
    case FLOW_RECORD_POINTER:
        if (from->record != to->record && flow_depth(from) == 1 && flow_depth(to) == 1) {
            flow_overlap(flow, from->record, to->record);
        }
        break;
    case FLOW_POINTER:
        from_tracked(flow, to, flow_value(flow, operand));
        break;
    case FLOW_INTEGER:
        if (!from->array && !ast_evaluate(operand, &constant)) {
            flow_typed(flow, facts_integers(flow->facts), to->record);
        }
        break;
    default:
        break;
    }
}

void flow_to_integer(struct flow *flow, CXCursor operand)
{
    const struct flow_type *from = flow_type_of(flow, operand);
    fact_slot integers = facts_integers(flow->facts);
    switch (from->class) {
    case FLOW_RECORD_POINTER:
        flow_copy(flow, integers, flow_record_address(flow, from->record));
        break;
    case FLOW_RECORD:
        if (from->array) {
            flow_copy(flow, integers, flow_record_address(flow, from->record));
        }
        break;
    case FLOW_FUNCTION:
    case FLOW_POINTER: {
        struct value value = flow_value(flow, operand);
        if (flow_points_at_function(from)) {
            value = flow_retype(flow, flow->owner, value, from, &untyped);
        }
        flow_copy(flow, integers, value);
        break;
    }
    default:
        if (from->array) {
            flow_copy(flow, integers, flow_value(flow, operand));
        }
        break;
    }
}

void flow_to_union(struct flow *flow, CXCursor cast, CXCursor operand)
{
    const struct flow_type *to = flow_type_of(flow, cast);
    if (flow_type_of(flow, operand)->class == FLOW_RECORD) {
        return;
    }
    const GArray *leaves = flow_leaves(flow, to->record);
    struct value value = flow_value(flow, operand);
    for (guint i = 0; i < leaves->len; i++) {
        const struct flow_leaf *leaf = &g_array_index(leaves, struct flow_leaf, i);
        if (leaf->type->class == FLOW_POINTER) {
            flow_copy(flow, leaf->slot, value);
        }
    }
}

/** The operand of an implicit cast from one kind of type to another, else the null cursor. */
static CXCursor implicit_operand(struct flow *flow, CXCursor expression)
{
    while (expression.kind == CXCursor_ParenExpr) {
        expression = flow_only_child(expression);
    }
    CXCursor operand = expression.kind == CXCursor_UnexposedExpr ? flow_only_child(expression)
                                                                 : clang_getNullCursor();
    if (clang_Cursor_isNull(operand)) {
        return operand;
    }
    const struct flow_type *from = flow_type_of(flow, operand);
    const struct flow_type *to = flow_type_of(flow, expression);
    bool same = from->class == to->class && from->record == to->record;
    bool decays = from->array && from->record && from->record == to->record;
    return same || decays ? clang_getNullCursor() : operand;
}

struct value flow_consume(struct flow *flow, CXCursor expression)
{
    const struct flow_type *type = flow_type_of(flow, expression);
    CXCursor operand;
    switch (type->class) {
    case FLOW_POINTER:
    case FLOW_FUNCTION:
    case FLOW_VA_LIST:
        return flow_value(flow, expression);
    case FLOW_RECORD_POINTER:
        if (!clang_Cursor_isNull(implicit_operand(flow, expression))) {
            flow_to_record(flow, expression);
        }
        return flow_nothing();
    case FLOW_INTEGER:
        operand = implicit_operand(flow, expression);
        if (!clang_Cursor_isNull(operand)) {
            flow_to_integer(flow, operand);
        }
        return flow_nothing();
    case FLOW_RECORD:
        operand = implicit_operand(flow, expression);
        if (!clang_Cursor_isNull(operand)) {
            flow_to_union(flow, expression, operand);
        }
        return flow_nothing();
    default:
        return flow_nothing();
    }
}
