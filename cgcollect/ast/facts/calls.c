#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/** A call being noted. */
struct handing {
    struct flow *flow;
    const struct flow_call *call;
    const struct flow_type *type; /**< of the result */
    struct value *values;         /**< of the arguments */
    fact_slot *operands;          /**< the same */
    unsigned count;
};

static bool is_tracked(const struct flow_type *type)
{
    return type->class == FLOW_POINTER || type->class == FLOW_VA_LIST;
}

/** What an argument hands over: what it points at goes along even where its type tells all. */
static struct value argument_value(struct flow *flow, CXCursor argument)
{
    const struct flow_type *type = flow_type_of(flow, argument);
    struct value value = flow_consume(flow, argument);
    bool record = type->class == FLOW_RECORD || type->class == FLOW_RECORD_POINTER;
    return record ? flow_record_address(flow, type->record) : value;
}

static void take_arguments(struct handing *h)
{
    const struct cursors *arguments = h->call->arguments;
    h->count = arguments->count;
    h->values = g_new(struct value, (gsize)h->count + 1);
    h->operands = g_new(fact_slot, (gsize)h->count + 1);
    for (unsigned i = 0; i < h->count; i++) {
        h->values[i] = argument_value(h->flow, arguments->items[i]);
        h->operands[i] = flow_operand(h->flow, h->values[i]);
    }
}

static void drop_arguments(struct handing *h)
{
    g_free(h->values);
    g_free(h->operands);
}

/* Results */

/** Where results of functions that are not known here go when they point at records: one slot a
 *  record and function, since nothing but its type counts. */
static fact_slot giver(struct flow *flow, struct flow_record *record)
{
    if (!flow_holds(flow, record)) {
        return FACT_NONE;
    }
    void *known = g_hash_table_lookup(flow->givers, record);
    if (known) {
        return GPOINTER_TO_UINT(known) - 1;
    }
    fact_slot slot = flow_local(flow);
    flow_typed(flow, slot, record);
    g_hash_table_insert(flow->givers, record, GUINT_TO_POINTER(slot + 1));
    return slot;
}

/** The slot that stands for the call's value. */
static fact_slot result_slot(struct handing *h)
{
    struct flow *flow = h->flow;
    const struct value *known = flow_known(flow->values, h->call->cursor);
    if (known) {
        return known->slot;
    }
    struct value value = flow_held(flow_local(flow));
    flow_remember(flow->values, h->call->cursor, value);
    return value.slot;
}

/** Where a call of what this unit does not define puts its result. */
static fact_slot unknown_result(struct handing *h)
{
    if (is_tracked(h->type)) {
        return result_slot(h);
    }
    bool record = h->type->class == FLOW_RECORD || h->type->class == FLOW_RECORD_POINTER;
    return record ? giver(h->flow, h->type->record) : FACT_NONE;
}

/** The result of a function of this unit: the only callee's is the value itself. */
static void known_result(struct handing *h, unit_id callee, bool only)
{
    struct flow *flow = h->flow;
    if (!is_tracked(h->type)) {
        return;
    }
    struct value result = flow_held(facts_result(flow->facts, callee));
    const struct value *known = flow_known(flow->values, h->call->cursor);
    if (only && !known) {
        flow_remember(flow->values, h->call->cursor, result);
    } else {
        flow_copy(flow, result_slot(h), result);
    }
}

/* Callees */

static void call_defined(struct handing *h, unit_id callee, CXCursor definition, bool only)
{
    struct flow *flow = h->flow;
    int parameters = clang_Cursor_getNumArguments(definition);
    for (unsigned i = 0; i < h->count; i++) {
        if ((int)i >= parameters) {
            flow_copy(flow, facts_variadic(flow->facts, callee), h->values[i]);
            continue;
        }
        CXCursor parameter = clang_Cursor_getArgument(definition, i);
        if (is_tracked(flow_type_of(flow, parameter))) {
            flow_copy(flow, facts_parameter(flow->facts, callee, i), h->values[i]);
        }
    }
    known_result(h, callee, only);
}

static bool is_to_record(const struct flow_type *type)
{
    return type->base == BASE_RECORD && flow_depth(type) == 1 && type->class != FLOW_VA_LIST;
}

