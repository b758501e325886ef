/*
 * Makes facts of calls: what they pass and return, by name, through pointers, and through virtual
 * tables.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

#include "text/assembly.h"

/** A call being processed. */
struct call {
    struct ir_facts *f;
    LLVMValueRef at;
    struct unit_place place;
    fact_slot result;
    GArray *arguments; /**< of fact_slot */
};

static fact_slot argument(const struct call *call, unsigned index)
{
    return g_array_index(call->arguments, fact_slot, index);
}

static const fact_slot *arguments_of(const struct call *call)
{
    return (const fact_slot *)call->arguments->data;
}

/* Results */

static bool stored_disguised(struct ir_facts *f, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value) {
            struct ir_memory memory = ir_memory(f, LLVMGetOperand(user, 1));
            if (ir_is_disguised(f, &memory)) {
                return true;
            }
        }
    }
    return false;
}

/** Whether a number that is passed or returned may be a piece of a pointer, for a library. */
static bool moves_pieces(const struct ir_facts *f, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return f->untyped && LLVMIsAFunction(callee) && facts_moves_bytes(ir_name(callee));
}

/** Unused results need no fact. */
static fact_slot result_of(struct ir_facts *f, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    bool followed = ir_is_tracked(f, type) || (ir_is_word(f, type) && stored_disguised(f, call)) ||
                    moves_pieces(f, call);
    return followed && LLVMGetFirstUse(call) ? ir_value_slot(f, call) : FACT_NONE;
}

/* Virtual calls */

static bool is_type_test(LLVMValueRef value)
{
    LLVMValueRef callee = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? ir_name(callee) : "";
    return strcmp(name, "llvm.type.test") == 0 || strcmp(name, "llvm.public.type.test") == 0;
}

/** The test that shows the type of a virtual table or of its entry; NULL if there is none. */
static LLVMValueRef test_of(LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        if (is_type_test(LLVMGetUser(use))) {
            return LLVMGetUser(use);
        }
    }
    return NULL;
}

/** The test for the entry that a pointer to a member selects. */
static LLVMValueRef entry_test(LLVMValueRef table)
{
    LLVMValueRef test = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(table); use && !test; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        test = LLVMIsAGetElementPtrInst(user) ? test_of(user) : NULL;
    }
    return test;
}

/** Whether a pointer is called. The compiler tests it as well. */
static bool is_called(LLVMValueRef pointer)
{
    bool called = false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !called; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        called = (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) &&
                 LLVMGetCalledValue(user) == pointer;
    }
    return called;
}

bool ir_finds_vtable(LLVMValueRef load)
{
    return (test_of(load) && !is_called(load)) || entry_test(load);
}

/** The virtual table entry that a pointer to a member selects, NULL if a callee is none. */
static LLVMValueRef member_entry(LLVMValueRef callee)
{
    for (unsigned i = 0; LLVMIsAPHINode(callee) && i < LLVMCountIncoming(callee); i++) {
        LLVMValueRef load = LLVMGetIncomingValue(callee, i);
        LLVMValueRef entry = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL;
        LLVMValueRef table =
            entry && LLVMIsAGetElementPtrInst(entry) ? LLVMGetOperand(entry, 0) : NULL;
        if (table && LLVMIsALoadInst(table) && entry_test(table)) {
            return entry;
        }
    }
    return NULL;
}

/* Calls of known functions */

/** The arguments and the result of a call of a known function. */
static void copy_arguments(const struct call *call, unit_id to, unsigned parameters)
{
    struct ir_facts *f = call->f;
    for (unsigned i = 0; i < call->arguments->len; i++) {
        if (argument(call, i) != FACT_NONE) {
            fact_slot slot =
                i < parameters ? facts_parameter(f->facts, to, i) : facts_variadic(f->facts, to);
            facts_copy(f->facts, f->owner, slot, argument(call, i));
        }
    }
    if (call->result != FACT_NONE) {
        facts_copy(f->facts, f->owner, call->result, facts_result(f->facts, to));
    }
}

