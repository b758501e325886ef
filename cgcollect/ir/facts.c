#include "ir/ir_facts.h"

#include <string.h>

#include "mangled.h"

/* What records pointers lead to */

/** The one value ever stored in a variable that nothing else gets at, NULL if there is no such. */
static LLVMValueRef only_stored(LLVMValueRef variable)
{
    LLVMValueRef stored = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) {
            continue;
        }
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable;
        if (!store || stored) {
            return NULL;
        }
        stored = LLVMGetOperand(user, 0);
    }
    return stored;
}

/** What a pointer that was kept in a variable for a while was before. */
static LLVMValueRef before_variables(LLVMValueRef value)
{
    enum { LIMIT = 8 };
    for (unsigned i = 0; i < LIMIT && LLVMIsALoadInst(value); i++) {
        LLVMValueRef variable = LLVMGetOperand(value, 0);
        LLVMValueRef stored = LLVMIsAAllocaInst(variable) ? only_stored(variable) : NULL;
        if (!stored) {
            break;
        }
        value = stored;
    }
    return value;
}

/** A slot that is what a load finds is of use to other functions, too. */
static fact_slot slot_loaded(struct ir_facts *f, LLVMValueRef load, unit_id *owner)
{
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(load, 0));
    if (memory.kind == IR_RECORD && !memory.computed) {
        struct ir_field field = ir_field_at(f, memory.type, memory.offset, NULL);
        *owner = UNIT_NONE;
        return ir_field_slot(f, &field);
    }
    bool global = memory.kind == IR_SLOT && LLVMIsAGlobalVariable(LLVMGetOperand(load, 0));
    *owner = global ? UNIT_NONE : f->owner;
    return memory.kind == IR_SLOT ? memory.slot : ir_value_slot(f, load);
}

static bool is_result_known(struct ir_facts *f, LLVMValueRef call, fact_slot *result)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) {
        return false;
    }
    unit_id id = ir_function_id(f->ir, callee);
    *result = id == UNIT_NONE ? FACT_NONE : facts_result(f->facts, id);
    return true;
}

/** Tell that a pointer leads to a record, where it may come from elsewhere; what memory was
 *  allocated for counts as one. */
static void tell_type(struct ir_facts *f, LLVMValueRef pointer, LLVMTypeRef type)
{
    const struct ir_record *record = ir_record(f, type);
    if (!record->pointers) {
        return;
    }
    unit_id owner = f->owner;
    LLVMValueRef value = before_variables(pointer);
    fact_slot slot = FACT_NONE;
    if (LLVMIsALoadInst(value)) {
        slot = slot_loaded(f, value, &owner);
    } else if (LLVMIsAArgument(value) || LLVMIsAPHINode(value) || LLVMIsASelectInst(value)) {
        slot = ir_value_slot(f, value);
    } else if (LLVMIsACallInst(value) || LLVMIsAInvokeInst(value)) {
        fact_slot address =
            facts_address_of(f->facts, facts_field(f->facts, record->name, record->base));
        slot = ir_value_slot(f, value);
        facts_copy(f->facts, f->owner, slot, address);
        is_result_known(f, value, &slot);
    }
    if (slot != FACT_NONE) {
        facts_typed(f->facts, owner, slot, record->name);
    }
    ir_tell_nested(f, type);
}

static void look_at_address(struct ir_facts *f, LLVMValueRef address)
{
    struct ir_memory memory = ir_memory(f, address);
    if (memory.kind != IR_RECORD || !memory.base) {
        return;
    }
    struct ir_memory base = ir_memory(f, memory.base);
    if (base.kind == IR_POINTER) {
        tell_type(f, base.value, memory.type);
    } else {
        ir_tell_nested(f, memory.type);
    }
}

/** One body of several that a function has can make it one nobody understands. */
static void note_read(struct ir_facts *f, bool understood)
{
    void *owner = GUINT_TO_POINTER(f->owner);
    if (!understood || !g_hash_table_contains(f->read, owner)) {
        g_hash_table_insert(f->read, owner, GINT_TO_POINTER(understood));
    }
}

/* Memory */

static uint64_t size_of(const struct ir_facts *f, LLVMTypeRef type)
{
    return LLVMTypeIsSized(type) ? LLVMStoreSizeOfType(f->layout, type) : 0;
}

