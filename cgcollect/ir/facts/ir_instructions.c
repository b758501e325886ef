/*
 * Makes facts of instructions by what each does with memory and pointers, and passes calls to
 * ir_calls.c.
 */
#include "ir/facts/ir_facts_parts.h"

/* Memory */

static uint64_t stored_size(const struct ir_facts *f, LLVMTypeRef type)
{
    return LLVMTypeIsSized(type) ? LLVMStoreSizeOfType(f->layout, type) : 0;
}

/** Whether a load is from before the address point of a virtual table: no function is there. */
static bool is_before(LLVMValueRef address)
{
    LLVMValueRef index = LLVMIsAGetElementPtrInst(address) ? LLVMGetOperand(address, 1) : NULL;
    return index && LLVMIsALoadInst(LLVMGetOperand(address, 0)) && LLVMIsAConstantInt(index) &&
           LLVMConstIntGetSExtValue(index) < 0;
}

/** Whether a load fetches a function from a virtual table, or the table. */
static bool is_dispatch(LLVMValueRef load)
{
    LLVMValueRef from = LLVMGetOperand(load, 0);
    if (is_before(from)) {
        return true;
    }
    while (LLVMIsAGetElementPtrInst(from)) {
        from = LLVMGetOperand(from, 0);
    }
    return ir_finds_vtable(load) || (LLVMIsALoadInst(from) && ir_finds_vtable(from));
}

/** Whether a pointer leads into an object of unknown type, not to its begin. */
static bool is_astray(const struct ir_memory *memory)
{
    return memory->kind == IR_POINTER && !memory->in_list &&
           (memory->computed || memory->part || memory->offset != 0);
}

/** The record that a function defined here returns in parts, NULL if unknown. */
static LLVMTypeRef record_returned(struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    LLVMBasicBlockRef block = LLVMIsAFunction(callee) ? LLVMGetFirstBasicBlock(callee) : NULL;
    for (; block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        bool returns = end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1;
        LLVMValueRef value = returns ? LLVMGetOperand(end, 0) : NULL;
        if (value && LLVMIsALoadInst(value)) {
            struct ir_memory memory = ir_memory(f, LLVMGetOperand(value, 0));
            return memory.kind == IR_RECORD && memory.offset == 0 ? memory.type : NULL;
        }
    }
    return NULL;
}

/** A result in parts that goes straight into memory is stored part by part. */
static struct ir_memory memory_stored(struct ir_facts *f, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(store, 1));
    LLVMValueRef call = LLVMIsAExtractValueInst(value) ? LLVMGetOperand(value, 0) : NULL;
    bool part = memory.kind == IR_POINTER && memory.part && call &&
                (LLVMIsACallInst(call) || LLVMIsAInvokeInst(call));
    LLVMTypeRef record = part ? record_returned(f, call) : NULL;
    if (record) {
        memory.kind = IR_RECORD;
        memory.type = record;
        memory.target = NULL;
    }
    return memory;
}

/** What is copied as integers may be copied through pointers to them: in pieces, or as words. */
static void copy_integer(struct ir_facts *f, LLVMValueRef access, LLVMTypeRef type,
                         LLVMValueRef pointer, bool load)
{
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) == 1) {
        return;
    }
    struct ir_memory memory = ir_memory(f, pointer);
    if (!ir_is_part_of_pointer(f, &memory)) {
        return; /* what lies before the entries of a virtual table, mostly */
    }
    fact_slot copied = ir_is_word(f, type)                  ? facts_integers(f->facts)
                       : ir_may_copy_piece(f, access, type) ? facts_bytes(f->facts)
                                                            : facts_half_words(f->facts);
    if (load) {
        ir_load(f, copied, &memory, stored_size(f, type));
    } else {
        ir_store(f, &memory, copied, stored_size(f, type));
    }
}

static void look_at_load(struct ir_facts *f, LLVMValueRef load)
{
    LLVMTypeRef type = LLVMTypeOf(load);
    if (!ir_is_tracked(f, type) && !ir_is_tracked_integer(f, load)) {
        if (ir_is_copied(f, load)) {
            copy_integer(f, load, type, LLVMGetOperand(load, 0), true);
        }
        return;
    }
    if (is_dispatch(load)) {
        return;
    }
    fact_slot to = ir_value_slot(f, load);
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(load, 0));
    ir_load(f, to, &memory, stored_size(f, type));
    if (is_astray(&memory)) {
        facts_unknown(f->facts, f->owner, to, CG_UNKNOWN_INTEGER);
    }
}