static bool says_anything(const struct call *call)
{
    for (unsigned i = 0; i < call->arguments->len; i++) {
        if (argument(call, i) != FACT_NONE) {
            return true;
        }
    }
    return call->result != FACT_NONE;
}

static struct fact_handing handing_of(const struct call *call)
{
    return (struct fact_handing){call->f->owner, call->place, call->result, arguments_of(call),
                                 call->arguments->len};
}

static void call_by_name(const struct call *call, unit_id to)
{
    const char *name = unit_function_at(call->f->ir->unit, to)->name;
    if (says_anything(call) || facts_moves_bytes(name)) {
        const struct fact_handing handing = handing_of(call);
        facts_call_by_name(call->f->facts, &handing, to);
    }
}

bool ir_is_operator_new(LLVMValueRef function)
{
    const char *name = ir_name(function);
    return g_str_has_prefix(name, "_Znw") || g_str_has_prefix(name, "_Zna");
}

static void call_ordinary(const struct call *call, LLVMValueRef target, unit_id to)
{
    bool thunk = ir_function(call->f->ir, target)->role == IR_THUNK;
    bool defined = LLVMIsAGlobalAlias(target) || LLVMIsAGlobalIFunc(target) ||
                   (LLVMIsAFunction(target) && !LLVMIsDeclaration(target));
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call->at));
    fact_slot kept = ir_kept_in_function(call->f, caller, target);
    if (kept != FACT_NONE) {
        facts_copy(call->f->facts, call->f->owner, call->result,
                   facts_address_of(call->f->facts, kept));
    } else if (defined && !thunk && !ir_is_operator_new(target)) {
        copy_arguments(call, to, LLVMCountParamTypes(LLVMGlobalGetValueType(target)));
    } else {
        ir_copy_facts(call->f, call->at, ir_name(target));
        call_by_name(call, to);
    }
}

/** Whether an OpenMP region is called, or passed to a function that calls it. */
static bool is_of_regions(const struct call *call)
{
    struct ir *ir = call->f->ir;
    unsigned operands = (unsigned)LLVMGetNumOperands(call->at);
    for (unsigned i = 0; i < operands; i++) {
        LLVMValueRef piece = LLVMGetOperand(call->at, i);
        enum ir_role role = LLVMIsAFunction(piece) ? ir_function(ir, piece)->role : IR_ORDINARY;
        if (role == IR_REGION) {
            return true;
        }
    }
    return false;
}

/** The runtime passes arguments to regions in its own ways: what one region gets, each may get. */
static void hand_to_regions(const struct call *call)
{
    struct ir_facts *f = call->f;
    fact_slot pieces = ir_piece_slot(f);
    for (unsigned i = 0; i < call->arguments->len; i++) {
        facts_copy(f->facts, f->owner, pieces, argument(call, i));
    }
    if (call->result != FACT_NONE) {
        facts_copy(f->facts, f->owner, call->result, pieces);
    }
}

static void call_known(const struct call *call, LLVMValueRef target)
{
    struct ir_facts *f = call->f;
    const struct ir_function *function = ir_function(f->ir, target);
    enum ir_role role = function->role;
    unit_id id = function->id;
    if (role == IR_RUNTIME && !ir_is_check(ir_name(target))) {
        facts_runtime(f->facts, f->owner, ir_name(target));
    }
    if (role == IR_INTRINSIC) {
        if (!ir_coroutine_operation(f, call->at, ir_name(target), call->place)) {
            ir_intrinsic_facts(f, call->at, ir_name(target));
        }
    } else if (role == IR_OUTLINED) {
        ir_hand_to_outlined(f, call->at, target);
        facts_copy(f->facts, f->owner, call->result, ir_value_slot(f, target));
    } else if (!ir_runtime_facts(f, call->at, ir_name(target)) && id != UNIT_NONE) {
        call_ordinary(call, target, id);
    }
}

