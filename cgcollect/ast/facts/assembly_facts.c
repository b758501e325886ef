/*
 * Records what assembly statements do with their operands. One that only moves and computes leaves
 * behind what its operands are and lead to; any other may do anything with them.
 */
#include "ast/declarations/assembly_text.h"
#include "ast/facts/ast_facts_parts.h"

static const struct ast_facts_type untyped = {.base = BASE_VOID};

/** An operand without an implicit cast is an object, which may be read or written. */
static bool is_object(CXCursor operand)
{
    return operand.kind != CXCursor_UnexposedExpr;
}

static bool is_number(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_INTEGER && !type->array;
}

static bool is_record(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_RECORD || type->class == AST_FACTS_RECORD_POINTER;
}

static struct value value_of(struct ast_facts *f, CXCursor operand,
                             const struct ast_facts_type *type)
{
    return is_record(type) ? ast_facts_record_address(f, type->record)
                           : ast_facts_value(f, operand);
}

/** @return whether an operand is a pointer that a statement may write */
static bool is_written(CXCursor operand, const struct ast_facts_type *type)
{
    return is_object(operand) && type->class == AST_FACTS_POINTER && !type->array &&
           operand.kind != CXCursor_CStyleCastExpr && operand.kind != CXCursor_CallExpr;
}

static void write_pointer(struct ast_facts *f, CXCursor operand, struct value value)
{
    CXCursor object = ast_facts_without_parentheses(f, operand);
    ast_facts_write(f, ast_facts_lvalue(f, object), value, "");
}

/* Statements that only move and compute */

/** A statement. */
struct moving {
    struct ast_facts *f;
    struct cursors operands;
    struct value all; /**< what it may leave behind */
    fact_slot places; /**< where it may read and write */
    bool memory;      /**< it does */
    bool pointers;    /**< some operand is an address */
    bool leads_on;    /**< what is found there may be an address as well */
};

static struct value as_type(struct moving *m, struct value value, const struct ast_facts_type *from,
                            const struct ast_facts_type *to)
{
    bool function = ast_facts_points_at_function(from) || ast_facts_points_at_function(to);
    return function ? ast_facts_retype(m->f, m->f->owner, value, from, to) : value;
}

static void join_numbers(struct moving *m, fact_slot numbers)
{
    ast_facts_copy(m->f, m->all.slot, ast_facts_held(numbers));
    ast_facts_copy(m->f, numbers, m->all);
}

static void take_number(struct moving *m, CXCursor operand, const struct ast_facts_type *type)
{
    long long constant;
    CXCursor object = ast_facts_without_parentheses(m->f, operand);
    if (ast_evaluate(operand, &constant)) {
        return;
    }
    join_numbers(m, ast_facts_integers_of(m->f, type));
    if (object.kind == CXCursor_UnaryOperator || object.kind == CXCursor_ArraySubscriptExpr) {
        ast_facts_write(m->f, ast_facts_through(m->f, object), m->all, "");
    }
}

static void take_operand(struct moving *m, CXCursor operand)
{
    const struct ast_facts_type *type = ast_facts_type_of(m->f, operand);
    if (is_number(type)) {
        take_number(m, operand, type);
        return;
    }
    struct value value = value_of(m->f, operand, type);
    ast_facts_copy(m->f, m->all.slot, as_type(m, value, type, &untyped));
    ast_facts_copy(m->f, m->places, value);
    if (is_record(type)) {
        ast_facts_typed(m->f, m->all.slot, type->record);
    }
    bool numbers = type->base == BASE_INTEGER || type->base == BASE_BYTE;
    m->memory = m->memory || type->array || type->class == AST_FACTS_RECORD;
    m->pointers = m->pointers || type->class != AST_FACTS_OTHER;
    m->leads_on = m->leads_on || !numbers || ast_facts_depth(type) > 1;
}

/** What operands lead to may be read and written. A number is an address only where no operand is a
 *  pointer. */
static void follow(struct moving *m)
{
    struct ast_facts *f = m->f;
    join_numbers(m, facts_integers(f->facts));
    join_numbers(m, facts_bytes(f->facts));
    if (m->leads_on || !m->pointers) {
        ast_facts_copy(f, m->places, m->all);
    }
    fact_slot cells = facts_insides(f->facts, f->owner, m->places, "");
    facts_load(f->facts, f->owner, m->all.slot, cells, "");
    facts_store(f->facts, f->owner, cells, m->all.slot, "");
}

static void give(struct moving *m, CXCursor operand)
{
    const struct ast_facts_type *type = ast_facts_type_of(m->f, operand);
    if (is_written(operand, type)) {
        write_pointer(m->f, operand, as_type(m, m->all, &untyped, type));
    }
}

static void move_operands(struct moving *m)
{
    for (unsigned i = 0; i < m->operands.count; i++) {
        take_operand(m, m->operands.items[i]);
    }
    if (m->memory) {
        follow(m);
    }
    for (unsigned i = 0; i < m->operands.count; i++) {
        give(m, m->operands.items[i]);
    }
}

/* Others */

/** Assembly may keep its operands as numbers.
 *  @param number whether an operand is one that it may write */
static void unknown_operand(struct ast_facts *f, CXCursor operand, bool number)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, operand);
    if (is_number(type)) {
        return;
    }
    struct value value = value_of(f, operand, type);
    ast_facts_copy(f, facts_outside(f->facts), value);
    if (number || !is_object(operand)) {
        ast_facts_copy(f, facts_integers(f->facts), value);
    }
    if (is_written(operand, type)) {
        write_pointer(f, operand, ast_facts_unknown(f, CG_UNKNOWN_ASSEMBLY));
    }
}

static void do_anything(struct ast_facts *f, const struct cursors *operands)
{
    bool number = false, other = false;
    for (unsigned i = 0; i < operands->count; i++) {
        const struct ast_facts_type *type = ast_facts_type_of(f, operands->items[i]);
        number = number || (is_number(type) && type->wide && is_object(operands->items[i]));
        other = other || !is_number(type);
    }
    for (unsigned i = 0; i < operands->count; i++) {
        unknown_operand(f, operands->items[i], number);
    }
    if (number && other) { /* the number may be what a pointer points at */
        struct value unknown = ast_facts_unknown(f, CG_UNKNOWN_ASSEMBLY);
        ast_facts_copy(f, facts_integers(f->facts), unknown);
    }
}

static bool has_list(struct ast_facts *f, const struct cursors *operands)
{
    bool has = false;
    for (unsigned i = 0; i < operands->count && !has; i++) {
        has = ast_facts_type_of(f, operands->items[i])->class == AST_FACTS_VA_LIST;
    }
    return has;
}

void ast_facts_assembly(struct ast_facts *f, CXCursor statement)
{
    struct moving m = {.f = f};
    cursors_init(&m.operands);
    ast_add_children(f->ast, &m.operands, statement);
    enum assembly_reach reach = ASSEMBLY_ANYWHERE;
    if (m.operands.count > 0 && !has_list(f, &m.operands)) {
        reach = ast_assembly_reach(f->ast, f->body, statement);
    }
    if (reach == ASSEMBLY_ANYWHERE) {
        do_anything(f, &m.operands);
    } else {
        m.all = ast_facts_held(ast_facts_local(f));
        m.places = ast_facts_local(f);
        m.memory = reach == ASSEMBLY_MEMORY;
        move_operands(&m);
    }
    cursors_clear(&m.operands);
}
