/*
 * Assigns each value of a body its slot or operand, constants and global variables included.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

#include "text/lexical_paths.h"

/** Smaller numbers converted to pointers are marks such as SIG_IGN, since no code lies there. */
#define FIRST_PAGE 4096

/** No virtual table has as many bytes: a larger number is no pointer to a member. */
#define LARGEST_TABLE (1u << 30)

/* Slots */

static bool known_slot(GHashTable *slots, LLVMValueRef value, fact_slot *slot)
{
    void *known = g_hash_table_lookup(slots, value);
    *slot = (fact_slot)(GPOINTER_TO_SIZE(known) - 1);
    return known != NULL;
}

bool ir_has_slot(const struct ir_facts *f, LLVMValueRef value)
{
    return g_hash_table_contains(f->values, value);
}

static void keep_slot(GHashTable *slots, LLVMValueRef value, fact_slot slot)
{
    g_hash_table_insert(slots, value, GSIZE_TO_POINTER((gsize)slot + 1));
}

fact_slot ir_local(struct ir_facts *f)
{
    return facts_local(f->facts, f->owner);
}

fact_slot ir_piece_slot(struct ir_facts *f)
{
    if (f->pieces == FACT_NONE) {
        f->pieces = ir_local(f);
    }
    return f->pieces;
}

static fact_slot parameter_slot(struct ir_facts *f, LLVMValueRef parameter)
{
    LLVMValueRef function = LLVMGetParamParent(parameter);
    if (ir_function_id(f->ir, function) != f->owner) {
        bool outlined = ir_function(f->ir, function)->role == IR_OUTLINED;
        return outlined ? ir_local(f) : ir_piece_slot(f);
    }
    unsigned index = 0;
    for (LLVMValueRef p = LLVMGetFirstParam(function); p != parameter; p = LLVMGetNextParam(p)) {
        index++;
    }
    return facts_parameter(f->facts, f->owner, index);
}

fact_slot ir_value_slot(struct ir_facts *f, LLVMValueRef value)
{
    fact_slot slot;
    if (!known_slot(f->values, value, &slot)) {
        slot = LLVMIsAArgument(value) ? parameter_slot(f, value) : ir_local(f);
        keep_slot(f->values, value, slot);
    }
    return slot;
}

static void hand_argument(struct ir_facts *f, GHashTable *values, LLVMValueRef parameter,
                          LLVMValueRef argument)
{
    fact_slot slot = ir_local(f);
    facts_copy(f->facts, f->owner, slot, ir_passed(f, argument));
    keep_slot(values, parameter, slot);
}

GHashTable *ir_begin_again(struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    GHashTable *values = g_hash_table_new(g_direct_hash, g_direct_equal);
    GHashTable *around = f->values;
    for (unsigned i = 0; i < LLVMCountParams(callee) && i < LLVMGetNumArgOperands(call); i++) {
        hand_argument(f, values, LLVMGetParam(callee, i), LLVMGetOperand(call, i));
    }
    keep_slot(values, callee, ir_local(f));
    f->values = values;
    return around;
}

/** Whether other files define a variable, through which their code may be called. */
static bool is_used(struct ir_facts *f, LLVMValueRef global)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    return LLVMIsAGlobalVariable(global) && LLVMIsDeclaration(global) &&
           (!LLVMTypeIsSized(type) || ir_holds_pointers(f, type));
}

fact_slot ir_global_slot(struct ir_facts *f, LLVMValueRef global)
{
    fact_slot slot;
    if (!known_slot(f->globals, global, &slot)) {
        const struct ir_input *input = f->ir->input;
        const char *origin = ir_is_internal(global) ? path_below(input->root, input->file) : NULL;
        char *nameless = g_strdup_printf("@%u", g_hash_table_size(f->globals));
        const char *name = ir_name(global);
        slot = facts_global(f->facts, name[0] ? name : nameless, origin);
        g_free(nameless);
        keep_slot(f->globals, global, slot);
        if (is_used(f, global)) {
            facts_used(f->facts, slot);
        }
    }
    return slot;
}