/* Calls of unknown functions */

/** Whether a statement only moves its operands from register to register. */
static bool stays_in_registers(LLVMValueRef assembly)
{
#if LLVM_VERSION_MAJOR >= 18
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    const char *operands = LLVMGetInlineAsmConstraintString(assembly, &length);
    bool memory = *text && strchr(operands, '*');
    return !memory && LLVMGetInlineAsmDialect(assembly) == LLVMInlineAsmDialectATT &&
           assembly_reach(text, operands, ASSEMBLY_LLVM) == ASSEMBLY_REGISTERS;
#else
    (void)assembly; /* its text is not visible */
    return false;
#endif
}

/** Numbers may come from anywhere, and be anything. */
static bool has_numbers(const struct call *call)
{
    bool gives = LLVMGetTypeKind(LLVMTypeOf(call->at)) != LLVMVoidTypeKind;
    bool has = gives && call->result == FACT_NONE;
    for (unsigned i = 0; i < call->arguments->len && !has; i++) {
        has = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call->at, i))) != LLVMPointerTypeKind;
    }
    return has;
}

static void call_assembly(const struct call *call, LLVMValueRef assembly)
{
    struct facts *facts = call->f->facts;
    bool moves = !has_numbers(call) && stays_in_registers(assembly);
    fact_slot to = moves ? call->result : facts_outside(facts);
    for (unsigned i = 0; i < call->arguments->len && to != FACT_NONE; i++) {
        facts_copy(facts, call->f->owner, to, argument(call, i));
    }
    if (!moves && call->result != FACT_NONE) {
        facts_unknown(facts, call->f->owner, call->result, CG_UNKNOWN_ASSEMBLY);
        facts_copy(facts, call->f->owner, call->result, facts_outside(facts));
    }
}

/** Whether a callee comes from what may be a virtual table after an optimiser moved its load:
 *  anything except variables, values passed in from elsewhere, and results. */
static bool may_lead_to_table(LLVMValueRef callee)
{
    LLVMValueRef table = LLVMIsALoadInst(callee) ? LLVMGetOperand(callee, 0) : callee;
    while (LLVMIsAGetElementPtrInst(table)) {
        table = LLVMGetOperand(table, 0);
    }
    bool own = LLVMIsAArgument(table) && ir_is_internal(LLVMGetParamParent(table));
    return own || LLVMIsALoadInst(table) || LLVMIsAPHINode(table) || LLVMIsASelectInst(table);
}

/** A table of functions found in an object may be the virtual table of an unknown class: a
 *  library's, or one whose type tests an optimiser separated from the load. */
static bool may_be_virtual(const struct ir_facts *f, LLVMValueRef callee)
{
    return !f->tests_types && may_lead_to_table(callee);
}

/** Whether a function is found by an offset, as only code is. */
static bool is_reckoned(struct ir_facts *f, LLVMValueRef callee)
{
    return LLVMIsAGetElementPtrInst(callee) && ir_memory(f, callee).computed;
}

/** The type of the pointers to members that a call goes through. An internal class has a name here
 *  if some table of the module has such members; otherwise no table has them. */
static const char *member_type(struct ir *ir, LLVMValueRef entry)
{
    LLVMValueRef test = entry_test(LLVMGetOperand(entry, 0));
    const char *type = ir_receiver(ir, LLVMGetOperand(test, 1));
    return type ? type : ir_local_name(ir, "");
}

/** Whether a callee comes from a table that a pointer in memory leads to, or from an array: code
 *  may read virtual tables by hand. */
