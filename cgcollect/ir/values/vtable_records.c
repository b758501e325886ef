/*
 * Records what linking needs of virtual tables: their entries, the classes they serve as tables of,
 * who makes objects of them.
 */
#include "unit/unit_vtables.h"

#include <string.h>

#include "ir/values/ir_context.h"

#define TABLE_OF_TABLES "_ZTT"
#define TYPE_INFO "_ZTI" /* has the length of UNIT_TYPE_NAME_PREFIX */

static bool begins(LLVMValueRef global, const char *prefix)
{
    return strncmp(ir_name(global), prefix, strlen(prefix)) == 0;
}

bool ir_is_class_table(LLVMValueRef global)
{
    return begins(global, UNIT_VTABLE_PREFIX);
}

const char *ir_table_name(struct ir *ir, LLVMValueRef global)
{
    char *name =
        g_strconcat(UNIT_VTABLE_PREFIX, ir_name(global) + strlen(UNIT_VTABLE_PREFIX), NULL);
    const char *kept =
        ir_is_internal(global) ? ir_local_name(ir, name) : unit_string(ir->unit, name);
    g_free(name);
    return kept;
}

/* Looking for tables in constants */

typedef void visit_table(struct ir *ir, LLVMValueRef table, const void *data);

/** Visit the class data that a constant mentions, not through other data. */
static void visit_tables(struct ir *ir, LLVMValueRef constant, visit_table *visit, const void *data)
{
    GPtrArray *stack = g_ptr_array_new();
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_ptr_array_add(stack, constant);
    while (stack->len > 0) {
        LLVMValueRef value = g_ptr_array_steal_index_fast(stack, stack->len - 1);
        if (!ir_may_mention(value) || ir_is_function(value) || !g_hash_table_add(seen, value)) {
            continue;
        }
        if (LLVMIsAGlobalVariable(value)) {
            visit(ir, value, data);
            continue;
        }
        for (int i = 0; i < LLVMGetNumOperands(value); i++) {
            g_ptr_array_add(stack, LLVMGetOperand(value, (unsigned)i));
        }
    }
    g_ptr_array_free(stack, TRUE);
    g_hash_table_destroy(seen);
}

static void note_install(struct ir *ir, LLVMValueRef table, const void *data)
{
    const unit_id *function = data;
    if (begins(table, UNIT_VTABLE_PREFIX) || begins(table, TABLE_OF_TABLES)) {
        unit_add_vtable_ref(ir->unit, *function, ir_table_name(ir, table));
    }
}

void ir_note_vtable_refs(struct ir *ir, unit_id function, LLVMValueRef constant)
{
    visit_tables(ir, constant, note_install, &function);
}

/* Tables used during construction count as those of their class: whoever mentions the table of
 * tables constructs one. */

/** The names under which tables are recorded, by LLVMValueRef. */
struct owners {
    GHashTable *names;
    const char *current;
};

static void note_owner(struct ir *ir, LLVMValueRef table, const void *data)
{
    const struct owners *owners = data;
    (void)ir;
    g_hash_table_insert(owners->names, table, (char *)owners->current);
}

static GHashTable *owners_of_tables(struct ir *ir)
{
    struct owners owners = {g_hash_table_new(g_direct_hash, g_direct_equal), NULL};
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        LLVMValueRef data = LLVMGetInitializer(global);
        if (data && begins(global, TABLE_OF_TABLES)) {
            owners.current = ir_table_name(ir, global);
            visit_tables(ir, data, note_owner, &owners);
        }
    }
    return owners.names;
}

/* Tables */

static void note_entry(struct ir *ir, LLVMValueRef value)
{
    bool number = value && LLVMIsAConstantExpr(value) &&
                  LLVMGetConstOpcode(value) == LLVMIntToPtr; /* an offset */
    bool data = value && LLVMIsAGlobalVariable(value) && ir_is_class_data(ir_name(value));
    if (!value || LLVMIsNull(value) || number || data) {
        unit_add_table_entry(ir->unit, UNIT_NONE, NULL);
    } else if (!ir_is_function(value)) {
        unit_add_table_entry(ir->unit, UNIT_NONE, "");
    } else {
        unit_id id = ir_function_id(ir, value);
        const char *name = id == UNIT_NONE ? NULL : unit_function_at(ir->unit, id)->name;
        unit_add_table_entry(ir->unit, id, name);
    }
}

/** The name of an address point's type; NULL if no call can name it. */
static const char *point_type(struct ir *ir, LLVMValueRef type)
{
    if (!LLVMIsAMDString(type)) {
        return g_hash_table_lookup(ir->locals, LLVMValueAsMetadata(type));
    }
    char *name = ir_type_name(type);
    bool named = name && g_str_has_prefix(name, UNIT_TYPE_NAME_PREFIX);
    const char *kept = named ? unit_string(ir->unit, name) : NULL;
    g_free(name);
    return kept;
}

static void note_point(struct ir *ir, LLVMMetadataRef node)
{
    uint64_t entry;
    LLVMValueRef type = ir_point(ir, node, &entry);
    const char *name = type ? point_type(ir, type) : NULL;
    if (name && entry < INT32_MAX) {
        unit_add_address_point(ir->unit, name, (uint32_t)entry);
    }
}

/** The class whose functions a table has during construction, from that class's type info. Internal
 *  classes do not matter: they have no subclasses elsewhere. */
static void note_under(struct ir *ir, LLVMValueRef table)
{
    unsigned length = ir_count_entries(table);
    for (unsigned i = 0; i < length; i++) {
        LLVMValueRef value = ir_entry(table, i);
        if (value && LLVMIsAGlobalVariable(value) && begins(value, TYPE_INFO)) {
            char *type =
                g_strconcat(UNIT_TYPE_NAME_PREFIX, ir_name(value) + strlen(TYPE_INFO), NULL);
            if (!ir_is_internal(value)) {
                unit_set_table_under(ir->unit, type);
            }
            g_free(type);
            return;
        }
    }
}

static void note_table(struct ir *ir, LLVMValueRef table, const char *name)
{
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(table, &count);
    unit_add_table(ir->unit, name);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, i) == ir->type_kind) {
            note_point(ir, LLVMValueMetadataEntriesGetMetadata(entries, i));
        }
    }
    LLVMDisposeValueMetadataEntries(entries);
    unsigned length = ir_count_entries(table);
    for (unsigned i = 0; i < length; i++) {
        note_entry(ir, ir_entry(table, i));
    }
    if (!begins(table, UNIT_VTABLE_PREFIX)) {
        note_under(ir, table);
    }
}

void ir_note_tables(struct ir *ir)
{
    GHashTable *owners = owners_of_tables(ir);
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        if (ir_is_vtable(global)) {
            const char *owner = g_hash_table_lookup(owners, global);
            const char *own = begins(global, UNIT_VTABLE_PREFIX)
                                  ? ir_table_name(ir, global)
                                  : unit_string(ir->unit, ir_name(global));
            note_table(ir, global, owner ? owner : own);
        }
    }
    g_hash_table_destroy(owners);
}
