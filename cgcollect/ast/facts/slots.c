#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/* Values */

struct value flow_held(fact_slot slot)
{
    return (struct value){VALUE_HELD, slot};
}

struct value flow_address(fact_slot slot)
{
    return (struct value){VALUE_ADDRESS, slot};
}

struct value flow_nothing(void)
{
    return (struct value){VALUE_NONE, FACT_NONE};
}

fact_slot flow_local(struct flow *flow)
{
    return facts_local(flow->facts, flow->owner);
}

struct value flow_unknown(struct flow *flow, const char *reason)
{
    fact_slot slot = flow_local(flow);
    facts_unknown(flow->facts, flow->owner, slot, reason);
    return flow_held(slot);
}

fact_slot flow_operand(struct flow *flow, struct value value)
{
    switch (value.kind) {
    case VALUE_HELD:
        return value.slot;
    case VALUE_ADDRESS:
        return facts_address_of(flow->facts, value.slot);
    default:
        return FACT_NONE;
    }
}

void flow_copy(struct flow *flow, fact_slot to, struct value value)
{
    if (value.kind != VALUE_NONE && to != FACT_NONE &&
        !(value.kind == VALUE_HELD && value.slot == to)) {
        facts_copy(flow->facts, flow->owner, to, flow_operand(flow, value));
    }
}

fact_slot flow_slot(struct flow *flow, struct value value)
{
    if (value.kind == VALUE_HELD) {
        return value.slot;
    }
    fact_slot slot = flow_local(flow);
    flow_copy(flow, slot, value);
    return slot;
}

struct value flow_join(struct flow *flow, struct value a, struct value b)
{
    if (a.kind == VALUE_NONE || (a.kind == b.kind && a.slot == b.slot)) {
        return b;
    }
    if (b.kind == VALUE_NONE) {
        return a;
    }
    fact_slot both = flow_local(flow);
    flow_copy(flow, both, a);
    flow_copy(flow, both, b);
    return flow_held(both);
}

struct value flow_read(struct flow *flow, struct value address, const char *cell)
{
    if (address.kind == VALUE_ADDRESS) {
        return flow_held(address.slot);
    }
    if (address.kind == VALUE_NONE) {
        return address;
    }
    fact_slot slot = flow_local(flow);
    facts_load(flow->facts, flow->owner, slot, address.slot, cell);
    return flow_held(slot);
}

void flow_write(struct flow *flow, struct value address, struct value value, const char *cell)
{
    if (address.kind == VALUE_ADDRESS) {
        flow_copy(flow, address.slot, value);
    } else if (address.kind == VALUE_HELD && value.kind != VALUE_NONE) {
        facts_store(flow->facts, flow->owner, address.slot, flow_operand(flow, value), cell);
    }
}

/* Tables */

/** A value by cursor: the cursor is the key. */
struct entry {
    CXCursor cursor;
    struct value value;
};

const struct value *flow_known(GHashTable *table, CXCursor cursor)
{
    const struct entry *entry = g_hash_table_lookup(table, &cursor);
    return entry ? &entry->value : NULL;
}

void flow_remember(GHashTable *table, CXCursor cursor, struct value value)
{
    struct entry *entry = g_new(struct entry, 1);
    *entry = (struct entry){cursor, value};
    g_hash_table_replace(table, &entry->cursor, entry);
}

/* Variables */

/** An attribute may give a variable another linkage name; few have any. */
static CXString linkage_name(CXCursor variable)
{
    return ast_has_attributes(variable) ? clang_Cursor_getMangling(variable)
                                        : clang_getCursorSpelling(variable);
}

/** Library headers declare what the library defines: it reads and writes that. */
static bool is_of_library(CXCursor variable)
{
    return clang_Location_isInSystemHeader(clang_getCursorLocation(variable)) &&
           clang_Cursor_isNull(clang_getCursorDefinition(variable));
}

bool flow_leads(struct flow *flow, const struct flow_type *type)
{
    return type->record ? flow_holds(flow, type->record)
                        : type->base == BASE_FUNCTION || type->base == BASE_VOID;
}