/** Whether a value is the number of a result that is a pointer and a number, and goes to a place of
 *  numbers: such results are one slot. */
static bool is_number_of_pair(struct ir_facts *f, LLVMValueRef value,
                              const struct ir_memory *memory)
{
    LLVMTypeRef pair = LLVMIsAExtractValueInst(value) ? LLVMTypeOf(LLVMGetOperand(value, 0)) : NULL;
    bool pointer = false;
    for (unsigned i = 0; pair && LLVMGetTypeKind(pair) == LLVMStructTypeKind &&
                         i < LLVMCountStructElementTypes(pair);
         i++) {
        LLVMTypeRef part = LLVMStructGetTypeAtIndex(pair, i);
        pointer = pointer || LLVMGetTypeKind(part) == LLVMPointerTypeKind;
    }
    return pointer && ir_is_word(f, LLVMTypeOf(value)) && memory->kind == IR_RECORD &&
           !memory->computed && !ir_is_disguised(f, memory);
}

static void look_at_store(struct ir_facts *f, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    struct ir_memory memory = memory_stored(f, store);
    if (is_number_of_pair(f, value, &memory)) {
        return;
    }
    bool word = ir_is_word(f, type) && ir_is_disguised(f, &memory);
    bool tracked = ir_is_tracked(f, type) || word || ir_is_tracked_integer(f, value);
    fact_slot operand = tracked ? ir_operand(f, value) : FACT_NONE;
    if (!tracked && !ir_is_computed(f, value)) {
        copy_integer(f, store, type, LLVMGetOperand(store, 1), false);
    }
    bool astray = is_astray(&memory);
    if (astray && (ir_table_at(f, value) || ir_sets_handed_table(store))) {
        return; /* of a base that is not the first */
    }
    ir_store(f, &memory, operand, stored_size(f, type));
    if (operand != FACT_NONE && astray) {
        ir_note_read(f, false); /* it may be any field of any record */
    }
}

static void look_at_exchange(struct ir_facts *f, LLVMValueRef exchange, unsigned stored)
{
    LLVMValueRef value = LLVMGetOperand(exchange, stored);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!ir_is_tracked(f, type) && !ir_is_word(f, type)) {
        return;
    }
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(exchange, 0));
    ir_store(f, &memory, ir_operand(f, value), stored_size(f, type));
    ir_load(f, ir_value_slot(f, exchange), &memory, stored_size(f, type));
}

/** A `va_list` is a pointer to the remaining arguments. */
static void look_at_va_arg(struct ir_facts *f, LLVMValueRef argument)
{
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(argument, 0));
    fact_slot list = ir_local(f);
    memory.in_list = memory.in_list || memory.kind == IR_POINTER;
    ir_load(f, list, &memory, f->ir->pointer_size);
    facts_load(f->facts, f->owner, ir_value_slot(f, argument), list, "");
}

/* Values */

static void look_at_choice(struct ir_facts *f, LLVMValueRef choice)
{
    if (!ir_is_tracked(f, LLVMTypeOf(choice)) && !ir_is_tracked_integer(f, choice)) {
        return;
    }
    fact_slot to = ir_value_slot(f, choice);
    bool phi = LLVMIsAPHINode(choice) != NULL;
    unsigned count = phi ? LLVMCountIncoming(choice) : 3;
    for (unsigned i = phi ? 0 : 1; i < count; i++) {
        LLVMValueRef from = phi ? LLVMGetIncomingValue(choice, i) : LLVMGetOperand(choice, i);
        facts_copy(f->facts, f->owner, to, ir_operand(f, from));
    }
}

/** Aggregates and vectors are one slot: what goes in comes out. */
static void look_at_aggregate(struct ir_facts *f, LLVMValueRef value, unsigned operands)
{
    if (!ir_is_tracked(f, LLVMTypeOf(value)) && !ir_is_tracked_integer(f, value)) {
        return;
    }
    fact_slot to = ir_value_slot(f, value);
    for (unsigned i = 0; i < operands; i++) {
        facts_copy(f->facts, f->owner, to, ir_operand(f, LLVMGetOperand(value, i)));
    }
}

static bool is_constant_number(LLVMValueRef value)
{
    return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt;
}

static bool is_number_of_pointer(LLVMValueRef value)
{
    return LLVMIsAPtrToIntInst(value) || is_constant_number(value);
}

/** Whether a distance only counts elements: it leads back to no pointer. */
static bool is_counted(LLVMValueRef distance)
{
    bool counted = true;
    for (LLVMUseRef use = LLVMGetFirstUse(distance); use && counted; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        counted = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSDiv;
    }
    return counted;
}

