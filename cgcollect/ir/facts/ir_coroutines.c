/*
 * Coroutines before LLVM splits them (https://llvm.org/docs/Coroutines.html). The function makes a
 * frame, whose address is the handle. The frame holds the function, since its parts run in it:
 * resuming or destroying calls what the handle leads to. A frame that the program lays out itself
 * begins with the two functions. Frame and promise are computed from each other, so either address
 * stands for both.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

static const char *intrinsic_of(LLVMValueRef value)
{
    LLVMValueRef callee = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
    return callee && LLVMIsAFunction(callee) ? ir_name(callee) : "";
}

/** Whether an instruction of a forwarding function only forwards. */
static bool hands_on(LLVMValueRef instruction, unsigned depth)
{
    if (!LLVMIsACallInst(instruction)) {
        return !LLVMIsAInvokeInst(instruction) && !LLVMIsACallBrInst(instruction);
    }
    const char *name = intrinsic_of(instruction);
    bool operation = g_str_has_prefix(name, "llvm.") && !ir_resumes(name);
    return operation || ir_is_of_handles(LLVMGetCalledValue(instruction), depth);
}

/** Whether the linker may choose another definition with another effect. */
static bool is_replaceable(LLVMValueRef function)
{
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage;
}

bool ir_is_of_handles(LLVMValueRef function, unsigned depth)
{
    bool named = depth && LLVMIsAFunction(function) && !is_replaceable(function) &&
                 strstr(ir_name(function), "16coroutine_handleI") != NULL;
    LLVMBasicBlockRef block = named ? LLVMGetFirstBasicBlock(function) : NULL;
    bool all = block && !LLVMGetNextBasicBlock(block) &&
               !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function));
    for (LLVMValueRef i = all ? LLVMGetFirstInstruction(block) : NULL; i && all;
         i = LLVMGetNextInstruction(i)) {
        all = hands_on(i, depth - 1);
    }
    return all;
}

/** The operation that names the promise of a coroutine, NULL if there is none. */
static LLVMValueRef find_id(LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (strcmp(intrinsic_of(i), "llvm.coro.id") == 0) {
                return i;
            }
        }
    }
    return NULL;
}

/** The object that contains an address. */
static LLVMValueRef whole_of(LLVMValueRef address)
{
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsABitCastInst(address)) {
        address = LLVMGetOperand(address, 0);
    }
    return address;
}

/** Code that computes a promise from a part of it by bytes may have the frame of any coroutine with
 *  such a promise: they are in a record that contains it. */
static void note_frame_around(struct ir_facts *f, fact_slot function)
{
    LLVMTypeRef type = LLVMIsAAllocaInst(f->promise) ? LLVMGetAllocatedType(f->promise) : NULL;
    const struct ir_record *promise = type ? ir_record(f, type) : NULL;
    if (promise) {
        char *name = g_strconcat(promise->name, " frame", NULL);
        facts_nested(f->facts, unit_string(f->ir->unit, name), promise->name, FACT_NONE);
        facts_copy(f->facts, f->owner, facts_field(f->facts, name, 0), function);
        g_free(name);
    }
}

void ir_begin_coroutine(struct ir_facts *f, LLVMValueRef function)
{
    LLVMValueRef id = ir_is_coroutine(function) ? find_id(function) : NULL;
    f->frame = FACT_NONE;
    f->promise = NULL;
    if (id) {
        fact_slot frame = ir_local(f);
        facts_copy(f->facts, f->owner, frame, ir_operand(f, function));
        f->frame = facts_address_of(f->facts, frame);
        f->promise = whole_of(LLVMGetOperand(id, 1));
        note_frame_around(f, ir_operand(f, function));
    }
}

/** Only the compiler makes addresses within the promise: of bases, from which the program converts
 *  back to the whole. */
bool ir_is_in_promise(const struct ir_facts *f, LLVMValueRef address)
{
    return f->promise && whole_of(address) == f->promise;
}

fact_slot ir_promise_operand(struct ir_facts *f, fact_slot address)
{
    fact_slot both = ir_local(f);
    facts_copy(f->facts, f->owner, both, address);
    facts_copy(f->facts, f->owner, both, f->frame);
    return both;
}