/** Whether a pointer is to a function pointer, or to one without type. */
static bool is_to_pointer(const struct flow_type *type)
{
    return flow_depth(type) > 1 && (type->base == BASE_FUNCTION || type->base == BASE_VOID);
}

/** A copy of memory being noted: where from and where to, in the order of the arguments. */
struct copying {
    const struct flow_type *types[2];
    fact_slot places[2];
    unsigned to;
};

static const struct flow_type *copied_type(struct flow *flow, CXCursor operand)
{
    while (operand.kind == CXCursor_UnexposedExpr || operand.kind == CXCursor_ParenExpr ||
           operand.kind == CXCursor_CStyleCastExpr) {
        CXCursor child = flow_only_child(operand);
        if (clang_Cursor_isNull(child)) {
            break;
        }
        operand = child;
    }
    return flow_type_of(flow, operand);
}

/** What is copied from or to the place of a pointer may be any field, or an integer that was one.
 */
static void look_into(struct handing *h, struct copying *copying, unsigned which)
{
    struct flow *flow = h->flow;
    const struct flow_type *type = copying->types[which];
    if (is_to_record(type)) {
        copying->places[which] = flow_operand(
            flow, flow_record_insides(flow, type->record, flow_cell(copying->types[1 - which])));
    } else if (flow_depth(type) == 1 && type->base == BASE_INTEGER && type->wide_base) {
        flow_link_integers(flow, h->values[which]);
    } else if (flow_depth(type) == 1) {
        copying->places[which] = facts_insides(flow->facts, flow->owner, copying->places[which],
                                               flow_cell(copying->types[1 - which]));
    }
}

static void copy_places(struct flow *flow, const struct copying *copying)
{
    fact_slot copied = flow_local(flow);
    const char *cell = flow_cell(copying->types[is_to_pointer(copying->types[1])]);
    facts_load(flow->facts, flow->owner, copied, copying->places[1 - copying->to], cell);
    struct value value = flow_retype(flow, flow->owner, flow_held(copied),
                                     copying->types[1 - copying->to], copying->types[copying->to]);
    facts_store(flow->facts, flow->owner, copying->places[copying->to], value.slot, cell);
}