/** Whether an instruction computes a distance, or an order. From a known place, bytes may lead
 * back: offsets in tables are distances from one. */
static bool compares(LLVMValueRef instruction)
{
    bool difference =
        LLVMIsABinaryOperator(instruction) && LLVMGetInstructionOpcode(instruction) == LLVMSub;
    for (unsigned i = 0; difference && i < 2; i++) {
        LLVMValueRef number = LLVMGetOperand(instruction, i);
        difference = is_number_of_pointer(number) &&
                     (!is_constant_number(number) || is_counted(instruction));
    }
    return difference || LLVMIsAICmpInst(instruction);
}

/** Whether a number is only compared, or loses the high bits of the pointer. Code that takes a
 *  pointer apart keeps these in another number, which counts. */
static bool is_only_examined(LLVMValueRef number)
{
    bool only = true;
    for (LLVMUseRef use = LLVMGetFirstUse(number); use && only; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        only = compares(user) || LLVMIsATruncInst(user);
    }
    return only;
}

/** Whether a number is the hash of a pointer: std::hash of GCC's library and of LLVM's returns the
 *  address, which nothing makes a pointer of again. */
static bool is_hash(LLVMValueRef value)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    const char *name = ir_name(LLVMGetBasicBlockParent(block));
    return g_str_has_prefix(name, "_ZNKSt4hashIP") || g_str_has_prefix(name, "_ZNKSt3__14hashIP");
}

/** Whether the function is std::align, which makes a number of a pointer, and a pointer of that. */
static bool is_std_align(const struct ir_facts *f)
{
    return g_str_has_prefix(unit_function_at(f->ir->unit, f->owner)->name, "_ZSt5align");
}

static void becomes_integer(struct ir_facts *f, fact_slot operand)
{
    facts_copy(f->facts, f->owner, facts_integers(f->facts), operand);
}

bool ir_is_handed_on(LLVMValueRef pointer)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool way = LLVMIsALoadInst(user) || LLVMIsAGetElementPtrInst(user) ||
                   LLVMIsAICmpInst(user) ||
                   (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
        if (!way) {
            return true;
        }
    }
    return false;
}

/** Longer chains from a number to its pointers do not mark bits. */
#define MOST_STEPS 32u

/** A search for the pointers that a number equals except for mark bits. */
struct marked {
    struct ir_facts *f;
    GPtrArray *numbers;  /**< found so far, each once */
    GPtrArray *pointers; /**< values it is made of */
};

/** Whether mark bits leave a pointer usable: the lowest bits, which are 0 where functions and
 *  pointers lie, and the highest, which x86-64 and AArch64 ignore. */
static bool is_mark(LLVMValueRef operation)
{
    const uint64_t bits = 7u | (uint64_t)0xffff << 48;
    LLVMValueRef mask = LLVMGetOperand(operation, 1);
    if (!LLVMIsAConstantInt(mask) || LLVMGetIntTypeWidth(LLVMTypeOf(mask)) > 64) {
        return false;
    }
    uint64_t changed = LLVMConstIntGetZExtValue(mask);
    changed = LLVMGetInstructionOpcode(operation) == LLVMAnd ? ~changed : changed;
    return (changed & ~bits) == 0;
}

static void find_number(struct marked *m, LLVMValueRef number)
{
    if (!g_ptr_array_find(m->numbers, number, NULL)) {
        g_ptr_array_add(m->numbers, number);
    }
}

/** Adds what is stored in a local variable whose address is not used otherwise. @return whether it
 *  is one */
static bool find_stored(struct marked *m, LLVMValueRef load)
{
    LLVMValueRef variable = LLVMGetOperand(load, 0);
    bool is_private =
        LLVMIsAAllocaInst(variable) && ir_is_word(m->f, LLVMGetAllocatedType(variable));
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use && is_private; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool store = LLVMIsAStoreInst(user) != NULL; /* of its address: no number is found */
        is_private = (store || LLVMIsALoadInst(user)) && m->numbers->len <= MOST_STEPS;
        if (store) {
            find_number(m, LLVMGetOperand(user, 0));
        }
    }
    return is_private;
}

static bool find_chosen(struct marked *m, LLVMValueRef choice)
{
    bool phi = LLVMIsAPHINode(choice) != NULL;
    unsigned count = phi ? LLVMCountIncoming(choice) : 3;
    for (unsigned i = phi ? 0 : 1; i < count && m->numbers->len <= MOST_STEPS; i++) {
        find_number(m, phi ? LLVMGetIncomingValue(choice, i) : LLVMGetOperand(choice, i));
    }
    return true;
}

