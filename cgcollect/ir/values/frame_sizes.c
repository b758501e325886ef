/*
 * Adds up the variables of a function for the size of its stack frame.
 */
#include "ir/values/ir_context.h"

#include <llvm-c/Target.h>

/** Whether an alloca always takes the same size: code generation puts those into the frame. */
static bool is_fixed(LLVMValueRef alloca)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(alloca);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    return block == entry && LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) &&
           LLVMTypeIsSized(type) && LLVMGetTypeKind(type) != LLVMScalableVectorTypeKind;
}

void ir_frame_add(struct ir_frame *frame, struct ir *ir, LLVMValueRef alloca)
{
    if (!is_fixed(alloca)) {
        frame->grows = true;
        return;
    }
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
    uint64_t size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(alloca));
    uint64_t alignment = LLVMGetAlignment(alloca);
    uint64_t wanted;
    if (__builtin_mul_overflow(count, size, &wanted) ||
        __builtin_add_overflow(wanted, frame->size, &wanted) || wanted > UINT64_MAX / 2) {
        frame->grows = true;
        return;
    }
    alignment = alignment > 0 ? alignment : 1;
    frame->size = (wanted + alignment - 1) / alignment * alignment;
}

void ir_frame_note(const struct ir_frame *frame, struct ir *ir, unit_id id, LLVMValueRef function)
{
    struct unit_function *record = unit_function_at(ir->unit, id);
    if (ir_is_coroutine(function)) {
        return; /* its variables are not on the stack */
    }
    record->frame_size = MAX(record->frame_size, frame->size);
    record->frame = MAX(record->frame, frame->grows ? UNIT_FRAME_DYNAMIC : UNIT_FRAME_STATIC);
}