/** Whether a load finds a function in a virtual table, or the table. */
static bool is_dispatch(LLVMValueRef load)
{
    LLVMValueRef from = LLVMGetOperand(load, 0);
    while (LLVMIsAGetElementPtrInst(from)) {
        from = LLVMGetOperand(from, 0);
    }
    return ir_finds_vtable(load) || (LLVMIsALoadInst(from) && ir_finds_vtable(from));
}

/** Whether a pointer leads into something whose record nobody knows, not to its begin. */
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

/** What is returned in parts and goes into memory right away is stored part by part. */
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

/** What is copied by integers may be copied through pointers to them: byte by byte, or as words. */
static void copy_integer(struct ir_facts *f, LLVMTypeRef type, LLVMValueRef pointer, bool load)
{
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) == 1) {
        return;
    }
    struct ir_memory memory = ir_memory(f, pointer);
    if (memory.kind != IR_POINTER || memory.in_list || memory.offset != 0) {
        return; /* what lies before the entries of a virtual table, mostly */
    }
    fact_slot copied = ir_is_word(f, type) ? facts_integers(f->facts) : facts_bytes(f->facts);
    fact_slot slot = ir_operand_slot(f, memory.value);
    if (load) {
        facts_load(f->facts, f->owner, copied, slot);
    } else {
        facts_store(f->facts, f->owner, slot, copied);
    }
}

static void look_at_load(struct ir_facts *f, LLVMValueRef load)
{
    LLVMTypeRef type = LLVMTypeOf(load);
    if (!ir_is_tracked(f, type) && !ir_is_tracked_integer(f, load)) {
        copy_integer(f, type, LLVMGetOperand(load, 0), true);
        return;
    }
    if (is_dispatch(load)) {
        return;
    }
    fact_slot to = ir_value_slot(f, load);
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(load, 0));
    ir_load(f, to, &memory, size_of(f, type));
    if (is_astray(&memory)) {
        facts_unknown(f->facts, f->owner, to, CG_UNKNOWN_INTEGER);
    }
}

static void look_at_store(struct ir_facts *f, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    struct ir_memory memory = memory_stored(f, store);
    bool word = ir_is_word(f, type) && ir_is_disguised(f, &memory);
    bool tracked = ir_is_tracked(f, type) || word || ir_is_tracked_integer(f, value);
    fact_slot operand = tracked ? ir_operand(f, value) : FACT_NONE;
    if (!tracked && !LLVMIsAConstant(value)) {
        copy_integer(f, type, LLVMGetOperand(store, 1), false);
    }
    ir_store(f, &memory, operand, size_of(f, type));
    if (operand != FACT_NONE && is_astray(&memory)) {
        note_read(f, false); /* it may be any field of any record */
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
    ir_store(f, &memory, ir_operand(f, value), size_of(f, type));
    ir_load(f, ir_value_slot(f, exchange), &memory, size_of(f, type));
}

/** A `va_list` is a pointer to what is left of the arguments. */
static void look_at_va_arg(struct ir_facts *f, LLVMValueRef argument)
{
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(argument, 0));
    fact_slot list = ir_local(f);
    memory.in_list = memory.in_list || memory.kind == IR_POINTER;
    ir_load(f, list, &memory, f->ir->pointer_size);
    facts_load(f->facts, f->owner, ir_value_slot(f, argument), list);
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

/** Whether nothing but a distance or an order is found out from a number. */
static bool is_only_compared(LLVMValueRef number)
{
    for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool difference = LLVMIsABinaryOperator(user) &&
                          LLVMGetInstructionOpcode(user) == LLVMSub &&
                          LLVMIsAPtrToIntInst(LLVMGetOperand(user, 0)) &&
                          LLVMIsAPtrToIntInst(LLVMGetOperand(user, 1));
        if (!difference && !LLVMIsAICmpInst(user)) {
            return false;
        }
    }
    return true;
}

static void becomes_integer(struct ir_facts *f, fact_slot operand)
{
    facts_copy(f->facts, f->owner, facts_integers(f->facts), operand);
}