/** @return whether a number is made only of values found in the search */
static bool find_parts(struct marked *m, LLVMValueRef number)
{
    bool constant = LLVMIsAConstantExpr(number) != NULL;
    if (!constant && !LLVMIsAInstruction(number)) {
        return LLVMIsAConstantInt(number) && LLVMIsNull(number);
    }
    switch (constant ? LLVMGetConstOpcode(number) : LLVMGetInstructionOpcode(number)) {
    case LLVMPtrToInt:
        g_ptr_array_add(m->pointers, LLVMGetOperand(number, 0));
        return true;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        find_number(m, LLVMGetOperand(number, 0));
        if (LLVMIsAConstantInt(LLVMGetOperand(number, 1))) {
            return !constant && is_mark(number);
        }
        find_number(m, LLVMGetOperand(number, 1));
        return true;
    case LLVMPHI:
    case LLVMSelect:
        return find_chosen(m, number);
    case LLVMLoad:
        return !ir_is_tracked_integer(m->f, number) && find_stored(m, number);
    default:
        return false;
    }
}

/** Copy the pointers that a number equals except for mark bits. @return whether it is made of
 *  nothing else */
static bool copy_marked(struct ir_facts *f, fact_slot to, LLVMValueRef number)
{
    struct marked m = {f, g_ptr_array_new(), g_ptr_array_new()};
    bool all = true;
    find_number(&m, number);
    for (guint i = 0; i < m.numbers->len && all; i++) {
        all = i < MOST_STEPS && find_parts(&m, m.numbers->pdata[i]);
    }
    for (guint i = 0; i < m.pointers->len && all; i++) {
        facts_copy(f->facts, f->owner, to, ir_operand(f, m.pointers->pdata[i]));
    }
    g_ptr_array_free(m.numbers, TRUE);
    g_ptr_array_free(m.pointers, TRUE);
    return all;
}

/** Whether a number is that of a pointer, except for mark bits. */
static bool was_pointer(struct ir_facts *f, LLVMValueRef number)
{
    enum { LIMIT = 8 };
    for (unsigned i = 0; i < LIMIT && LLVMIsABinaryOperator(number); i++) {
        LLVMOpcode operation = LLVMGetInstructionOpcode(number);
        bool marks = operation == LLVMAnd || operation == LLVMOr || operation == LLVMXor;
        if (!marks || !is_mark(number)) {
            return false;
        }
        number = LLVMGetOperand(number, 0);
    }
    return ir_is_tracked_integer(f, number);
}

/** Copy the pointers that std::align rounds up within their buffer. */
static void copy_aligned(struct ir_facts *f, fact_slot to, LLVMValueRef pointer)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(pointer));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAPtrToIntInst(i)) {
                facts_copy(f->facts, f->owner, to, ir_operand(f, i));
            }
        }
    }
}

/** The halves of a pointer to a member are integers that stay together. A parameter used unchanged
 *  is a record with one pointer, for which no register was left: an integer of the source is a
 *  variable first. */
static void look_at_inttoptr(struct ir_facts *f, LLVMValueRef pointer)
{
    LLVMValueRef number = LLVMGetOperand(pointer, 0);
    fact_slot to = ir_value_slot(f, pointer);
    if (is_std_align(f)) {
        copy_aligned(f, to, pointer);
        return;
    }
    if (copy_marked(f, to, number)) {
        return;
    }
    bool record = LLVMIsAArgument(number) != NULL;
    if (ir_is_tracked_integer(f, number) || record) {
        facts_copy(f->facts, f->owner, to, ir_operand(f, number));
    }
    bool same = record || was_pointer(f, number);
    if (!LLVMIsAExtractValueInst(number) && !record) {
        struct unit_place nowhere = {NULL, 0, 0};
        fact_slot integers = facts_integers(f->facts);
        facts_copy(f->facts, f->owner, to,
                   same ? integers : facts_sum(f->facts, f->owner, integers, nowhere));
    }
    if (!same && ir_is_handed_on(pointer)) {
        facts_unknown(f->facts, f->owner, to, CG_UNKNOWN_INTEGER);
    }
}

/** The function that a return belongs to: the body's, an outlined piece, or one that is read at its
 *  call. */
static fact_slot result_slot(struct ir_facts *f, LLVMValueRef function)
{
    const struct ir_function *known = ir_function(f->ir, function);
    if (known->role == IR_OUTLINED || ir_has_slot(f, function)) {
        return ir_value_slot(f, function);
    }
    return known->id == f->owner ? facts_result(f->facts, f->owner) : ir_piece_slot(f);
}

