/*
 * Reads memory of unknown type, as in modules of other languages: everything in an object is one
 * slot.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

/* Memory without types. If the types of memory are unknown (an optimiser has processed the module,
 * or the compiler of another language wrote it), each variable or allocation is one object, and an
 * access at any offset is one of all its content. Integers are followed like pointers, since each
 * is copied as the other. */

static bool is_vector(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
}

/** Whether a value smaller than a pointer may be a piece of one. */
static bool is_piece(const struct ir_facts *f, LLVMTypeRef type)
{
    unsigned width = ir_width(type);
    return width >= IR_BYTE && width < f->ir->pointer_size * 8;
}

/** Whether a value may be a pointer, hold one, or be a piece of one. */
static bool is_followed(LLVMTypeRef type)
{
    type = is_vector(type) ? LLVMGetElementType(type) : type;
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
        return true;
    default:
        return ir_width(type) >= IR_BYTE;
    }
}

bool ir_is_passed_on(const struct ir_facts *f, LLVMTypeRef type)
{
    return is_followed(type) && (!is_piece(f, type) || ir_width(type) == IR_BYTE);
}

/* Objects */

/** @return the slot of the addresses that an access through a pointer reaches. */
static fact_slot accessed(struct ir_facts *f, LLVMValueRef pointer)
{
    return ir_operand(f, pointer);
}

static void load_through(struct ir_facts *f, fact_slot to, LLVMValueRef pointer)
{
    facts_load(f->facts, f->owner, to, accessed(f, pointer), "");
}

static void store_through(struct ir_facts *f, LLVMValueRef pointer, fact_slot operand)
{
    facts_store(f->facts, f->owner, accessed(f, pointer), operand, "");
}

fact_slot ir_contents(struct ir_facts *f, LLVMValueRef pointer)
{
    fact_slot contents = ir_local(f);
    load_through(f, contents, pointer);
    return contents;
}

/* Pieces */

static void add_bytes(struct ir_facts *f, LLVMValueRef root, gsize bytes)
{
    gsize sum = GPOINTER_TO_SIZE(g_hash_table_lookup(f->piecemeal, root)) + bytes;
    g_hash_table_insert(f->piecemeal, root, GSIZE_TO_POINTER(sum));
}

/** The base address of a loaded pointer's memory; NULL if it is not loaded. */
static LLVMValueRef kept_in(struct ir_facts *f, LLVMValueRef pointer)
{
    return LLVMIsALoadInst(pointer) ? ir_memory(f, LLVMGetOperand(pointer, 0)).value : NULL;
}

/** Whether a value is a number that is written down, not a part of an address. */
static bool is_plain_constant(LLVMValueRef value)
{
    return LLVMIsAConstant(value) && !LLVMIsAConstantExpr(value);
}

/** Count a store of a piece; a pointer that is stored and advanced in the loop may pass over all
 *  pieces of one. */
static void count_store(struct ir_facts *f, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
        struct ir_memory memory = ir_memory(f, value);
        LLVMValueRef from = memory.moved ? kept_in(f, memory.value) : NULL;
        if (from && from == ir_memory(f, LLVMGetOperand(store, 1)).value) {
            add_bytes(f, from, f->ir->pointer_size);
        }
    } else if (!is_plain_constant(value) && is_piece(f, type)) {
        LLVMValueRef root = ir_memory(f, LLVMGetOperand(store, 1)).value;
        LLVMValueRef from = kept_in(f, root); /* it may be loaded for each store */
        add_bytes(f, from ? from : root, ir_width(type) / 8);
    }
}

/** Count what a function stores in pieces, by base address. */
static void count_pieces(struct ir_facts *f, LLVMValueRef function)
{
    g_hash_table_remove_all(f->piecemeal);
    f->counted = function;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAStoreInst(i)) {
                count_store(f, i);
            }
        }
    }
}

static bool has_bytes(const struct ir_facts *f, LLVMValueRef root)
{
    return GPOINTER_TO_SIZE(g_hash_table_lookup(f->piecemeal, root)) >= f->ir->pointer_size;
}

/** Whether a stored piece may belong to a pointer: others are stored beside it, by the same
 *  instruction or by others. */
static bool completes_pointer(struct ir_facts *f, LLVMValueRef store)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(store));
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(store, 1));
    if (memory.varies || LLVMIsAPHINode(memory.value) || LLVMIsASelectInst(memory.value)) {
        return true;
    }
    if (f->counted != function) {
        count_pieces(f, function);
    }
    LLVMValueRef from = kept_in(f, memory.value);
    return has_bytes(f, memory.value) || (from && has_bytes(f, from));
}

