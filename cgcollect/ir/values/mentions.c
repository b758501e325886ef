/*
 * Finds the functions that a constant mentions, through virtual tables and type infos.
 */
#include "ir/values/ir_context.h"

#include <string.h>

bool ir_may_mention(LLVMValueRef value)
{
    if (LLVMIsABlockAddress(value)) { /* a label: jumped to from within */
        return false;
    }
    return LLVMIsAGlobalValue(value) || (LLVMIsAConstant(value) && LLVMGetNumOperands(value) > 0);
}

/** Objects that are arguments of templates: the source says what is in them. */
#define TEMPLATE_ARGUMENT "_ZTA"

bool ir_is_class_data(const char *name)
{
    return strncmp(name, "_ZT", strlen("_ZT")) == 0 &&
           strncmp(name, TEMPLATE_ARGUMENT, strlen(TEMPLATE_ARGUMENT)) != 0;
}

/** Values still to visit, and those already visited. */
struct visit {
    GPtrArray *stack;
    GHashTable *seen;
};

static void push(struct visit *visit, LLVMValueRef value)
{
    if (value && g_hash_table_add(visit->seen, value)) {
        g_ptr_array_add(visit->stack, value);
    }
}

static void push_operands(struct visit *visit, LLVMValueRef value)
{
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        if (ir_may_mention(operand)) {
            push(visit, operand);
        }
    }
}

/** Virtual tables and type infos lead on to their functions. Other data is visited separately. */
static bool leads_on(LLVMValueRef value)
{
    return !LLVMIsAGlobalVariable(value) || ir_is_class_data(ir_name(value));
}

/** Collect the functions that a constant mentions, through what the compiler made. */
static GPtrArray *mentioned(LLVMValueRef constant)
{
    GPtrArray *functions = g_ptr_array_new();
    struct visit visit = {g_ptr_array_new(), g_hash_table_new(g_direct_hash, g_direct_equal)};
    push(&visit, constant);
    while (visit.stack->len > 0) {
        LLVMValueRef value = g_ptr_array_steal_index_fast(visit.stack, visit.stack->len - 1);
        if (ir_is_function(value)) {
            g_ptr_array_add(functions, value);
        } else if (leads_on(value)) {
            push_operands(&visit, value);
        }
    }
    g_ptr_array_free(visit.stack, TRUE);
    g_hash_table_destroy(visit.seen);
    return functions;
}

void ir_visit_constant(struct ir *ir, LLVMValueRef constant, ir_visit_function *visit, void *data)
{
    GPtrArray *functions = g_hash_table_lookup(ir->globals, constant);
    if (!functions) {
        functions = mentioned(constant);
        g_hash_table_insert(ir->globals, constant, functions);
    }
    for (guint i = 0; i < functions->len; i++) {
        visit(ir, functions->pdata[i], data);
    }
}
