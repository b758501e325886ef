/*
 * Turns values into operands of facts, reads and writes memory through them, and has the slots of
 * variables and fields.
 */
#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/* Values */

struct value ast_facts_held(fact_slot slot)
{
    return (struct value){VALUE_HELD, slot};
}

struct value ast_facts_address(fact_slot slot)
{
    return (struct value){VALUE_ADDRESS, slot};
}

struct value ast_facts_nothing(void)
{
    return (struct value){VALUE_NONE, FACT_NONE};
}

fact_slot ast_facts_local(struct ast_facts *f)
{
    return facts_local(f->facts, f->owner);
}

struct value ast_facts_unknown(struct ast_facts *f, const char *reason)
{
    fact_slot slot = ast_facts_local(f);
    facts_unknown(f->facts, f->owner, slot, reason);
    return ast_facts_held(slot);
}

fact_slot ast_facts_operand(struct ast_facts *f, struct value value)
{
    switch (value.kind) {
    case VALUE_HELD:
        return value.slot;
    case VALUE_ADDRESS:
        return facts_address_of(f->facts, value.slot);
    default:
        return FACT_NONE;
    }
}

void ast_facts_copy(struct ast_facts *f, fact_slot to, struct value value)
{
    if (value.kind != VALUE_NONE && to != FACT_NONE &&
        !(value.kind == VALUE_HELD && value.slot == to)) {
        facts_copy(f->facts, f->owner, to, ast_facts_operand(f, value));
    }
}

fact_slot ast_facts_integers_of(struct ast_facts *f, const struct ast_facts_type *type)
{
    return type->wide ? facts_integers(f->facts) : facts_bytes(f->facts);
}

fact_slot ast_facts_slot(struct ast_facts *f, struct value value)
{
    if (value.kind == VALUE_HELD) {
        return value.slot;
    }
    fact_slot slot = ast_facts_local(f);
    ast_facts_copy(f, slot, value);
    return slot;
}

struct value ast_facts_join(struct ast_facts *f, struct value a, struct value b)
{
    if (a.kind == VALUE_NONE || (a.kind == b.kind && a.slot == b.slot)) {
        return b;
    }
    if (b.kind == VALUE_NONE) {
        return a;
    }
    fact_slot both = ast_facts_local(f);
    ast_facts_copy(f, both, a);
    ast_facts_copy(f, both, b);
    return ast_facts_held(both);
}

struct value ast_facts_read(struct ast_facts *f, struct value address, const char *cell)
{
    if (address.kind == VALUE_ADDRESS) {
        return ast_facts_held(address.slot);
    }
    if (address.kind == VALUE_NONE) {
        return address;
    }
    fact_slot slot = ast_facts_local(f);
    facts_load(f->facts, f->owner, slot, address.slot, cell);
    return ast_facts_held(slot);
}

void ast_facts_write(struct ast_facts *f, struct value address, struct value value,
                     const char *cell)
{
    if (address.kind == VALUE_ADDRESS) {
        ast_facts_copy(f, address.slot, value);
    } else if (address.kind == VALUE_HELD && value.kind != VALUE_NONE) {
        facts_store(f->facts, f->owner, address.slot, ast_facts_operand(f, value), cell);
    }
}

/* Tables */

/** A table from cursors to values. */
struct entry {
    CXCursor cursor;
    struct value value;
};

const struct value *ast_facts_known(GHashTable *table, CXCursor cursor)
{
    const struct entry *entry = g_hash_table_lookup(table, &cursor);
    return entry ? &entry->value : NULL;
}

void ast_facts_remember(GHashTable *table, CXCursor cursor, struct value value)
{
    struct entry *entry = g_new(struct entry, 1);
    *entry = (struct entry){cursor, value};
    g_hash_table_replace(table, &entry->cursor, entry);
}

/* Variables */

/** An attribute may give a variable another linkage name; few have one. */
static CXString linkage_name(CXCursor variable)
{
    return ast_has_attributes(variable) ? clang_Cursor_getMangling(variable)
                                        : clang_getCursorSpelling(variable);
}

/** The library defines what its headers declare, and reads and writes it. */
static bool is_of_library(struct ast_facts *f, CXCursor variable)
{
    return ast_in_system(f->ast, clang_getCursorLocation(variable)) &&
           cursor_is_null(clang_getCursorDefinition(variable));
}

bool ast_facts_leads(struct ast_facts *f, const struct ast_facts_type *type)
{
    return type->record ? ast_facts_holds(f, type->record)
                        : type->base == BASE_FUNCTION || type->base == BASE_VOID;
}

