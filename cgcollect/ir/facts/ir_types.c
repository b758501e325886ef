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
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) {
        return false;
    }
    unit_id id = ir_function_id(f->ir, callee);
    *result = id == UNIT_NONE ? FACT_NONE : facts_result(f->facts, id);
    return true;
}

/** A variable declared as another record begins as that, possibly with a virtual table. */
static void note_begin(struct ir_facts *f, LLVMValueRef variable, LLVMTypeRef type)
{
    struct ir_memory memory = ir_memory(f, variable);
    if (memory.kind == IR_RECORD && memory.offset == 0) {
        struct ir_field begin = ir_field_at(f, memory.type, 0, NULL);
        struct ir_field as = ir_field_at(f, type, 0, NULL);
        facts_copy(f->facts, f->owner, ir_field_slot(f, &as), ir_field_slot(f, &begin));
    }
}

/** Record that a pointer leads to a record, if it may come from elsewhere; allocated memory counts
 *  too. */
static void note_type(struct ir_facts *f, LLVMValueRef pointer, LLVMTypeRef type)
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
    } else if (LLVMIsAArgument(value) || LLVMIsAPHINode(value) || LLVMIsASelectInst(value)) {
        slot = ir_value_slot(f, value);
    } else if (LLVMIsACallInst(value) || LLVMIsAInvokeInst(value)) {
        fact_slot address =
            facts_address_of(f->facts, facts_field(f->facts, record->name, record->base));
        slot = ir_value_slot(f, value);
        facts_copy(f->facts, f->owner, slot, address);
        is_result_known(f, value, &slot);
    } else {
        note_begin(f, value, type);
    }
    if (slot != FACT_NONE) {
        facts_typed(f->facts, owner, slot, record->name);
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
        note_type(f, base.value, memory.type);
    } else {
        ir_note_nested(f, memory.type);
        note_overlap(f, &base, memory.type);
    }
}