/* What is followed */

bool ir_is_tracked(const struct ir_facts *f, LLVMTypeRef type)
{
    if (f->untyped) {
        return ir_is_passed_on(f, type);
    }
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return true;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
        return ir_holds_pointers(f, type);
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind:
        return LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMPointerTypeKind;
    default:
        return false;
    }
}

static bool is_disguised_load(struct ir_facts *f, LLVMValueRef load)
{
    if (LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic) {
        return true;
    }
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(load, 0));
    return ir_is_disguised(f, &memory);
}

/** Whether an instruction makes an integer that is followed, regardless of its operands. */
static bool makes_integer(struct ir_facts *f, LLVMValueRef value)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMExtractValue:
    case LLVMPtrToInt:
    case LLVMAtomicRMW:
        return true;
    case LLVMLoad:
        return is_disguised_load(f, value);
    default:
        return false;
    }
}

static bool is_choice_of_integers(struct ir_facts *f, LLVMValueRef value)
{
    bool phi = LLVMIsAPHINode(value) != NULL;
    unsigned count = phi ? LLVMCountIncoming(value) : 3;
    for (unsigned i = phi ? 0 : 1; i < count; i++) {
        LLVMValueRef from = phi ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i);
        if (LLVMIsAConstantExpr(from) || LLVMIsAArgument(from) || LLVMIsAPHINode(from) ||
            LLVMIsASelectInst(from) || (LLVMIsAInstruction(from) && makes_integer(f, from))) {
            return true;
        }
    }
    return false;
}

bool ir_is_tracked_integer(struct ir_facts *f, LLVMValueRef value)
{
    if (!ir_is_word(f, LLVMTypeOf(value))) {
        return false;
    }
    if (LLVMIsAPHINode(value) || LLVMIsASelectInst(value)) {
        return is_choice_of_integers(f, value);
    }
    return LLVMIsAConstantExpr(value) || (LLVMIsAInstruction(value) && makes_integer(f, value));
}

/* Constants */

static fact_slot function_operand(struct ir_facts *f, LLVMValueRef value)
{
    unit_id id = ir_function_id(f->ir, value);
    return id == UNIT_NONE ? FACT_NONE : facts_address_of(f->facts, facts_function(f->facts, id));
}

/** A number converted to a pointer. */
static fact_slot number_operand(struct ir_facts *f, LLVMValueRef number)
{
    if (!LLVMIsAConstantInt(number) || LLVMGetIntTypeWidth(LLVMTypeOf(number)) > 64 ||
        LLVMConstIntGetZExtValue(number) + FIRST_PAGE < (uint64_t)2 * FIRST_PAGE) {
        return FACT_NONE;
    }
    fact_slot slot = ir_local(f);
    facts_unknown(f->facts, f->owner, slot, CG_UNKNOWN_INTEGER);
    return slot;
}

bool ir_is_member_pointer(const struct ir_facts *f, LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsLiteralStruct(type) &&
           LLVMCountStructElementTypes(type) == 2 &&
           ir_is_word(f, LLVMStructGetTypeAtIndex(type, 0)) &&
           ir_is_word(f, LLVMStructGetTypeAtIndex(type, 1));
}

/* https://itanium-cxx-abi.github.io/cxx-abi/abi.html#member-function-pointers: 1 plus the offset of
 * an entry in the virtual table. */
bool ir_is_virtual_member(const struct ir_facts *f, LLVMValueRef constant)
{
    LLVMValueRef first =
        LLVMIsAConstantStruct(constant) && ir_is_member_pointer(f, LLVMTypeOf(constant))
            ? LLVMGetOperand(constant, 0)
            : NULL;
    unsigned long long value =
        first && LLVMIsAConstantInt(first) ? LLVMConstIntGetZExtValue(first) : 0;
    return value % 2 == 1 && value < LARGEST_TABLE;
}

