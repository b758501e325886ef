/*
 * Records what LLVM's intrinsics and runtime functions do with pointers.
 */
#include "ir/facts/ir_facts_parts.h"
#include "text/identifiers.h"

#include <string.h>

static fact_slot result_of(struct ir_facts *f, LLVMValueRef call)
{
    bool followed = ir_is_tracked(f, LLVMTypeOf(call)) && LLVMGetFirstUse(call);
    return followed ? ir_value_slot(f, call) : FACT_NONE;
}

static void give(struct ir_facts *f, LLVMValueRef call, fact_slot operand)
{
    fact_slot result = result_of(f, call);
    if (result != FACT_NONE) {
        facts_copy(f->facts, f->owner, result, operand);
    }
}

/** Memory whose address nothing else has. */
static void give_new(struct ir_facts *f, LLVMValueRef call)
{
    give(f, call, facts_address_of(f->facts, ir_local(f)));
}

static void give_arguments(struct ir_facts *f, LLVMValueRef call)
{
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind) {
            give(f, call, ir_operand(f, argument));
        }
    }
}

/* Blocks of memory */

/** Whether a variable only serves to pass on the parts of some record. */
static bool is_literal(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsLiteralStruct(type);
}

/** Whether one end is a record, and the other what some pointer leads to: assigning objects of one
 *  type changes no field, as fields stand for all objects of a record. But memory that fits a
 *  single pointer may be copied from or to one of another type (std::bit_cast). */
static bool is_assignment(const struct ir_facts *f, const struct ir_memory *to,
                          const struct ir_memory *from, uint64_t size)
{
    bool through = (to->kind == IR_RECORD && from->kind == IR_POINTER) ||
                   (to->kind == IR_POINTER && from->kind == IR_RECORD);
    return through && size != f->ir->pointer_size;
}

/** Whether a call copies bytes regardless of their type: the compiler's own copies are assignments,
 *  and those of the library's templates are of arrays of one type, unless that is a character. */
static bool copies_bytes(LLVMValueRef call, const char *name)
{
    static const char bit_cast[] = "_ZSt8bit_cast";
    LLVMValueRef size = LLVMGetOperand(call, 2);
    LLVMValueRef factor = LLVMIsAInstruction(size) && LLVMGetInstructionOpcode(size) == LLVMMul
                              ? LLVMGetOperand(size, 0)
                              : NULL;
    bool array = factor && LLVMIsAConstantInt(factor) && LLVMConstIntGetZExtValue(factor) > 1;
    LLVMValueRef within = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    return !g_str_has_prefix(name, "llvm.") || g_str_has_prefix(ir_name(within), bit_cast) ||
           (!LLVMIsAConstantInt(size) && !array);
}

/** Whether linking finds what is copied: some pointer leads to it. */
static bool leads_through_pointer(const struct ir_facts *f, const struct ir_memory *to,
                                  const struct ir_memory *from, uint64_t size)
{
    bool nowhere = to->kind == IR_NOWHERE || from->kind == IR_NOWHERE;
    bool pointer = to->kind == IR_POINTER || from->kind == IR_POINTER;
    return pointer && !nowhere && !to->in_list && !from->in_list && size != f->ir->pointer_size;
}

static bool is_pointer(LLVMTypeRef type)
{
    return type && LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/** A pointer whose bytes become a number, or the other way round. */
static void copy_number(struct ir_facts *f, const struct ir_memory *to,
                        const struct ir_memory *from, fact_slot block, uint64_t size)
{
    LLVMTypeRef written = ir_type_of_place(f, to), read = ir_type_of_place(f, from);
    if (is_pointer(read) && written && ir_is_word(f, written)) {
        facts_copy(f->facts, f->owner, facts_integers(f->facts), block);
    }
    if (is_pointer(written) && read && ir_is_word(f, read)) {
        ir_store(f, to, facts_integers(f->facts), size);
    }
}

/** What an assigned record is copied from, or to, is used as such a record. */
static void note_assignment(struct ir_facts *f, const struct ir_memory *to,
                            const struct ir_memory *from)
{
    const struct ir_memory *pointer = to->kind == IR_POINTER ? to : from;
    const struct ir_memory *record = to->kind == IR_POINTER ? from : to;
    if (record->offset == 0 && !record->varies) {
        ir_use_facts(f, pointer->value, record->type);
    }
}

/** @param target which argument points at the target: 0 or 1 */
static void copy_block(struct ir_facts *f, LLVMValueRef call, const char *name, unsigned target)
{
    LLVMValueRef to_pointer = LLVMGetOperand(call, target);
    LLVMValueRef from_pointer = LLVMGetOperand(call, 1 - target);
    struct ir_memory to = ir_memory(f, to_pointer);
    struct ir_memory from = ir_memory(f, from_pointer);
    LLVMValueRef number = LLVMGetOperand(call, 2);
    uint64_t size = LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number) : UINT32_MAX;
    bool bytes = copies_bytes(call, name) && leads_through_pointer(f, &to, &from, size);
    if (bytes) {
        facts_copy_bytes(f->facts, f->owner, ir_operand(f, to_pointer), ir_operand(f, from_pointer),
                         false);
    } else if (leads_through_pointer(f, &to, &from, size)) {
        facts_may_copy_bytes(f->facts, f->owner, ir_operand(f, to_pointer),
                             ir_operand(f, from_pointer), ir_place(f->ir, call));
    }
    if (from.initial && from.kind == IR_SLOT && to.kind == IR_RECORD) {
        ir_initial_facts(f, from.initial, &to);
    } else if (to.kind == IR_RECORD && from.kind == IR_RECORD) {
        ir_copy_fields(f, &to, &from, size);
    } else if (!is_assignment(f, &to, &from, size)) {
        fact_slot block = ir_local(f);
        if (!bytes && from.kind == IR_POINTER && to.kind == IR_SLOT && is_literal(to.type)) {
            facts_unknown(f->facts, f->owner, block, CG_UNKNOWN_NO_FACTS);
        }
        ir_load(f, block, &from, size);
        ir_store(f, &to, block, size);
        copy_number(f, &to, &from, block, size);
    } else if (!bytes) {
        note_assignment(f, &to, &from);
    }
}