static bool is_of_table(struct ir_facts *f, LLVMValueRef callee)
{
    LLVMValueRef found = ir_before_variables(callee);
    if (!LLVMIsALoadInst(found)) {
        return false;
    }
    struct ir_memory memory = ir_memory(f, LLVMGetOperand(found, 0));
    if (memory.kind == IR_SLOT) {
        return LLVMGetTypeKind(memory.type) == LLVMArrayTypeKind;
    }
    LLVMValueRef table = memory.kind == IR_RECORD ? memory.base : memory.value;
    table = memory.kind != IR_NOWHERE && table ? ir_before_variables(table) : NULL;
    return table && LLVMIsALoadInst(table);
}

/** Where a call finds its callee. @return the `member` of facts_call */
static const char *found_in(struct ir_facts *f, LLVMValueRef callee, LLVMValueRef entry)
{
    if (entry) {
        return member_type(f->ir, entry);
    }
    const char *bound = ir_bound_entry(f, callee);
    if (bound) {
        return bound;
    }
    return f->untyped || is_of_table(f, callee) ? FACTS_BY_HAND : NULL;
}

/** @param entry the result of member_entry, or NULL */
static void call_pointer(const struct call *call, LLVMValueRef callee, LLVMValueRef entry)
{
    struct ir_facts *f = call->f;
    fact_slot pointer = ir_operand_slot(f, callee);
    LLVMValueRef distance = entry ? LLVMGetOperand(entry, 1) : NULL;
    if (distance && LLVMIsAConstantInt(distance)) { /* the pointer itself is a constant */
        fact_slot member = ir_member_operand(f, LLVMConstIntGetZExtValue(distance));
        facts_copy(f->facts, f->owner, pointer, member);
    }
    if (is_reckoned(f, callee)) {
        facts_unknown(f->facts, f->owner, pointer, CG_UNKNOWN_INTEGER);
    }
    char *signature = ir_signature_of_call(call->at, callee);
    if (may_be_virtual(f, callee)) {
        facts_unknown(f->facts, f->owner, pointer, CG_UNKNOWN_NO_FACTS);
    }
    const struct fact_handing handing = handing_of(call);
    facts_call(f->facts, &handing, pointer, signature, found_in(f, callee, entry));
    g_free(signature);
}

static void call_virtual(const struct call *call, const char *receiver, unsigned slot)
{
    const struct fact_handing handing = handing_of(call);
    facts_call_virtual(call->f->facts, &handing, receiver, slot);
}

static void call_value(const struct call *call, LLVMValueRef callee)
{
    struct ir *ir = call->f->ir;
    struct ir_callee found = {.targets = g_ptr_array_new()};
    ir_resolve(ir, callee, &found);
    if (found.is_virtual) {
        call_virtual(call, found.receiver, found.slot);
    } else if (found.open) {
        call_pointer(call, callee, member_entry(callee));
    } else {
        for (guint i = 0; i < found.targets->len; i++) {
            call_known(call, found.targets->pdata[i]);
        }
    }
    g_ptr_array_free(found.targets, TRUE);
}

/* Calls */

/** Whether a pointer is to a `va_list` of the function. */
static bool is_argument_list(struct ir_facts *f, LLVMValueRef value)
{
    struct ir_memory memory = {.kind = IR_POINTER};
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) {
        memory = ir_memory(f, value);
    }
    return memory.kind == IR_SLOT && LLVMIsAAllocaInst(memory.value) && ir_is_va_list(memory.type);
}

/** Other functions take the list for its content. */
static fact_slot list_operand(struct ir_facts *f, LLVMValueRef list, fact_slot address)
{
    fact_slot both = ir_contents(f, list);
    facts_copy(f->facts, f->owner, both, address);
    return both;
}

static bool is_cut(LLVMValueRef value)
{
    return LLVMIsATruncInst(value) != NULL;
}

/** Whether a call passes the high half of a number: then it may pass the other one as well, as
 *  programs do that call `makecontext`. */