/** Whether an access is to a local variable that has room for nothing else. */
static bool is_whole_variable(LLVMValueRef pointer, LLVMTypeRef type)
{
    return LLVMIsAAllocaInst(pointer) && LLVMGetAllocatedType(pointer) == type;
}

/** The operation of an instruction or a constant; 0 if it is neither. */
static LLVMOpcode operation_of(LLVMValueRef value)
{
    return LLVMIsAConstantExpr(value)  ? LLVMGetConstOpcode(value)
           : LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value)
                                       : (LLVMOpcode)0;
}

/** Whether a piece is the distance between two places, which leads from one to the other. */
static bool is_short_distance(LLVMValueRef piece)
{
    LLVMValueRef wide = operation_of(piece) == LLVMTrunc ? LLVMGetOperand(piece, 0) : NULL;
    return wide && operation_of(wide) == LLVMSub &&
           operation_of(LLVMGetOperand(wide, 0)) == LLVMPtrToInt &&
           operation_of(LLVMGetOperand(wide, 1)) == LLVMPtrToInt;
}

/** Whether a stored value may be part of a pointer. A piece in a variable of its own is followed;
 *  in other memory only a distance, or one that others complete: else each number in a record would
 *  stand for all its content. */
static bool is_stored(struct ir_facts *f, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    return is_followed(type) &&
           (!is_piece(f, type) || is_whole_variable(LLVMGetOperand(store, 1), type) ||
            is_short_distance(value) || completes_pointer(f, store));
}

/* Instructions */

static void look_at_load(struct ir_facts *f, LLVMValueRef load)
{
    if (is_followed(LLVMTypeOf(load))) {
        load_through(f, ir_value_slot(f, load), LLVMGetOperand(load, 0));
    }
}

static void look_at_store(struct ir_facts *f, LLVMValueRef store)
{
    if (is_stored(f, store)) {
        store_through(f, LLVMGetOperand(store, 1), ir_operand(f, LLVMGetOperand(store, 0)));
    }
}

static void look_at_exchange(struct ir_facts *f, LLVMValueRef exchange, unsigned stored)
{
    LLVMValueRef value = LLVMGetOperand(exchange, stored);
    if (ir_is_passed_on(f, LLVMTypeOf(value))) {
        store_through(f, LLVMGetOperand(exchange, 0), ir_operand(f, value));
        load_through(f, ir_value_slot(f, exchange), LLVMGetOperand(exchange, 0));
    }
}

/** A `va_list` is, or begins with, a pointer to the remaining arguments. */
static void look_at_va_arg(struct ir_facts *f, LLVMValueRef argument)
{
    facts_load(f->facts, f->owner, ir_value_slot(f, argument),
               ir_contents(f, LLVMGetOperand(argument, 0)), "");
}

/** A value made of some operands may be, or contain, any of them. */
static void look_at_operands(struct ir_facts *f, LLVMValueRef value, unsigned first, unsigned count)
{
    if (!is_followed(LLVMTypeOf(value))) {
        return;
    }
    fact_slot to = ir_value_slot(f, value);
    for (unsigned i = first; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(value, i);
        if (is_followed(LLVMTypeOf(operand))) {
            facts_copy(f->facts, f->owner, to, ir_operand(f, operand));
        }
    }
}

static void look_at_phi(struct ir_facts *f, LLVMValueRef phi)
{
    if (is_followed(LLVMTypeOf(phi))) {
        fact_slot to = ir_value_slot(f, phi);
        unsigned count = LLVMCountIncoming(phi);
        for (unsigned i = 0; i < count; i++) {
            facts_copy(f->facts, f->owner, to, ir_operand(f, LLVMGetIncomingValue(phi, i)));
        }
    }
}

/** Other arithmetic makes no pointer: no sum has more of it than its operands. A product may be
 *  divided again, and the other way round. */
static bool keeps_pointer(LLVMOpcode operation)
{
    switch (operation) {
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMAdd:
    case LLVMSub:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMExtractElement:
        return true;
    default:
        return false;
    }
}

/** Whether an operation takes numbers apart, or makes others of them, although it keeps pointers.
 */
static bool is_product(LLVMOpcode operation)
{
    return operation == LLVMMul || operation == LLVMUDiv || operation == LLVMSDiv;
}