/** The parts of a pointer to a member are integers that stay together. */
static void look_at_inttoptr(struct ir_facts *f, LLVMValueRef pointer)
{
    LLVMValueRef number = LLVMGetOperand(pointer, 0);
    fact_slot to = ir_value_slot(f, pointer);
    if (ir_is_tracked_integer(f, number) || LLVMIsAArgument(number)) {
        facts_copy(f->facts, f->owner, to, ir_operand(f, number));
    }
    if (!LLVMIsAExtractValueInst(number)) {
        facts_copy(f->facts, f->owner, to, facts_integers(f->facts));
    }
}

static void look_at_return(struct ir_facts *f, LLVMValueRef instruction)
{
    if (LLVMGetNumOperands(instruction) == 0) {
        return;
    }
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    bool piece = ir_function_id(f->ir, function) != f->owner;
    fact_slot to = piece ? ir_piece_slot(f) : facts_result(f->facts, f->owner);
    facts_copy(f->facts, f->owner, to, ir_passed(f, value));
}

/** Constants that were pointers become numbers wherever they stand by themselves. */
static void look_at_numbers(struct ir_facts *f, LLVMValueRef instruction)
{
    unsigned count = (unsigned)LLVMGetNumOperands(instruction);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, i);
        if (LLVMIsAConstantExpr(operand) && LLVMGetConstOpcode(operand) == LLVMPtrToInt) {
            becomes_integer(f, ir_operand(f, operand));
        }
    }
}

static void look_at_value(struct ir_facts *f, LLVMValueRef value)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMGetElementPtr:
        look_at_address(f, value);
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
        if (!is_only_compared(value)) {
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

void ir_facts_instruction(struct ir *ir, LLVMValueRef instruction, struct unit_place place)
{
    struct ir_facts *f = ir->facts;
    if (!f) {
        return;
    }
    look_at_numbers(f, instruction);
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        ir_call_facts(f, instruction, place);
        break;
    case LLVMLoad:
        look_at_load(f, instruction);
        break;
    case LLVMStore:
        look_at_store(f, instruction);
        break;
    case LLVMAtomicRMW:
        look_at_exchange(f, instruction, 1);
        break;
    case LLVMAtomicCmpXchg:
        look_at_exchange(f, instruction, 2);
        break;
    case LLVMVAArg:
        look_at_va_arg(f, instruction);
        break;
    case LLVMRet:
        look_at_return(f, instruction);
        break;
    default:
        look_at_value(f, instruction);
        break;
    }
}

/* Functions */

void ir_facts_begin(struct ir *ir, LLVMValueRef function)
{
    struct ir_facts *f = ir->facts;
    if (!f) {
        return;
    }
    f->owner = ir_function_id(ir, function);
    g_hash_table_remove_all(f->values);
    f->pieces = FACT_NONE;
    ir_signature_facts(f, f->owner, LLVMGlobalGetValueType(function));
    if (LLVMGetVisibility(function) == LLVMHiddenVisibility) {
        facts_hidden(f->facts, f->owner);
    }
    note_read(f, true);
}

void ir_facts_alias(struct ir *ir, LLVMValueRef alias, unit_id to)
{
    struct ir_facts *f = ir->facts;
    unit_id from = ir_function_id(ir, alias);
    if (!f || from == to) {
        return;
    }
    LLVMTypeRef type = LLVMGlobalGetValueType(alias);
    f->owner = from;
    ir_signature_facts(f, from, type);
    ir_forward_facts(f, type, to);
    note_read(f, true);
}

static void note_types_of(struct ir_facts *f, LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAAllocaInst(i)) {
                ir_note_type(f, LLVMGetAllocatedType(i));
            } else if (LLVMIsAGetElementPtrInst(i)) {
                ir_note_type(f, LLVMGetGEPSourceElementType(i));
            }
        }
    }
}

/* Modules */

static bool has_attribute(LLVMValueRef function, const char *word)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(word, strlen(word));
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

/** Look at what the functions of a module say of it. @return whether it was not optimised: an
 *  optimiser forgets what records memory is accessed as */
static bool survey(struct ir_facts *f, bool plain)
{
    bool cplusplus = false;
    bool tests = false;
    for (LLVMValueRef i = LLVMGetFirstFunction(f->ir->module); i; i = LLVMGetNextFunction(i)) {
        const char *name = ir_name(i);
        cplusplus = cplusplus || g_str_has_prefix(name, "_Z");
        tests = tests || strcmp(name, "llvm.type.test") == 0 ||
                strcmp(name, "llvm.public.type.test") == 0;
        plain = plain || has_attribute(i, "optnone");
        note_types_of(f, i);
    }
    f->tests_types = tests || !cplusplus || f->ir->input->plain;
    return plain;
}