/** What a variable holds that this translation unit does not define. */
static void use_external(struct flow *flow, CXCursor variable, fact_slot slot)
{
    const struct flow_type *type = flow_type_of(flow, variable);
    if (!clang_Cursor_isNull(clang_getCursorDefinition(variable)) || !flow_leads(flow, type)) {
        return;
    }
    facts_used(flow->facts, slot);
    if (type->class == FLOW_RECORD || type->class == FLOW_RECORD_POINTER) {
        unit_id owner = flow->owner;
        flow->owner = UNIT_NONE;
        flow_typed(flow, slot, type->record);
        flow->owner = owner;
    }
}

static fact_slot external_slot(struct flow *flow, CXCursor variable)
{
    CXString name = linkage_name(variable);
    fact_slot slot = facts_global(flow->facts, clang_getCString(name), NULL);
    clang_disposeString(name);
    if (is_of_library(variable)) {
        facts_copy(flow->facts, UNIT_NONE, facts_outside(flow->facts),
                   facts_address_of(flow->facts, slot));
    }
    use_external(flow, variable, slot);
    return slot;
}

static fact_slot internal_slot(struct flow *flow, CXCursor variable, bool local)
{
    CXString name = clang_getCursorSpelling(variable);
    const char *function = local && flow->owner != UNIT_NONE
                               ? unit_function_at(flow->ast->unit, flow->owner)->name
                               : NULL;
    char *full = function ? g_strconcat(function, ".", clang_getCString(name), NULL)
                          : g_strdup(clang_getCString(name));
    const char *origin = ast_file(flow->ast, clang_getCursorLocation(variable));
    fact_slot slot = facts_global(flow->facts, full, origin ? origin : "");
    g_free(full);
    clang_disposeString(name);
    return slot;
}

static fact_slot global_slot(struct flow *flow, CXCursor variable)
{
    CXCursor first = clang_getCanonicalCursor(variable);
    enum CXLinkageKind linkage = clang_getCursorLinkage(first);
    return linkage == CXLinkage_External
               ? external_slot(flow, first)
               : internal_slot(flow, first, linkage == CXLinkage_NoLinkage);
}

/** A parameter of the function itself was entered before; others are of blocks, which anyone may
 *  call. */
static fact_slot local_slot(struct flow *flow, CXCursor variable)
{
    fact_slot slot = flow_local(flow);
    if (variable.kind == CXCursor_ParmDecl) {
        facts_unknown(flow->facts, flow->owner, slot, CG_UNKNOWN_NO_FACTS);
    }
    return slot;
}

void flow_cell_type(struct flow *flow, unit_id owner, fact_slot slot, const struct flow_type *type)
{
    if (type->class == FLOW_POINTER || type->class == FLOW_RECORD_POINTER ||
        type->class == FLOW_INTEGER) {
        facts_cell_type(flow->facts, owner, slot, type->cell);
    }
}

bool flow_is_global(CXCursor variable)
{
    return variable.kind == CXCursor_VarDecl && clang_Cursor_hasVarDeclGlobalStorage(variable) == 1;
}

fact_slot flow_variable(struct flow *flow, CXCursor variable)
{
    const struct value *known = flow_known(flow->locals, variable);
    known = known ? known : flow_known(flow->globals, variable);
    if (known) {
        return known->slot;
    }
    bool global = flow_is_global(variable);
    fact_slot slot = global ? global_slot(flow, variable) : local_slot(flow, variable);
    if (global) {
        flow_cell_type(flow, UNIT_NONE, slot, flow_type_of(flow, variable));
    }
    flow_remember(global ? flow->globals : flow->locals, variable, flow_address(slot));
    return slot;
}

fact_slot flow_member(struct flow *flow, CXCursor field)
{
    const struct value *known = flow_known(flow->fields, field);
    if (known) {
        return known->slot;
    }
    struct flow_record *record = flow_record(flow, clang_getCursorSemanticParent(field));
    long long bits = clang_Cursor_getOffsetOfField(field);
    fact_slot slot = flow_field_slot(flow, record, bits > 0 ? (uint64_t)bits / 8 : 0);
    flow_lay_out(flow, record);
    flow_remember(flow->fields, field, flow_address(slot));
    return slot;
}