fact_slot ir_member_operand(struct ir_facts *f, uint64_t distance)
{
    fact_slot member = facts_member(f->facts, distance / f->ir->pointer_size);
    return facts_address_of(f->facts, member);
}

/** All that the parts of a constant, or the operands of a sum, hold. */
static fact_slot aggregate_operand(struct ir_facts *f, LLVMValueRef aggregate)
{
    fact_slot slot;
    if (known_slot(f->values, aggregate, &slot)) {
        return slot;
    }
    slot = ir_local(f);
    keep_slot(f->values, aggregate, slot);
    GPtrArray *parts = g_ptr_array_new();
    g_ptr_array_add(parts, aggregate);
    while (parts->len > 0) {
        LLVMValueRef part = g_ptr_array_steal_index_fast(parts, parts->len - 1);
        bool member = ir_is_virtual_member(f, part);
        bool sum = part == aggregate && LLVMIsAConstantExpr(part);
        bool whole =
            sum || (!member && (LLVMIsAConstantStruct(part) || LLVMIsAConstantArray(part) ||
                                LLVMIsAConstantVector(part)));
        for (int i = 0; whole && i < LLVMGetNumOperands(part); i++) {
            g_ptr_array_add(parts, LLVMGetOperand(part, (unsigned)i));
        }
        if (!whole) {
            facts_copy(f->facts, f->owner, slot, ir_operand(f, part));
        }
    }
    g_ptr_array_free(parts, TRUE);
    return slot;
}

static fact_slot constant_operand(struct ir_facts *f, LLVMValueRef constant)
{
    if (ir_is_virtual_member(f, constant)) {
        LLVMValueRef first = LLVMGetOperand(constant, 0);
        return ir_member_operand(f, LLVMConstIntGetZExtValue(first) - 1);
    }
    if (LLVMIsAConstantStruct(constant) || LLVMIsAConstantArray(constant) ||
        LLVMIsAConstantVector(constant)) {
        return ir_may_mention(constant) ? aggregate_operand(f, constant) : FACT_NONE;
    }
    if (LLVMIsAConstantExpr(constant)) {
        LLVMValueRef inner = LLVMGetOperand(constant, 0);
        switch (LLVMGetConstOpcode(constant)) {
        case LLVMPtrToInt:
            return ir_operand(f, inner);
        case LLVMIntToPtr:
            return LLVMIsAConstantExpr(inner) ? ir_operand(f, inner) : number_operand(f, inner);
        default:
            return f->untyped ? aggregate_operand(f, constant) : FACT_NONE;
        }
    }
    bool mark = !LLVMIsAGlobalValue(constant) && !LLVMIsABlockAddress(constant) &&
                LLVMGetNumOperands(constant) == 1;
    return mark ? ir_operand(f, LLVMGetOperand(constant, 0)) : FACT_NONE;
}

/* Operands */