/** Whether a value is the result of std::bit_cast. The pointer that it loads may have been a
 * number: the variable of a number is no place that facts have. */
static bool is_bit_cast(struct ir_facts *f, LLVMValueRef value)
{
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
           g_str_has_prefix(unit_function_at(f->ir->unit, f->owner)->name, "_ZSt8bit_cast");
}

static void look_at_return(struct ir_facts *f, LLVMValueRef instruction)
{
    if (LLVMGetNumOperands(instruction) == 0) {
        return;
    }
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    facts_copy(f->facts, f->owner, result_slot(f, function), ir_passed(f, value));
    if (is_bit_cast(f, value)) {
        facts_copy(f->facts, f->owner, result_slot(f, function), facts_integers(f->facts));
    }
}

/** Constants that were pointers become numbers where they are used alone, and so do addresses of
 *  parts. */
static void look_at_constants(struct ir_facts *f, LLVMValueRef instruction)
{
    unsigned count = (unsigned)LLVMGetNumOperands(instruction);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, i);
        if (is_constant_number(operand) && !compares(instruction)) {
            becomes_integer(f, ir_operand(f, operand));
        }
        if (LLVMIsAConstantExpr(operand) && LLVMGetConstOpcode(operand) == LLVMGetElementPtr) {
            ir_address_facts(f, operand);
        }
    }
}

static void look_at_value(struct ir_facts *f, LLVMValueRef value)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMGetElementPtr:
        ir_address_facts(f, value);
        break;
    case LLVMPHI:
    case LLVMSelect:
        look_at_choice(f, value);
        break;
    case LLVMExtractValue:
    case LLVMExtractElement:
        look_at_aggregate(f, value, 1);
        break;
    case LLVMInsertValue:
    case LLVMInsertElement:
    case LLVMShuffleVector:
        look_at_aggregate(f, value, 2);
        break;
    case LLVMFreeze:
    case LLVMBitCast:
        if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) {
            look_at_aggregate(f, value, 1);
        }
        break;
    case LLVMPtrToInt:
        if (!is_only_examined(value) && !is_hash(value) && !is_std_align(f)) {
            becomes_integer(f, ir_operand(f, value));
        }
        break;
    case LLVMIntToPtr:
        look_at_inttoptr(f, value);
        break;
    default:
        break;
    }
}

/** How instructions are processed where types describe memory. */
static const struct ir_reader by_records = {look_at_load, look_at_store, look_at_exchange,
                                            look_at_va_arg, look_at_value};

static void read_instruction(struct ir_facts *f, const struct ir_reader *reader,
                             LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
        reader->load(f, instruction);
        break;
    case LLVMStore:
        reader->store(f, instruction);
        break;
    case LLVMAtomicRMW:
        reader->exchange(f, instruction, 1);
        break;
    case LLVMAtomicCmpXchg:
        reader->exchange(f, instruction, 2);
        break;
    case LLVMVAArg:
        reader->argument(f, instruction);
        break;
    default:
        reader->value(f, instruction);
        break;
    }
}

/** Limit on nested calls of handle members. */
#define MOST_CALLS 4u

static void read_again(struct ir_facts *f, LLVMValueRef call, struct unit_place place)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    GHashTable *around = ir_begin_again(f, call);
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(callee);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        ir_facts_instruction(f->ir, i, place);
    }
    fact_slot result = ir_value_slot(f, callee);
    g_hash_table_destroy(f->values);
    f->values = around;
    if (ir_is_tracked(f, LLVMTypeOf(call))) {
        facts_copy(f->facts, f->owner, ir_value_slot(f, call), result);
    }
}

static void look_at_call(struct ir_facts *f, LLVMValueRef call, struct unit_place place)
{
    if (ir_is_of_handles(LLVMGetCalledValue(call), MOST_CALLS)) {
        read_again(f, call, place);
    } else {
        ir_call_facts(f, call, place);
    }
}

void ir_facts_instruction(struct ir *ir, LLVMValueRef instruction, struct unit_place place)
{
    struct ir_facts *f = ir->facts;
    if (!f) {
        return;
    }
    if (!f->untyped) {
        look_at_constants(f, instruction);
    }
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        look_at_call(f, instruction, place);
        break;
    case LLVMRet:
        look_at_return(f, instruction);
        break;
    default:
        read_instruction(f, f->untyped ? &ir_objects : &by_records, instruction);
        break;
    }
}