void ir_copy_facts(struct ir_facts *f, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *name;
        unsigned arguments, target;
    } copies[] = {{"memcpy", 3, 0},       {"memmove", 3, 0},       {"mempcpy", 3, 0},
                  {"__memcpy_chk", 4, 0}, {"__memmove_chk", 4, 0}, {"__mempcpy_chk", 4, 0},
                  {"bcopy", 3, 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(copies) && !f->untyped; i++) {
        if (LLVMGetNumArgOperands(call) == copies[i].arguments &&
            strcmp(name, copies[i].name) == 0) {
            copy_block(f, call, name, copies[i].target);
        }
    }
}

/* Variadic arguments */

static void store_list(struct ir_facts *f, LLVMValueRef pointer, fact_slot operand)
{
    struct ir_memory list = ir_memory(f, pointer);
    list.in_list = false;
    if (list.kind == IR_POINTER) {
        facts_copy(f->facts, f->owner, ir_operand_slot(f, list.value), operand);
    }
    ir_store(f, &list, operand,
             ir_size_of(f, LLVMPointerType(LLVMInt8TypeInContext(f->ir->context), 0)));
}

static void start_list(struct ir_facts *f, LLVMValueRef call)
{
    fact_slot arguments = facts_variadic(f->facts, f->owner);
    store_list(f, LLVMGetOperand(call, 0), facts_address_of(f->facts, arguments));
}

/* Operations */

void ir_intrinsic_facts(struct ir_facts *f, LLVMValueRef call, const char *name)
{
    static const char *const copies[] = {"llvm.memcpy.", "llvm.memmove.", NULL};
    static const char *const others[] = {
        "llvm.eh.",
        "llvm.returnaddress",
        "llvm.frameaddress",
        "llvm.addressofreturnaddress",
        "llvm.sponentry",
        "llvm.stacksave",
        "llvm.thread.pointer",
        "llvm.coro.",
        NULL,
    };
    static const char *const handed_on[] = {
        "llvm.launder.",
        "llvm.strip.",
        "llvm.preserve.",
        "llvm.ptr.annotation",
        "llvm.ptrmask",
        "llvm.ssa.",
        "llvm.threadlocal.",
        "llvm.expect.",
        "llvm.vector.",
        "llvm.experimental.vector.",
        NULL,
    };
    if (f->untyped && ir_object_operation(f, call, name)) {
        return;
    }
    if (word_begins_like(name, copies)) {
        copy_block(f, call, name, 0);
    } else if (g_str_has_prefix(name, "llvm.va_start")) {
        start_list(f, call);
    } else if (g_str_has_prefix(name, "llvm.va_copy")) {
        store_list(f, LLVMGetOperand(call, 0), ir_operand(f, LLVMGetOperand(call, 1)));
    } else if (word_begins_like(name, others)) {
        return;
    } else if (word_begins_like(name, handed_on)) {
        give_arguments(f, call);
    } else if (result_of(f, call) != FACT_NONE &&
               (f->untyped || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMStructTypeKind)) {
        facts_unknown(f->facts, f->owner, result_of(f, call), CG_UNKNOWN_NO_FACTS);
    }
}

/* Runtime */

/** What is thrown, by its type. */
enum thrown { THROWN_OBJECT, THROWN_POINTER, THROWN_ANY };

/** By the information on its type, of which the name is known: mangled, behind "_ZTI". */
static enum thrown thrown_as(LLVMValueRef type)
{
    const char *name = type && LLVMIsAGlobalVariable(type) ? ir_name(type) : "";
    return !g_str_has_prefix(name, "_ZTI")   ? THROWN_ANY
           : g_str_has_prefix(name, "_ZTIP") ? THROWN_POINTER
                                             : THROWN_OBJECT;
}

