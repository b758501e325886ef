/*
 * Finds the records that pointers point at, from the addresses computed from them.
 */
#include "ir/facts/ir_facts_parts.h"

/** The only value stored in a variable that nothing else accesses, NULL if there is none. */
static LLVMValueRef only_stored(LLVMValueRef variable)
{
    LLVMValueRef stored = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) {
            continue;
        }
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable;
        if (!store || stored) {
            return NULL;
        }
        stored = LLVMGetOperand(user, 0);
    }
    return stored;
}

LLVMValueRef ir_before_variables(LLVMValueRef value)
{
    enum { LIMIT = 8 };
    for (unsigned i = 0; i < LIMIT && LLVMIsALoadInst(value); i++) {
        LLVMValueRef variable = LLVMGetOperand(value, 0);
        LLVMValueRef stored = LLVMIsAAllocaInst(variable) ? only_stored(variable) : NULL;
        if (!stored) {
            break;
        }
        value = stored;
    }
    return value;
}

/** The slot of a load's result also serves other functions. */
static fact_slot slot_loaded(struct ir_facts *f, LLVMValueRef load, unit_id *owner)
{
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(load, 0));
    if (memory.kind == IR_RECORD && !memory.computed) {
        struct ir_field field = ir_field_at(f, memory.type, memory.offset, NULL);
        *owner = UNIT_NONE;
        return ir_field_slot(f, &field);
    }
    bool global = memory.kind == IR_SLOT && LLVMIsAGlobalVariable(LLVMGetOperand(load, 0));
    *owner = global ? UNIT_NONE : f->owner;
    return memory.kind == IR_SLOT ? memory.slot : ir_value_slot(f, load);
}

static bool is_result_known(struct ir_facts *f, LLVMValueRef call, fact_slot *result)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || ir_is_operator_new(callee)) {
        return false;
    }
    unit_id id = ir_function_id(f->ir, callee);
    *result = id == UNIT_NONE ? FACT_NONE : facts_result(f->facts, id);
    return true;
}

/** Two records share their places. */
static void share_places(struct ir_facts *f, const struct ir_memory *memory, LLVMTypeRef type)
{
    struct ir_memory as = {.kind = IR_RECORD, .type = type};
    bool computed = memory->computed || memory->varies;
    if (!computed && ir_field_at(f, memory->type, memory->offset, type).type != type) {
        ir_copy_fields(f, &as, memory, UINT32_MAX);
        ir_copy_fields(f, memory, &as, UINT32_MAX);
    }
}

/** A variable that is no record is used as one: what was copied there as bytes is in its fields. */
static void fill_from_variable(struct ir_facts *f, const struct ir_memory *memory, LLVMTypeRef type)
{
    fact_slot pointer = ir_local(f);
    GArray *leaves = ir_leaves(f, type, 0, UINT32_MAX);
    for (guint i = 0; i < leaves->len; i++) {
        facts_copy(f->facts, f->owner, g_array_index(leaves, struct ir_leaf, i).slot, memory->slot);
    }
    g_array_free(leaves, TRUE);
    facts_copy(f->facts, f->owner, pointer, facts_address_of(f->facts, memory->slot));
    facts_typed(f->facts, f->owner, pointer, ir_record(f, type)->name);
}

/** Known memory is accessed as a record. */
static void note_access(struct ir_facts *f, const struct ir_memory *memory, LLVMTypeRef type)
{
    if (memory->kind == IR_RECORD) {
        share_places(f, memory, type);
    } else if (memory->kind == IR_SLOT && ir_record(f, type)->pointers) {
        fill_from_variable(f, memory, type);
    }
}

void ir_use_facts(struct ir_facts *f, LLVMValueRef pointer, LLVMTypeRef type)
{
    const struct ir_record *record = ir_record(f, type);
    if (!record->pointers) {
        return;
    }
    unit_id owner = f->owner;
    LLVMValueRef value = ir_before_variables(pointer);
    fact_slot slot = FACT_NONE;
    if (LLVMIsALoadInst(value)) {
        slot = slot_loaded(f, value, &owner);
    } else if (LLVMIsAArgument(value) || LLVMIsAPHINode(value) || LLVMIsASelectInst(value) ||
               LLVMIsAIntToPtrInst(value)) {
        slot = ir_value_slot(f, value);
    } else if (LLVMIsACallInst(value) || LLVMIsAInvokeInst(value)) {
        fact_slot address =
            facts_address_of(f->facts, facts_field(f->facts, record->name, record->base));
        slot = ir_value_slot(f, value);
        facts_copy(f->facts, f->owner, slot, address);
        is_result_known(f, value, &slot);
    } else {
        struct ir_memory memory = ir_memory(f, value);
        note_access(f, &memory, type);
    }
    if (slot != FACT_NONE) {
        facts_used_as(f->facts, owner, slot, record->name);
    }
    ir_note_nested(f, type);
}

/** The offset of something within memory. */
static fact_slot slot_within(struct ir_facts *f, const struct ir_memory *memory, uint64_t offset)
{
    if (memory->kind == IR_SLOT) {
        return memory->slot;
    }
    struct ir_field field = ir_field_at(f, memory->type, memory->offset + offset, NULL);
    return ir_field_slot(f, &field);
}

/** A struct without a name that is a member of a union has the place of the others. */
static void note_overlap(struct ir_facts *f, const struct ir_memory *around, LLVMTypeRef type)
{
    if (!ir_is_nameless(type) || (around->kind != IR_RECORD && around->kind != IR_SLOT)) {
        return;
    }
    GArray *leaves = ir_leaves(f, type, 0, UINT32_MAX);
    for (guint i = 0; i < leaves->len; i++) {
        const struct ir_leaf *leaf = &g_array_index(leaves, struct ir_leaf, i);
        fact_slot slot = slot_within(f, around, leaf->offset);
        if (slot != leaf->slot) {
            facts_copy(f->facts, f->owner, slot, leaf->slot);
            facts_copy(f->facts, f->owner, leaf->slot, slot);
        }
    }
    g_array_free(leaves, TRUE);
}

void ir_address_facts(struct ir_facts *f, LLVMValueRef address)
{
    struct ir_memory memory = ir_memory(f, address);
    if (memory.kind != IR_RECORD || !memory.base) {
        return;
    }
    struct ir_memory base = ir_memory(f, memory.base);
    if (base.kind == IR_POINTER) {
        ir_use_facts(f, base.value, memory.type);
    } else {
        ir_note_nested(f, memory.type);
        note_overlap(f, &base, memory.type);
        note_access(f, &base, memory.type);
    }
}
