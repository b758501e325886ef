/*
 * Finds the stores by which constructors and destructors of classes with virtual bases set the
 * virtual tables of parts of an object. They find these tables in an array, which they are handed.
 */
#include "ir/facts/ir_facts_parts.h"
#include "text/mangled.h"

LLVMValueRef ir_parameter_in(LLVMValueRef value)
{
    LLVMValueRef variable = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
    LLVMValueRef kept = NULL;
    if (!variable || !LLVMIsAAllocaInst(variable)) {
        return LLVMIsAArgument(value);
    }
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable;
        if (!LLVMIsALoadInst(user) && (!store || kept)) {
            return NULL;
        }
        kept = store ? LLVMGetOperand(user, 0) : kept;
    }
    return kept ? LLVMIsAArgument(kept) : NULL;
}

/** The value that an address is at a constant distance from. */
static LLVMValueRef base_of(LLVMValueRef address)
{
    while (LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2 &&
           LLVMIsAConstantInt(LLVMGetOperand(address, 1))) {
        address = LLVMGetOperand(address, 0);
    }
    return address;
}

/** Whether a store puts what the array holds into the object: at its begin, or anywhere. */
static bool sets_table(LLVMValueRef store, bool begin)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMValueRef to = LLVMGetOperand(store, 1);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(store));
    return LLVMCountParams(function) > 1 && LLVMIsALoadInst(value) &&
           ir_parameter_in(begin ? to : base_of(to)) == LLVMGetParam(function, 0) &&
           ir_parameter_in(base_of(LLVMGetOperand(value, 0))) == LLVMGetParam(function, 1);
}

/** Whether a function is handed the array: then it sets the table at the object's begin. No
 *  statement of a source accesses the object there other than by a field. */
static bool gets_tables(LLVMValueRef function)
{
    char *complete = mangled_complete(ir_name(function));
    bool found = false;
    for (LLVMBasicBlockRef block = complete ? LLVMGetFirstBasicBlock(function) : NULL;
         block && !found; block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !found;
             i = LLVMGetNextInstruction(i)) {
            found = LLVMIsAStoreInst(i) && sets_table(i, true);
        }
    }
    g_free(complete);
    return found;
}

bool ir_sets_handed_table(LLVMValueRef store)
{
    return sets_table(store, false) &&
           gets_tables(LLVMGetBasicBlockParent(LLVMGetInstructionParent(store)));
}