static bool passes_halves(const struct ir_facts *f, LLVMValueRef at)
{
    unsigned count = f->untyped ? LLVMGetNumArgOperands(at) : 0;
    bool half = false;
    for (unsigned i = 0; i < count && !half; i++) {
        LLVMValueRef value = LLVMGetOperand(at, i);
        LLVMValueRef whole = is_cut(value) ? LLVMGetOperand(value, 0) : NULL;
        half = whole && ir_is_word(f, LLVMTypeOf(whole)) && LLVMIsABinaryOperator(whole) &&
               LLVMGetInstructionOpcode(whole) == LLVMLShr &&
               LLVMIsAConstantInt(LLVMGetOperand(whole, 1));
    }
    return half;
}

static GArray *arguments_at(struct ir_facts *f, LLVMValueRef at)
{
    GArray *arguments = g_array_new(FALSE, FALSE, sizeof(fact_slot));
    unsigned count = LLVMGetNumArgOperands(at);
    bool moves = moves_pieces(f, at), halves = passes_halves(f, at);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = LLVMGetOperand(at, i);
        bool metadata = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMMetadataTypeKind;
        bool piece = (moves && !LLVMIsAConstant(value)) || (halves && is_cut(value));
        fact_slot operand = metadata ? FACT_NONE
                            : piece  ? ir_operand(f, value)
                                     : ir_passed(f, value);
        if (f->untyped && is_argument_list(f, value)) {
            operand = list_operand(f, value, operand);
        }
        g_array_append_val(arguments, operand);
    }
    if (f->untyped && LLVMGetTailCallKind(at) == LLVMTailCallKindMustTail &&
        LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(at))) {
        fact_slot rest = facts_variadic(f->facts, f->owner);
        g_array_append_val(arguments, rest);
    }
    return arguments;
}

static void look_at_call(const struct call *call, LLVMValueRef callee)
{
    if (LLVMIsAInlineAsm(callee)) {
        call_assembly(call, callee);
    } else if (ir_is_function(callee)) {
        call_known(call, callee);
    } else {
        call_value(call, callee);
    }
}

void ir_call_facts(struct ir_facts *f, LLVMValueRef at, struct unit_place place)
{
    LLVMValueRef callee = LLVMGetCalledValue(at);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
    struct call call = {f, at, place, result_of(f, at), arguments_at(f, at)};
    bool finds_privates = ir_is_privates_map(callee, function);
    if (finds_privates || is_of_regions(&call)) {
        hand_to_regions(&call);
    }
    if (!finds_privates) {
        look_at_call(&call, callee);
    }
    g_array_free(call.arguments, TRUE);
}

/* Functions that forward to others */

static struct call forwarded(struct ir_facts *f, LLVMTypeRef type)
{
    struct unit_place nowhere = {NULL, 0, 0};
    struct call call = {f, NULL, nowhere, facts_result(f->facts, f->owner),
                        g_array_new(FALSE, FALSE, sizeof(fact_slot))};
    unsigned count = LLVMCountParamTypes(type);
    for (unsigned i = 0; i < count; i++) {
        fact_slot parameter = facts_parameter(f->facts, f->owner, i);
        g_array_append_val(call.arguments, parameter);
    }
    if (LLVMIsFunctionVarArg(type)) {
        fact_slot rest = facts_variadic(f->facts, f->owner);
        g_array_append_val(call.arguments, rest);
    }
    return call;
}

void ir_forward_facts(struct ir_facts *f, LLVMTypeRef type, unit_id to)
{
    struct call call = forwarded(f, type);
    copy_arguments(&call, to, LLVMCountParamTypes(type));
    g_array_free(call.arguments, TRUE);
}

void ir_forward_to_result(struct ir_facts *f, LLVMTypeRef type, unit_id resolver)
{
    struct call call = forwarded(f, type);
    char *signature = ir_signature_of_type(type);
    fact_slot pointer = facts_result(f->facts, resolver);
    const struct fact_handing handing = handing_of(&call);
    facts_call(f->facts, &handing, pointer, signature, NULL);
    g_free(signature);
    g_array_free(call.arguments, TRUE);
}