static bool is_copying(const char *name)
{
    static const char *const names[] = {"memcpy",        "memmove",       "mempcpy", "__memcpy_chk",
                                        "__memmove_chk", "__mempcpy_chk", "bcopy"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/** Of copies from one record to another the types are seen here and nowhere else; so are those of
 *  what is copied from or to the place of a pointer. */
static void call_copying(struct handing *h, const char *name)
{
    struct flow *flow = h->flow;
    if (h->count < 2 || !is_copying(name)) {
        return;
    }
    struct copying copying = {.to = strcmp(name, "bcopy") == 0};
    for (unsigned i = 0; i < 2; i++) {
        copying.types[i] = copied_type(flow, h->call->arguments->items[i]);
        copying.places[i] = h->operands[i];
    }
    if (is_to_record(copying.types[0]) && is_to_record(copying.types[1])) {
        flow_overlap(flow, copying.types[0]->record, copying.types[1]->record);
        return;
    }
    bool place = false;
    for (unsigned i = 0; i < 2; i++) {
        if (is_to_pointer(copying.types[1 - i]) && h->operands[i] != FACT_NONE) {
            place = true;
            look_into(h, &copying, i);
        }
    }
    if (place) {
        copy_places(flow, &copying);
    }
}

static bool hands_nothing(const struct handing *h, fact_slot result)
{
    bool nothing = result == FACT_NONE;
    for (unsigned i = 0; i < h->count && nothing; i++) {
        nothing = h->operands[i] == FACT_NONE;
    }
    return nothing;
}

static void call_named(struct handing *h, unit_id callee, CXCursor target)
{
    struct flow *flow = h->flow;
    flow_show(flow, target);
    call_copying(h, unit_function_at(flow->ast->unit, callee)->name);
    fact_slot result = unknown_result(h);
    if (result != FACT_NONE) {
        flow_declare_type(flow, callee, target);
    }
    if (!hands_nothing(h, result)) {
        facts_call_by_name(flow->facts, flow->owner, h->call->place, callee, result, h->operands,
                           h->count);
    }
}

static void call_pointer(struct handing *h)
{
    struct flow *flow = h->flow;
    fact_slot pointer = flow_slot(flow, flow_value(flow, h->call->callee));
    const char *signature = flow_type_of(flow, h->call->callee)->signature;
    facts_call(flow->facts, flow->owner, h->call->place, pointer, signature ? signature : "?", NULL,
               unknown_result(h), h->operands, h->count);
}

/* Builtins, which become instructions */

static void start_va_list(struct handing *h)
{
    struct flow *flow = h->flow;
    if (h->count > 0 && flow->owner != UNIT_NONE) {
        struct value list = flow_type_of(flow, h->call->arguments->items[0])->class == FLOW_VA_LIST
                                ? flow_va_list(flow, h->call->arguments->items[0])
                                : h->values[0];
        fact_slot all = facts_variadic(flow->facts, flow->owner);
        flow_copy(flow, list.slot, flow_address(all));
    }
}

static void builtin_value(struct handing *h, struct value value)
{
    if (is_tracked(h->type)) {
        flow_copy(h->flow, result_slot(h), value);
    }
}

static void call_builtin(struct handing *h, CXCursor target)
{
    struct flow *flow = h->flow;
    CXString spelling = clang_getCursorSpelling(target);
    const char *name = clang_getCString(spelling);
    if (strstr(name, "va_start")) {
        start_va_list(h);
    } else if (strstr(name, "va_copy") && h->count == 2 && h->values[0].kind == VALUE_HELD) {
        flow_copy(flow, h->values[0].slot, h->values[1]);
    } else if (strstr(name, "alloca")) {
        builtin_value(h, flow_address(flow_local(flow)));
    } else if (g_str_has_prefix(name, "__sync_") && h->count > 0) {
        builtin_value(h, flow_atomic(flow, h->call->arguments, true));
    } else {
        for (unsigned i = 0; i < h->count; i++) {
            builtin_value(h, h->values[i]);
        }
    }
    clang_disposeString(spelling);
}

/* Calls */

static void call_target(struct handing *h, CXCursor reference)
{
    struct flow *flow = h->flow;
    CXCursor target = clang_getCursorReferenced(reference);
    struct ast_function *function =
        ast_function(flow->ast, target, clang_getCursorLocation(reference));
    if (!function) {
        return;
    }
    if (function->id == UNIT_NONE) {
        call_builtin(h, target);
        return;
    }
    CXCursor definition = clang_getCursorDefinition(target);
    bool only = h->call->targets->count == 1 && !h->call->open;
    if (clang_Cursor_isNull(definition)) {
        call_named(h, function->id, target);
    } else {
        call_defined(h, function->id, definition, only);
    }
}

/** What stands deeper in an expression that is called is not visited otherwise, but for calls. */
static enum CXChildVisitResult visit_callee(CXCursor child, CXCursor parent, CXClientData data)
{
    if (child.kind == CXCursor_CallExpr || child.kind == CXCursor_StmtExpr) {
        return CXChildVisit_Continue;
    }
    flow_visit(data, child, parent);
    return CXChildVisit_Recurse;
}

static bool is_name(CXCursor callee)
{
    return flow_peel(callee).kind == CXCursor_DeclRefExpr;
}

void flow_call(struct flow *flow, const struct flow_call *call)
{
    if (flow->owner == UNIT_NONE) {
        return;
    }
    struct handing h = {.flow = flow, .call = call};
    h.type = flow_type_of(flow, call->cursor);
    take_arguments(&h);
    if (!is_name(call->callee)) {
        flow_visit(flow, call->callee, clang_getNullCursor());
        clang_visitChildren(call->callee, visit_callee, flow);
    }
    for (unsigned i = 0; i < call->targets->count; i++) {
        call_target(&h, call->targets->items[i]);
    }
    if (call->open) {
        call_pointer(&h);
    }
    drop_arguments(&h);
}

void flow_cleanup(struct flow *flow, CXCursor variable, unit_id callee, struct unit_place place)
{
    const struct flow_type *type = flow_type_of(flow, variable);
    bool record = type->class == FLOW_RECORD || type->class == FLOW_RECORD_POINTER;
    struct value address = record ? flow_record_address(flow, type->record)
                                  : flow_address(flow_variable(flow, variable));
    fact_slot operand = flow_operand(flow, address);
    if (flow->owner != UNIT_NONE) {
        facts_call_by_name(flow->facts, flow->owner, place, callee, FACT_NONE, &operand, 1);
    }
}
