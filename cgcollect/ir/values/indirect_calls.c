/*
 * Finds the callees of an indirect call: functions it chooses among, entries of a virtual table, or
 * unknown ones.
 */
#include "ir/values/ir_context.h"

#include <stdlib.h>
#include <string.h>

/** Possible values of a callee, those examined first. */
struct candidates {
    GPtrArray *values;
    GHashTable *seen;
};

static void add_candidate(struct candidates *candidates, LLVMValueRef value)
{
    if (g_hash_table_add(candidates->seen, value)) {
        g_ptr_array_add(candidates->values, value);
    }
}

/** Take apart `cond ? f : g`, through casts. */
static void look_at_candidate(struct candidates *c, LLVMValueRef value, struct ir_callee *out)
{
    if (ir_is_function(value)) {
        g_ptr_array_add(out->targets, value);
    } else if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
            add_candidate(c, LLVMGetIncomingValue(value, i));
        }
    } else if (LLVMIsASelectInst(value)) {
        add_candidate(c, LLVMGetOperand(value, 1));
        add_candidate(c, LLVMGetOperand(value, 2));
    } else if (LLVMIsACastInst(value) ||
               (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value) == 1)) {
        add_candidate(c, LLVMGetOperand(value, 0));
    } else {
        out->open = true;
    }
}

static void resolve(LLVMValueRef value, struct ir_callee *out)
{
    if (LLVMIsAFunction(value)) {
        g_ptr_array_add(out->targets, value);
        return;
    }
    struct candidates c = {g_ptr_array_new(), g_hash_table_new(g_direct_hash, g_direct_equal)};
    add_candidate(&c, value);
    for (guint i = 0; i < c.values->len; i++) {
        look_at_candidate(&c, c.values->pdata[i], out);
    }
    g_ptr_array_free(c.values, TRUE);
    g_hash_table_destroy(c.seen);
}

static bool calls_operation(LLVMValueRef value, const char *name)
{
    LLVMValueRef called = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
    return called && LLVMIsAFunction(called) && strcmp(ir_name(called), name) == 0;
}

static bool is_type_test(LLVMValueRef value)
{
    return calls_operation(value, "llvm.type.test") ||
           calls_operation(value, "llvm.public.type.test");
}

/** The type that an operation assumes a virtual table to have, NULL if it is no such operation. */
static LLVMValueRef assumed_type(LLVMValueRef operation, LLVMValueRef vtable)
{
    LLVMValueRef test =
        calls_operation(operation, "llvm.assume") ? LLVMGetOperand(operation, 0) : NULL;
    bool tests = test && is_type_test(test) && LLVMGetOperand(test, 0) == vtable;
    return tests ? LLVMGetOperand(test, 1) : NULL;
}

/** The type of a virtual table, from code that cannot run without loading one of its entries:
 *  optimisers unite the tests of one table in several branches. */
static LLVMValueRef type_before(LLVMValueRef load, LLVMValueRef vtable)
{
    LLVMValueRef type = NULL;
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(load));
    for (; i != load && !type; i = LLVMGetNextInstruction(i)) {
        type = assumed_type(i, vtable);
    }
    return type;
}

LLVMValueRef ir_tested_type(LLVMValueRef pointer)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_type_test(user)) {
            return LLVMGetOperand(user, 1);
        }
    }
    return NULL;
}

const char *ir_receiver(struct ir *ir, LLVMValueRef type)
{
    if (!LLVMIsAMDString(type)) {
        return g_hash_table_lookup(ir->locals, LLVMValueAsMetadata(type));
    }
    char *name = ir_type_name(type);
    const char *kept = name ? unit_string(ir->unit, name) : NULL;
    g_free(name);
    return kept;
}

/** The table that contains an address, and its slot: gep (table, slot), or bytes in place of slots
 *  in optimised code. @return NULL if it is no such address */
static LLVMValueRef table_of(const struct ir *ir, LLVMValueRef address, unsigned *slot)
{
    *slot = 0;
    if (!LLVMIsAGetElementPtrInst(address)) {
        return address;
    }
    if (LLVMGetNumOperands(address) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(address, 1))) {
        return NULL;
    }
    unsigned long long index = LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1));
    LLVMTypeKind element = LLVMGetTypeKind(LLVMGetGEPSourceElementType(address));
    *slot = (unsigned)(element == LLVMPointerTypeKind ? index : index / ir->pointer_size);
    return LLVMGetOperand(address, 0);
}

/** A function loaded from a slot of a virtual table. */
static bool resolve_virtual(struct ir *ir, LLVMValueRef callee, struct ir_callee *out)
{
    LLVMValueRef address = LLVMIsALoadInst(callee) ? LLVMGetOperand(callee, 0) : NULL;
    unsigned slot;
    LLVMValueRef table = address ? table_of(ir, address, &slot) : NULL;
    LLVMValueRef type = !table          ? NULL
                        : ir->optimised ? type_before(callee, table)
                                        : ir_tested_type(table);
    if (!type) {
        return false;
    }
    out->is_virtual = true;
    out->slot = slot;
    out->receiver = ir_receiver(ir, type);
    LLVMValueRef target = ir_slot(ir, out->receiver, out->slot);
    if (target) {
        g_ptr_array_add(out->targets, target);
    }
    return true;
}

void ir_resolve(struct ir *ir, LLVMValueRef callee, struct ir_callee *out)
{
    if (!resolve_virtual(ir, callee, out)) {
        resolve(callee, out);
    }
}

/* The body of a task receives a function that finds its private variables as parameter 3; see
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