static bool stays_known(LLVMOpcode operation)
{
    return keeps_pointer(operation) && !is_product(operation);
}

/** Whether the origin of a number is followed: memory and calls are, arithmetic that takes numbers
 *  apart is not. */
static bool is_known_number(LLVMValueRef number)
{
    enum { LIMIT = 8 };
    for (unsigned i = 0; i < LIMIT && LLVMIsABinaryOperator(number); i++) {
        LLVMValueRef left = LLVMGetOperand(number, 0);
        if (!stays_known(LLVMGetInstructionOpcode(number))) {
            return false;
        }
        bool other = LLVMIsAConstant(left) ||
                     (LLVMIsABinaryOperator(left) && !stays_known(LLVMGetInstructionOpcode(left)));
        number = LLVMGetOperand(number, other ? 1 : 0);
    }
    return LLVMIsALoadInst(number) || LLVMIsAPtrToIntInst(number) || LLVMIsAArgument(number) ||
           LLVMIsAPHINode(number) || LLVMIsASelectInst(number) || LLVMIsACallInst(number) ||
           LLVMIsAInvokeInst(number) || LLVMIsAExtractValueInst(number) ||
           LLVMIsAConstantExpr(number);
}

/** Whether a pointer is used otherwise than to access a number smaller than a pointer. */
static bool is_used_whole(const struct ir_facts *f, LLVMValueRef pointer)
{
    bool whole = false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !whole; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool load = LLVMIsALoadInst(user);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer;
        whole = !(load || store) || !is_piece(f, LLVMTypeOf(load ? user : LLVMGetOperand(user, 0)));
    }
    return whole;
}

bool ir_is_relative(const struct ir_facts *f, LLVMValueRef pointer)
{
    bool bytes = f->untyped && LLVMIsAGetElementPtrInst(pointer) &&
                 LLVMGetNumOperands(pointer) == 2 &&
                 ir_width(LLVMGetGEPSourceElementType(pointer)) == IR_BYTE;
    LLVMValueRef distance = bytes ? LLVMGetOperand(pointer, 1) : NULL;
    if (distance && (LLVMIsASExtInst(distance) || LLVMIsAZExtInst(distance))) {
        distance = LLVMGetOperand(distance, 0);
    }
    return distance && (LLVMIsALoadInst(distance) || is_short_distance(distance)) &&
           is_used_whole(f, pointer);
}

/** What a distance in memory leads to is kept with it. */
static void look_at_relative(struct ir_facts *f, LLVMValueRef pointer)
{
    struct unit_place nowhere = {NULL, 0, 0};
    fact_slot to = ir_value_slot(f, pointer);
    fact_slot base = ir_operand(f, LLVMGetOperand(pointer, 0));
    facts_copy(f->facts, f->owner, to, facts_sum(f->facts, f->owner, base, nowhere));
    facts_copy(f->facts, f->owner, to, ir_operand(f, LLVMGetOperand(pointer, 1)));
}

/** An integer keeps what it was; one that a library made may be any pointer that was converted. */
static void look_at_inttoptr(struct ir_facts *f, LLVMValueRef pointer)
{
    LLVMValueRef number = LLVMGetOperand(pointer, 0);
    fact_slot to = ir_value_slot(f, pointer);
    facts_copy(f->facts, f->owner, to, ir_operand(f, number));
    facts_copy(f->facts, f->owner, to, facts_integers(f->facts));
    if (!is_known_number(number) && ir_is_handed_on(pointer)) {
        facts_unknown(f->facts, f->owner, to, CG_UNKNOWN_INTEGER);
    }
}

static void look_at_value(struct ir_facts *f, LLVMValueRef value)
{
    LLVMOpcode operation = LLVMGetInstructionOpcode(value);
    bool followed_by_itself = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
    switch (operation) {
    case LLVMPHI:
        look_at_phi(f, value);
        break;
    case LLVMSelect:
        look_at_operands(f, value, 1, 3);
        break;
    case LLVMInsertValue:
    case LLVMInsertElement:
    case LLVMShuffleVector:
        look_at_operands(f, value, 0, 2);
        break;
    case LLVMGetElementPtr:
        if (is_vector(LLVMTypeOf(value))) {
            look_at_operands(f, value, 0, 1);
        } else if (ir_is_relative(f, value)) {
            look_at_relative(f, value);
        }
        break;
    case LLVMIntToPtr:
        look_at_inttoptr(f, value);
        break;
    default:
        if (keeps_pointer(operation) && (!followed_by_itself || operation == LLVMExtractValue ||
                                         operation == LLVMExtractElement)) {
            look_at_operands(f, value, 0, (unsigned)LLVMGetNumOperands(value));
        }
        break;
    }
}