LLVMValueRef ir_table_at(struct ir_facts *f, LLVMValueRef value)
{
    struct ir_memory memory = {.kind = IR_POINTER};
    if (LLVMIsAConstant(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) {
        memory = ir_memory(f, value);
    }
    return memory.kind == IR_NOWHERE && ir_is_class_table(memory.value) ? memory.value : NULL;
}

/** The address of a virtual table, which code may read by hand; virtual calls need no facts of
 *  it. */
static fact_slot table_operand(struct ir_facts *f, LLVMValueRef global)
{
    const char *name = ir_is_class_table(global) ? ir_table_name(f->ir, global) : NULL;
    return name ? facts_address_of(f->facts, facts_table(f->facts, name)) : FACT_NONE;
}

static fact_slot leaves_operand(struct ir_facts *f, const GArray *leaves)
{
    fact_slot slot = ir_local(f);
    for (guint i = 0; i < leaves->len; i++) {
        fact_slot leaf = g_array_index(leaves, struct ir_leaf, i).slot;
        facts_copy(f->facts, f->owner, slot, facts_address_of(f->facts, leaf));
    }
    return slot;
}

/** The address of known memory. */
static fact_slot address_operand(struct ir_facts *f, const struct ir_memory *memory)
{
    if (memory->kind == IR_SLOT) {
        bool list = !f->untyped && ir_is_va_list(memory->type);
        return list ? memory->slot : facts_address_of(f->facts, memory->slot);
    }
    if (memory->kind == IR_NOWHERE) {
        return table_operand(f, memory->value);
    }
    if (memory->kind != IR_RECORD) {
        return FACT_NONE;
    }
    GArray *leaves = ir_anywhere_in(f, memory);
    if (leaves) {
        fact_slot slot = leaves_operand(f, leaves);
        g_array_free(leaves, TRUE);
        return slot;
    }
    ir_note_nested(f, memory->type);
    struct ir_field field = ir_field_at(f, memory->type, memory->offset, memory->target);
    fact_slot slot = ir_field_slot(f, &field);
    return ir_is_va_list(field.type) ? slot : facts_address_of(f->facts, slot);
}

static fact_slot root_operand(struct ir_facts *f, LLVMValueRef value)
{
    if (LLVMIsAInstruction(value) || LLVMIsAArgument(value)) {
        return ir_value_slot(f, value);
    }
    return LLVMIsAConstant(value) ? constant_operand(f, value) : FACT_NONE;
}

/** The address that is counted from the pointer of memory. */
static fact_slot summed_operand(struct ir_facts *f, const struct ir_memory *memory)
{
    fact_slot root = root_operand(f, memory->value);
    struct unit_place nowhere = {NULL, 0, 0};
    if (f->untyped) {
        return memory->moved ? facts_sum(f->facts, f->owner, root, nowhere) : root;
    }
    if (memory->sum_count == 0 || memory->in_list) {
        return root;
    }
    if (memory->sum_count > IR_MOST_SUMS) {
        return facts_sum(f->facts, f->owner, root, nowhere);
    }
    for (unsigned i = 0; i < memory->sum_count; i++) {
        root = facts_sum(f->facts, f->owner, root, ir_place(f->ir, memory->sums[i]));
    }
    return root;
}

fact_slot ir_operand(struct ir_facts *f, LLVMValueRef value)
{
    while (LLVMIsAPtrToIntInst(value)) {
        value = LLVMGetOperand(value, 0);
    }
    if (ir_is_function(value)) {
        return function_operand(f, value);
    }
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) {
        return root_operand(f, value);
    }
    struct ir_memory memory = ir_memory(f, value);
    if (memory.kind != IR_POINTER) {
        fact_slot address = address_operand(f, &memory);
        return ir_is_in_promise(f, value) ? ir_promise_operand(f, address) : address;
    }
    if (memory.value != value && ir_is_function(memory.value)) {
        return function_operand(f, memory.value);
    }
    return summed_operand(f, &memory);
}

/** A slot that holds an operand, which is that of a value. */
static fact_slot slot_of(struct ir_facts *f, LLVMValueRef value, fact_slot operand)
{
    bool plain = LLVMIsAInstruction(value) || LLVMIsAArgument(value);
    if (operand != FACT_NONE && plain && operand == ir_value_slot(f, value)) {
        return operand;
    }
    fact_slot slot = ir_local(f);
    facts_copy(f->facts, f->owner, slot, operand);
    return slot;
}

fact_slot ir_operand_slot(struct ir_facts *f, LLVMValueRef value)
{
    return slot_of(f, value, ir_operand(f, value));
}

fact_slot ir_pointer_slot(struct ir_facts *f, const struct ir_memory *memory)
{
    if (memory->sum_count == 0 || f->untyped || ir_is_function(memory->value)) {
        return ir_operand_slot(f, memory->value);
    }
    return slot_of(f, memory->value, summed_operand(f, memory));
}

fact_slot ir_passed(struct ir_facts *f, LLVMValueRef value)
{
    bool tracked = ir_is_tracked(f, LLVMTypeOf(value)) || ir_is_tracked_integer(f, value);
    return tracked ? ir_operand(f, value) : FACT_NONE;
}
