#include "ir/context.h"

#include <string.h>

/** Of `cond ? f : g` through casts, so deep at most. */
#define DEPTH 16

static void resolve(LLVMValueRef value, unsigned depth, struct ir_callee *out)
{
    if (depth == 0) {
        out->open = true;
    } else if (LLVMIsAFunction(value) || LLVMIsAGlobalAlias(value) || LLVMIsAGlobalIFunc(value)) {
        g_ptr_array_add(out->targets, value);
    } else if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
            resolve(LLVMGetIncomingValue(value, i), depth - 1, out);
        }
    } else if (LLVMIsASelectInst(value)) {
        resolve(LLVMGetOperand(value, 1), depth - 1, out);
        resolve(LLVMGetOperand(value, 2), depth - 1, out);
    } else if (LLVMIsACastInst(value) ||
               (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value) == 1)) {
        resolve(LLVMGetOperand(value, 0), depth - 1, out);
    } else {
        out->open = true;
    }
}

/** The type a virtual table pointer is tested for, as a metadata value; NULL if it is not. */
static LLVMValueRef tested_type(LLVMValueRef vtable)
{
    for (LLVMUseRef use = LLVMGetFirstUse(vtable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMValueRef called = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        const char *name = called && LLVMIsAFunction(called) ? ir_name(called) : "";
        if (strcmp(name, "llvm.type.test") == 0 || strcmp(name, "llvm.public.type.test") == 0) {
            return LLVMGetOperand(user, 1);
        }
    }
    return NULL;
}

static const char *receiver_of(struct ir *ir, LLVMValueRef type)
{
    if (!LLVMIsAMDString(type)) {
        return g_hash_table_lookup(ir->locals, LLVMValueAsMetadata(type));
    }
    unsigned length;
    const char *text = LLVMGetMDString(type, &length);
    char *name = g_strndup(text, length);
    const char *kept = unit_string(ir->unit, name);
    g_free(name);
    return kept;
}

/** A function loaded from a slot of a virtual table: load (gep (table, slot)). */
static bool resolve_virtual(struct ir *ir, LLVMValueRef callee, struct ir_callee *out)
{
    LLVMValueRef address = LLVMIsALoadInst(callee) ? LLVMGetOperand(callee, 0) : NULL;
    if (!address || !LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2 ||
        !LLVMIsAConstantInt(LLVMGetOperand(address, 1))) {
        return false;
    }
    LLVMValueRef type = tested_type(LLVMGetOperand(address, 0));
    if (!type) {
        return false;
    }
    out->is_virtual = true;
    out->slot = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1));
    out->receiver = receiver_of(ir, type);
    LLVMValueRef target = ir_slot(ir, out->receiver, out->slot);
    if (target) {
        g_ptr_array_add(out->targets, target);
    }
    return true;
}

void ir_resolve(struct ir *ir, LLVMValueRef callee, struct ir_callee *out)
{
    if (!resolve_virtual(ir, callee, out)) {
        resolve(callee, DEPTH, out);
    }
}

/* The body of a task is given a function that finds its private variables, as parameter 3; see
 * emitTaskOutlinedFunction in clang's CGOpenMPRuntime.cpp. */
#define TASK_BODY ".omp_outlined."
#define PRIVATES_MAP 3

bool ir_is_privates_map(LLVMValueRef callee, LLVMValueRef function)
{
    LLVMValueRef variable = LLVMIsALoadInst(callee) ? LLVMGetOperand(callee, 0) : NULL;
    if (!variable || !LLVMIsAAllocaInst(variable) || LLVMCountParams(function) <= PRIVATES_MAP ||
        strncmp(ir_name(function), TASK_BODY, strlen(TASK_BODY)) != 0) {
        return false;
    }
    LLVMValueRef map = LLVMGetParam(function, PRIVATES_MAP);
    for (LLVMUseRef use = LLVMGetFirstUse(map); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef store = LLVMGetUser(use);
        if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == variable) {
            return true;
        }
    }
    return false;
}