void ir_facts_start(struct ir *ir)
{
    struct ir_facts *f = g_new0(struct ir_facts, 1);
    f->ir = ir;
    f->facts = ir->unit->facts;
    f->layout = LLVMGetModuleDataLayout(ir->module);
    f->owner = UNIT_NONE;
    f->records = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    f->outer = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    f->nested = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->told = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->globals = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->declared = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->reached = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->variables = g_ptr_array_new();
    f->read = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->plain = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->values = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->pieces = FACT_NONE;
    ir->facts = f;
    if (!survey(f, ir->input->plain)) {
        ir_facts_finish(ir);
    }
}

void ir_facts_finish(struct ir *ir)
{
    struct ir_facts *f = ir->facts;
    if (f) {
        g_hash_table_destroy(f->records);
        g_hash_table_destroy(f->outer);
        g_hash_table_destroy(f->nested);
        g_hash_table_destroy(f->told);
        g_hash_table_destroy(f->globals);
        g_hash_table_destroy(f->declared);
        g_hash_table_destroy(f->reached);
        g_ptr_array_free(f->variables, TRUE);
        g_hash_table_destroy(f->read);
        g_hash_table_destroy(f->plain);
        g_hash_table_destroy(f->values);
        g_free(f);
        ir->facts = NULL;
    }
}

/** Whether a variable is one of the program's that is defined here. */
static bool is_data(LLVMValueRef global)
{
    const char *name = ir_name(global);
    return LLVMGetInitializer(global) && !ir_is_class_data(name) &&
           !g_str_has_prefix(name, "llvm.");
}

/** Data that only this module knows counts if something of it leads there. */
static void look_at_variable(struct ir_facts *f, LLVMValueRef global)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    if (!ir_is_internal(global) && ir_holds_pointers(f, type)) {
        facts_defined(f->facts, ir_global_slot(f, global));
    }
    if (!ir_is_internal(global) || g_str_has_prefix(ir_name(global), "llvm.")) {
        ir_reach_variable(f, global);
    }
}

/** Of functions that are not understood it stays unsaid that they were read. */
static void tell_read(struct ir_facts *f)
{
    GHashTableIter iter;
    void *owner;
    void *understood;
    g_hash_table_iter_init(&iter, f->read);
    while (g_hash_table_iter_next(&iter, &owner, &understood)) {
        if (understood) {
            facts_read(f->facts, GPOINTER_TO_UINT(owner));
        }
    }
}

/** What runs the initialisers of the translation unit has no body where the loader runs them. */
static void read_initialisers(struct ir_facts *f)
{
    for (unit_id i = 0; i < f->ir->unit->functions->len; i++) {
        if (unit_is_initialiser(unit_function_at(f->ir->unit, i))) {
            facts_read(f->facts, i);
        }
    }
}

void ir_facts_data(struct ir *ir)
{
    struct ir_facts *f = ir->facts;
    if (!f) {
        return;
    }
    f->owner = UNIT_NONE;
    g_hash_table_remove_all(f->values);
    for (LLVMValueRef g = LLVMGetFirstGlobal(ir->module); g; g = LLVMGetNextGlobal(g)) {
        if (is_data(g)) {
            look_at_variable(f, g);
        }
    }
    for (guint i = 0; i < f->variables->len; i++) {
        if (is_data(f->variables->pdata[i])) {
            ir_data_facts(f, f->variables->pdata[i]);
        }
    }
    facts_read(f->facts, UNIT_NONE);
    read_initialisers(f);
    tell_read(f);
}

void ir_facts_resolver(struct ir *ir, LLVMValueRef function, unit_id resolver)
{
    struct ir_facts *f = ir->facts;
    if (f) {
        f->owner = ir_function_id(ir, function);
        ir_forward_to_result(f, LLVMGlobalGetValueType(function), resolver);
        note_read(f, true);
    }
}

void ir_facts_used(struct ir *ir, LLVMValueRef function)
{
    struct ir_facts *f = ir->facts;
    if (f) {
        f->owner = UNIT_NONE;
        facts_copy(f->facts, UNIT_NONE, facts_outside(f->facts), ir_operand(f, function));
    }
}