/** The content of a variable that this translation unit does not define. */
static void use_external(struct ast_facts *f, CXCursor variable, fact_slot slot)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, variable);
    if (!cursor_is_null(clang_getCursorDefinition(variable)) || !ast_facts_leads(f, type)) {
        return;
    }
    facts_used(f->facts, slot);
    if (type->class == AST_FACTS_RECORD || type->class == AST_FACTS_RECORD_POINTER) {
        unit_id owner = f->owner;
        f->owner = UNIT_NONE;
        ast_facts_typed(f, slot, type->record);
        f->owner = owner;
    }
}

static fact_slot external_slot(struct ast_facts *f, CXCursor variable)
{
    CXString name = linkage_name(variable);
    fact_slot slot = facts_global(f->facts, clang_getCString(name), NULL);
    clang_disposeString(name);
    if (is_of_library(f, variable)) {
        facts_copy(f->facts, UNIT_NONE, facts_outside(f->facts), facts_address_of(f->facts, slot));
    }
    use_external(f, variable, slot);
    return slot;
}

static fact_slot internal_slot(struct ast_facts *f, CXCursor variable, bool local)
{
    CXString name = clang_getCursorSpelling(variable);
    const char *function =
        local && f->owner != UNIT_NONE ? unit_function_at(f->ast->unit, f->owner)->name : NULL;
    char *full = function ? g_strconcat(function, ".", clang_getCString(name), NULL)
                          : g_strdup(clang_getCString(name));
    const char *origin = ast_file(f->ast, clang_getCursorLocation(variable));
    fact_slot slot = facts_global(f->facts, full, origin ? origin : "");
    g_free(full);
    clang_disposeString(name);
    return slot;
}

static fact_slot global_slot(struct ast_facts *f, CXCursor variable)
{
    CXCursor first = clang_getCanonicalCursor(variable);
    enum CXLinkageKind linkage = clang_getCursorLinkage(first);
    return linkage == CXLinkage_External ? external_slot(f, first)
                                         : internal_slot(f, first, linkage == CXLinkage_NoLinkage);
}

/** The function's own parameters were entered before; others belong to blocks, which anyone may
 *  call. */
static fact_slot local_slot(struct ast_facts *f, CXCursor variable)
{
    fact_slot slot = ast_facts_local(f);
    if (variable.kind == CXCursor_ParmDecl) {
        facts_unknown(f->facts, f->owner, slot, CG_UNKNOWN_NO_FACTS);
    }
    return slot;
}

void ast_facts_cell_type(struct ast_facts *f, unit_id owner, fact_slot slot,
                         const struct ast_facts_type *type)
{
    bool number = type->class == AST_FACTS_INTEGER ||
                  (type->class == AST_FACTS_OTHER && type->base == BASE_OTHER && *type->cell);
    if (number || type->class == AST_FACTS_POINTER || type->class == AST_FACTS_RECORD_POINTER) {
        facts_cell_type(f->facts, owner, slot, type->cell, type->array && !number);
    }
}

bool ast_facts_is_global(CXCursor variable)
{
    return variable.kind == CXCursor_VarDecl && clang_Cursor_hasVarDeclGlobalStorage(variable) == 1;
}

fact_slot ast_facts_variable(struct ast_facts *f, CXCursor variable)
{
    const struct value *known = ast_facts_known(f->locals, variable);
    known = known ? known : ast_facts_known(f->globals, variable);
    if (known) {
        return known->slot;
    }
    bool global = ast_facts_is_global(variable);
    fact_slot slot = global ? global_slot(f, variable) : local_slot(f, variable);
    if (global) {
        ast_facts_cell_type(f, UNIT_NONE, slot, ast_facts_type_of(f, variable));
    }
    ast_facts_remember(global ? f->globals : f->locals, variable, ast_facts_address(slot));
    return slot;
}

fact_slot ast_facts_member(struct ast_facts *f, CXCursor field)
{
    const struct value *known = ast_facts_known(f->fields, field);
    if (known) {
        return known->slot;
    }
    struct ast_facts_record *record = ast_facts_record(f, clang_getCursorSemanticParent(field));
    long long bits = clang_Cursor_getOffsetOfField(field);
    fact_slot slot = ast_facts_field_slot(f, record, bits > 0 ? (uint64_t)bits / 8 : 0);
    ast_facts_lay_out(f, record);
    ast_facts_remember(f->fields, field, ast_facts_address(slot));
    return slot;
}