static void coroutine_begin(struct ir_facts *f, LLVMValueRef call)
{
    fact_slot handle = ir_value_slot(f, call);
    facts_copy(f->facts, f->owner, handle, f->frame);
    if (f->promise) {
        facts_copy(f->facts, f->owner, handle, ir_operand(f, f->promise));
    }
}

/** The memory of the frame, to be freed. */
static void coroutine_free(struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef handle = LLVMGetOperand(call, 1);
    bool here = g_str_has_prefix(intrinsic_of(handle), "llvm.coro.begin");
    LLVMValueRef memory = here ? LLVMGetOperand(handle, 1) : handle;
    facts_copy(f->facts, f->owner, ir_value_slot(f, call), ir_operand(f, memory));
}

static void give_handle(struct ir_facts *f, LLVMValueRef call)
{
    facts_copy(f->facts, f->owner, ir_value_slot(f, call), ir_operand(f, LLVMGetOperand(call, 0)));
}

/** Load a part of the coroutine from the frame: the first resumes it, the second destroys it. */
static void load_part(struct ir_facts *f, fact_slot to, fact_slot handle, bool second)
{
    if (handle != FACT_NONE && !f->untyped) {
        handle = facts_further(f->facts, f->owner, handle, second ? f->ir->pointer_size : 0);
    }
    facts_load(f->facts, f->owner, to, handle, "");
}

/** A part of the coroutine by its number. */
static void find_part(struct ir_facts *f, LLVMValueRef call)
{
    fact_slot handle = ir_operand_slot(f, LLVMGetOperand(call, 0));
    bool first = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) == 0;
    load_part(f, ir_value_slot(f, call), handle, !first);
}

void ir_hand_to_outlined(struct ir_facts *f, LLVMValueRef call, LLVMValueRef function)
{
    unsigned handed = LLVMGetNumArgOperands(call), taken = LLVMCountParams(function);
    for (unsigned i = 0; i < handed && i < taken; i++) {
        fact_slot parameter = ir_value_slot(f, LLVMGetParam(function, i));
        facts_copy(f->facts, f->owner, parameter, ir_passed(f, LLVMGetOperand(call, i)));
    }
}

/** An awaited object gets the handle from a function of its own. */
static void suspend(struct ir_facts *f, LLVMValueRef call)
{
    ir_hand_to_outlined(f, call, LLVMGetOperand(call, 2));
}

static const struct operation {
    const char *prefix;
    void (*does)(struct ir_facts *f, LLVMValueRef call);
} operations[] = {
    {"llvm.coro.begin", coroutine_begin}, {"llvm.coro.frame", coroutine_begin},
    {"llvm.coro.free", coroutine_free},   {"llvm.coro.promise", give_handle},
    {"llvm.coro.subfn.addr", find_part},  {"llvm.coro.await.suspend.", suspend},
};

/** A part takes only the frame, which the coroutine's parameters do not receive. */
static void call_part(struct ir_facts *f, fact_slot handle, bool second, struct unit_place place)
{
    static const char unknown_type[] = "?";
    fact_slot part = ir_local(f);
    load_part(f, part, handle, second);
    const struct fact_handing handing = {f->owner, place, FACT_NONE, NULL, 0};
    facts_call(f->facts, &handing, part, unknown_type, NULL);
}

/** The resumed coroutine: passed in, or returned by the function around awaiting. */
static fact_slot resumed(struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef first = LLVMGetOperand(call, 0);
    bool awaits = LLVMGetNumArgOperands(call) > 1;
    return awaits ? ir_value_slot(f, LLVMGetOperand(call, 2)) : ir_operand_slot(f, first);
}

bool ir_coroutine_operation(struct ir_facts *f, LLVMValueRef call, const char *name,
                            struct unit_place place)
{
    const struct operation *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(operations) && !found; i++) {
        found = g_str_has_prefix(name, operations[i].prefix) ? &operations[i] : NULL;
    }
    if (found) {
        found->does(f, call);
    }
    if (ir_resumes(name)) {
        call_part(f, resumed(f, call), strcmp(name, "llvm.coro.destroy") == 0, place);
    }
    return found || ir_resumes(name);
}