const struct ir_reader ir_objects = {look_at_load, look_at_store, look_at_exchange, look_at_va_arg,
                                     look_at_value};

/* Intrinsics */

static void copy_block(struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef size = LLVMGetOperand(call, 2);
    bool small = LLVMIsAConstantInt(size) && LLVMConstIntGetZExtValue(size) < f->ir->pointer_size;
    if (!small) {
        store_through(f, LLVMGetOperand(call, 0), ir_contents(f, LLVMGetOperand(call, 1)));
    }
}

/** Intrinsics that read memory: all of it, whatever their other arguments. */
static void read_block(struct ir_facts *f, LLVMValueRef call)
{
    unsigned count = LLVMGetNumArgOperands(call);
    fact_slot to = ir_value_slot(f, call);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (is_followed(LLVMTypeOf(argument))) {
            facts_copy(f->facts, f->owner, to, ir_operand(f, argument));
            load_through(f, to, argument);
        }
    }
}

static void write_block(struct ir_facts *f, LLVMValueRef call)
{
    store_through(f, LLVMGetOperand(call, 1), ir_operand(f, LLVMGetOperand(call, 0)));
}

/** A list has the remaining arguments, or contains another list (if code that was not read this way
 *  passes one). */
static void start_list(struct ir_facts *f, LLVMValueRef call)
{
    fact_slot address = facts_address_of(f->facts, facts_variadic(f->facts, f->owner));
    store_through(f, LLVMGetOperand(call, 0), address);
}

static void copy_list(struct ir_facts *f, LLVMValueRef call)
{
    store_through(f, LLVMGetOperand(call, 0), ir_contents(f, LLVMGetOperand(call, 1)));
}

/** A trampoline calls a function with an additional first argument, so each parameter may receive
 *  what callers pass for the one before. */
static void make_trampoline(struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetOperand(call, 1);
    unit_id id = ir_is_function(function) ? ir_function_id(f->ir, function) : UNIT_NONE;
    store_through(f, LLVMGetOperand(call, 0), ir_operand(f, function));
    if (id == UNIT_NONE) {
        return;
    }
    unsigned count = LLVMCountParamTypes(LLVMGlobalGetValueType(function));
    for (unsigned i = 1; i < count; i++) {
        facts_copy(f->facts, f->owner, facts_parameter(f->facts, id, i),
                   facts_parameter(f->facts, id, i - 1));
    }
    if (count) {
        facts_copy(f->facts, f->owner, facts_parameter(f->facts, id, 0),
                   ir_operand(f, LLVMGetOperand(call, 2)));
    }
}

static void find_trampoline(struct ir_facts *f, LLVMValueRef call)
{
    load_through(f, ir_value_slot(f, call), LLVMGetOperand(call, 0));
}

/** Arithmetic returns its operands. */
static void give_numbers(struct ir_facts *f, LLVMValueRef call)
{
    look_at_operands(f, call, 0, LLVMGetNumArgOperands(call));
}

bool ir_object_operation(struct ir_facts *f, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *prefix;
        void (*does)(struct ir_facts *f, LLVMValueRef call);
    } operations[] = {
        {"llvm.memcpy.", copy_block},
        {"llvm.memmove.", copy_block},
        {"llvm.masked.load", read_block},
        {"llvm.masked.gather", read_block},
        {"llvm.masked.expandload", read_block},
        {"llvm.masked.store", write_block},
        {"llvm.masked.scatter", write_block},
        {"llvm.masked.compressstore", write_block},
        {"llvm.load.relative", read_block},
        {"llvm.init.trampoline", make_trampoline},
        {"llvm.adjust.trampoline", find_trampoline},
        {"llvm.va_start", start_list},
        {"llvm.va_copy", copy_list},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(operations); i++) {
        if (g_str_has_prefix(name, operations[i].prefix)) {
            operations[i].does(f, call);
            return true;
        }
    }
    bool number = ir_width(LLVMTypeOf(call)) || is_vector(LLVMTypeOf(call)) ||
                  strstr(name, ".with.overflow") != NULL;
    if (number) {
        give_numbers(f, call);
    }
    return number;
}