/** The type that a handler catches: it is entered where the exception's number is the type's. NULL
 *  if any, or if it is entered otherwise. */
static LLVMValueRef caught_type(LLVMValueRef call)
{
    LLVMValueRef block = LLVMBasicBlockAsValue(LLVMGetInstructionParent(call));
    LLVMUseRef use = LLVMGetFirstUse(block);
    LLVMValueRef branch = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    bool chosen = branch && LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
                  LLVMBasicBlockAsValue(LLVMGetSuccessor(branch, 0)) == block;
    LLVMValueRef same = chosen ? LLVMGetCondition(branch) : NULL;
    bool equal = same && LLVMIsAICmpInst(same) && LLVMGetICmpPredicate(same) == LLVMIntEQ;
    for (unsigned i = 0; equal && i < 2; i++) {
        LLVMValueRef number = LLVMGetOperand(same, i);
        const char *name = LLVMIsACallInst(number) ? ir_name(LLVMGetCalledValue(number)) : "";
        if (g_str_has_prefix(name, "llvm.eh.typeid.for")) {
            return LLVMGetOperand(number, 0);
        }
    }
    return NULL;
}

/** All thrown objects, or memory of thrown pointers, wherever they are caught. */
static fact_slot exceptions(struct ir_facts *f, bool pointers)
{
    fact_slot slot =
        facts_global(f->facts, pointers ? "exception pointers" : "exception objects", NULL);
    facts_defined(f->facts, slot);
    return slot;
}

static bool has_address_within(LLVMValueRef pointer)
{
    bool found = false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !found; use = LLVMGetNextUse(use)) {
        found = LLVMIsAGetElementPtrInst(LLVMGetUser(use));
    }
    return found;
}

/** A handler receives the object; for a thrown pointer, its value. A handler that catches a pointer
 *  by reference receives the place behind the object's header. */
static void catch_object(struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef header = LLVMGetOperand(call, 0);
    enum thrown thrown = thrown_as(caught_type(call));
    if (thrown != THROWN_OBJECT && LLVMIsAInstruction(header) && has_address_within(header)) {
        facts_copy(f->facts, f->owner, ir_value_slot(f, header), exceptions(f, true));
    }
    if (result_of(f, call) != FACT_NONE && thrown != THROWN_POINTER) {
        give(f, call, exceptions(f, false));
    }
    if (result_of(f, call) != FACT_NONE && thrown != THROWN_OBJECT) {
        facts_load(f->facts, f->owner, result_of(f, call), exceptions(f, true), "");
    }
}

/** Functions that the runtime calls, with the arguments it passes them. */
static void call_later(struct ir_facts *f, LLVMValueRef function, LLVMValueRef object)
{
    unit_id id = ir_is_function(function) ? ir_function_id(f->ir, function) : UNIT_NONE;
    if (id != UNIT_NONE) {
        fact_slot parameter = facts_parameter(f->facts, id, 0);
        facts_copy(f->facts, f->owner, parameter, ir_operand(f, object));
    }
}

static void throw_object(struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef object = LLVMGetOperand(call, 0);
    enum thrown thrown = thrown_as(LLVMGetOperand(call, 1));
    if (thrown != THROWN_POINTER) {
        facts_copy(f->facts, f->owner, exceptions(f, false), ir_operand(f, object));
    }
    if (thrown != THROWN_OBJECT) {
        facts_copy(f->facts, f->owner, exceptions(f, true), ir_operand(f, object));
    }
    call_later(f, LLVMGetOperand(call, 2), object);
}

bool ir_runtime_facts(struct ir_facts *f, LLVMValueRef call, const char *name)
{
    static const char *const allocates[] = {
        "__cxa_allocate_", "__kmpc_omp_task_alloc", "__kmpc_omp_target_task_alloc",
        "__kmpc_alloc",    "__kmpc_aligned_alloc",  NULL};
    static const char *const catches[] = {"__cxa_begin_catch", "__cxa_get_exception_ptr", NULL};
    static const char *const throws[] = {"__cxa_throw", "__cxa_init_primary_exception", NULL};
    static const char *const registers[] = {"__cxa_atexit", "__cxa_thread_atexit", NULL};
    static const char *const passes[] = {"__dynamic_cast", "__kmpc_", "__emutls_get_address", NULL};
    if (word_begins_like(name, allocates)) {
        give_new(f, call);
    } else if (word_begins_like(name, catches)) {
        catch_object(f, call);
    } else if (word_begins_like(name, throws)) {
        throw_object(f, call);
        give_arguments(f, call);
    } else if (word_is_one_of(name, registers) && LLVMIsAFunction(LLVMGetOperand(call, 0))) {
        call_later(f, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
    } else if (word_begins_like(name, passes)) {
        give_arguments(f, call);
    } else {
        return false;
    }
    return true;
}
