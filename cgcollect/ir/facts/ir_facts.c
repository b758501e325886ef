/*
 * Starts and ends the reading of a module's facts and of each of its functions. module.c and
 * body_walk.c call it.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

/* Functions */

/** If one of several bodies of a function is not understood, the function is not. */
void ir_note_read(struct ir_facts *f, bool understood)
{
    void *owner = GUINT_TO_POINTER(f->owner);
    if (!understood || !g_hash_table_contains(f->read, owner)) {
        g_hash_table_insert(f->read, owner, GINT_TO_POINTER(understood));
    }
}

void ir_facts_begin(struct ir *ir, LLVMValueRef function)
{
    struct ir_facts *f = ir->facts;
    if (!f) {
        return;
    }
    f->owner = ir_function_id(ir, function);
    g_hash_table_remove_all(f->values);
    f->pieces = FACT_NONE;
    ir_begin_coroutine(f, function);
    ir_signature_facts(f, f->owner, function);
    if (LLVMGetVisibility(function) == LLVMHiddenVisibility) {
        facts_hidden(f->facts, f->owner);
    }
    ir_note_read(f, true);
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
    ir_signature_facts(f, from, alias);
    ir_forward_facts(f, type, to);
    ir_note_read(f, true);
}

/** Learn the types that a constant's address goes into: constants are shared, their expressions
 *  short. */
static void note_types_in(struct ir_facts *f, LLVMValueRef constant, GHashTable *seen)
{
    GPtrArray *parts = g_ptr_array_new();
    g_ptr_array_add(parts, constant);
    while (parts->len > 0) {
        LLVMValueRef part = g_ptr_array_steal_index_fast(parts, parts->len - 1);
        if (!ir_may_mention(part) || LLVMIsAGlobalValue(part) || !g_hash_table_add(seen, part)) {
            continue;
        }
        if (LLVMIsAConstantExpr(part) && LLVMGetConstOpcode(part) == LLVMGetElementPtr) {
            ir_note_type(f, LLVMGetGEPSourceElementType(part));
        }
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(part); i++) {
            g_ptr_array_add(parts, LLVMGetOperand(part, i));
        }
    }
    g_ptr_array_free(parts, TRUE);
}

static void note_types_of_instruction(struct ir_facts *f, LLVMValueRef i, GHashTable *seen)
{
    if (LLVMIsAAllocaInst(i)) {
        ir_note_type(f, LLVMGetAllocatedType(i));
    } else if (LLVMIsAGetElementPtrInst(i)) {
        ir_note_type(f, LLVMGetGEPSourceElementType(i));
    }
    for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(i); n++) {
        note_types_in(f, LLVMGetOperand(i, n), seen);
    }
}

/** Records that are passed or returned in memory. */
static void note_types_passed(struct ir_facts *f, LLVMValueRef function)
{
    static const char *const words[] = {"byval", "sret"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(words[i], strlen(words[i]));
        for (unsigned n = 1; n <= LLVMCountParams(function); n++) {
            LLVMAttributeRef passed = LLVMGetEnumAttributeAtIndex(function, n, kind);
            if (passed) {
                ir_note_type(f, LLVMGetTypeAttributeValue(passed));
            }
        }
    }
}

static void note_types_of(struct ir_facts *f, LLVMValueRef function, GHashTable *seen)
{
    note_types_passed(f, function);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            note_types_of_instruction(f, i, seen);
        }
    }
}

/** Learn all types before naming any: a struct without a name is named after the one around it. */
static void note_types(struct ir_facts *f)
{
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    LLVMModuleRef module = f->ir->module;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        ir_note_type(f, LLVMGlobalGetValueType(g));
        if (LLVMGetInitializer(g)) {
            note_types_in(f, LLVMGetInitializer(g), seen);
        }
    }
    for (LLVMValueRef i = LLVMGetFirstFunction(module); i; i = LLVMGetNextFunction(i)) {
        note_types_of(f, i, seen);
        ir_note_closure(f, i);
    }
    g_hash_table_destroy(seen);
}

/* Modules */

/** Whether a name is Rust's; those look like C++ names but end in a hash. */
static bool is_of_rust(const char *name)
{
    enum { HASH = 16 };
    size_t length = strlen(name);
    return length > HASH + strlen("17hE") && name[length - 1] == 'E' &&
           strncmp(name + length - 1 - HASH - strlen("17h"), "17h", strlen("17h")) == 0;
}

/** Find out from a module's functions how it was made. Types show what records memory holds only if
 *  the source is C++ and only its compiler has processed the module; otherwise the language and the
 *  optimisations are unknown. */
static void survey(struct ir_facts *f)
{
    bool cplusplus = false;
    for (LLVMValueRef i = LLVMGetFirstFunction(f->ir->module); i; i = LLVMGetNextFunction(i)) {
        const char *name = ir_name(i);
        cplusplus = cplusplus || (g_str_has_prefix(name, "_Z") && !is_of_rust(name));
    }
    f->untyped = !f->ir->input->plain;
    f->ir->optimised = f->untyped;
    f->tests_types = !f->untyped || !cplusplus;
    if (!f->untyped) {
        note_types(f);
    }
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
    f->closures = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->contents = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->nested = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->nested_noted = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->overlaid = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->globals = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->declared = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->reached = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->variables = g_ptr_array_new();
    f->read = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->plain = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->values = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->pieces = FACT_NONE;
    f->frame = FACT_NONE;
    f->piecemeal = g_hash_table_new(g_direct_hash, g_direct_equal);
    ir->facts = f;
    survey(f);
}

void ir_facts_finish(struct ir *ir)
{
    struct ir_facts *f = ir->facts;
    if (f) {
        g_hash_table_destroy(f->records);
        g_hash_table_destroy(f->outer);
        g_hash_table_destroy(f->closures);
        g_hash_table_destroy(f->contents);
        g_hash_table_destroy(f->nested);
        g_hash_table_destroy(f->nested_noted);
        g_hash_table_destroy(f->overlaid);
        g_hash_table_destroy(f->globals);
        g_hash_table_destroy(f->declared);
        g_hash_table_destroy(f->reached);
        g_ptr_array_free(f->variables, TRUE);
        g_hash_table_destroy(f->read);
        g_hash_table_destroy(f->plain);
        g_hash_table_destroy(f->values);
        g_hash_table_destroy(f->piecemeal);
        g_free(f);
        ir->facts = NULL;
    }
}

/** Whether a variable belongs to the program and is defined here. */
static bool is_data(LLVMValueRef global)
{
    const char *name = ir_name(global);
    return LLVMGetInitializer(global) && !ir_is_class_data(name) &&
           !g_str_has_prefix(name, "llvm.");
}

/** Whether a variable has its own section; code that knows the section can reach it. */
static bool is_gathered(LLVMValueRef global)
{
    const char *section = LLVMGetSection(global);
    return section && section[0] && !g_str_has_prefix(section, "llvm.");
}

/** Data that only this module knows counts if one of its pointers is used. */
static void look_at_variable(struct ir_facts *f, LLVMValueRef global)
{
    if (!ir_is_internal(global)) {
        fact_slot slot = ir_global_slot(f, global);
        if (LLVMGetVisibility(global) == LLVMHiddenVisibility) {
            facts_hidden_variable(f->facts, slot);
        } else {
            facts_defined(f->facts, slot);
        }
        ir_note_declared(f, global);
    }
    if (is_gathered(global)) {
        facts_copy(f->facts, UNIT_NONE, facts_outside(f->facts), ir_operand(f, global));
    }
    if (!ir_is_internal(global) || g_str_has_prefix(ir_name(global), "llvm.")) {
        ir_reach_variable(f, global);
    }
}

/** Other files know a variable by the names of its aliases, too. */
static void look_at_alias(struct ir_facts *f, LLVMValueRef alias)
{
    bool known = !ir_is_internal(alias) && !ir_is_function(alias);
    struct ir_memory memory = {.kind = IR_NOWHERE};
    if (known) {
        memory = ir_memory(f, alias);
    }
    if (memory.kind == IR_SLOT) {
        fact_slot slot = ir_global_slot(f, alias);
        facts_defined(f->facts, slot);
        facts_copy(f->facts, UNIT_NONE, slot, memory.slot);
        facts_copy(f->facts, UNIT_NONE, memory.slot, slot);
    }
}

static void give_away(struct ir *ir, LLVMValueRef function, void *data)
{
    (void)data;
    ir_facts_used(ir, function);
}

/** A virtual table of an unknown class may override functions of a library's class, so libraries
 *  may call its functions. */
static void look_at_table(struct ir_facts *f, LLVMValueRef table)
{
    if (f->ir->input->alone && !ir_has_type_metadata(f->ir, table)) {
        ir_visit_constant(f->ir, LLVMGetInitializer(table), give_away, NULL);
    }
}

static void note_function(struct ir_facts *f, unit_id function)
{
    facts_read(f->facts, function);
    if (f->untyped) {
        facts_by_address(f->facts, function);
    }
}

/** Functions that are not understood are not marked as read. */
static void result_read(struct ir_facts *f)
{
    GHashTableIter iter;
    void *owner;
    void *understood;
    g_hash_table_iter_init(&iter, f->read);
    while (g_hash_table_iter_next(&iter, &owner, &understood)) {
        if (understood) {
            note_function(f, GPOINTER_TO_UINT(owner));
        }
    }
}

/** A function that runs the unit's initialisers has no body if the loader runs them. */
static void read_initialisers(struct ir_facts *f)
{
    for (unit_id i = 0; i < f->ir->unit->functions->len; i++) {
        if (unit_is_initialiser(unit_function_at(f->ir->unit, i))) {
            note_function(f, i);
        }
    }
}

/** Whether a function returns a pointer, or a record, which may have one. */
static bool gives_pointer(struct ir_facts *f, LLVMValueRef function)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    return ir_is_tracked(f, result) || LLVMGetTypeKind(result) == LLVMStructTypeKind ||
           ir_returns_in_memory(function);
}

/** What a pointer leads to is not in the IR: any result may lead to memory of any kind. */
static void note_results(struct ir_facts *f)
{
    struct ir *ir = f->ir;
    for (LLVMValueRef g = LLVMGetFirstFunction(ir->module); g; g = LLVMGetNextFunction(g)) {
        bool used = LLVMIsDeclaration(g) && LLVMGetFirstUse(g) && !LLVMGetIntrinsicID(g);
        unit_id id = used ? ir_function_id(ir, g) : UNIT_NONE;
        if (id != UNIT_NONE) {
            unit_function_at(ir->unit, id)->gives_pointer = gives_pointer(f, g);
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
    f->promise = NULL;
    g_hash_table_remove_all(f->values);
    for (LLVMValueRef g = LLVMGetFirstGlobal(ir->module); g; g = LLVMGetNextGlobal(g)) {
        if (is_data(g)) {
            look_at_variable(f, g);
            ir_bound_facts(f, g);
        } else if (ir_is_vtable(g)) {
            look_at_table(f, g);
        }
    }
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(ir->module); a; a = LLVMGetNextGlobalAlias(a)) {
        look_at_alias(f, a);
    }
    for (guint i = 0; i < f->variables->len; i++) {
        if (is_data(f->variables->pdata[i])) {
            ir_data_facts(f, f->variables->pdata[i]);
        }
    }
    note_results(f);
    facts_read(f->facts, UNIT_NONE);
    read_initialisers(f);
    result_read(f);
}

void ir_facts_resolver(struct ir *ir, LLVMValueRef function, unit_id resolver)
{
    struct ir_facts *f = ir->facts;
    if (f) {
        f->owner = ir_function_id(ir, function);
        ir_forward_to_result(f, LLVMGlobalGetValueType(function), resolver);
        ir_note_read(f, true);
    }
}

void ir_facts_used(struct ir *ir, LLVMValueRef value)
{
    struct ir_facts *f = ir->facts;
    if (f) {
        unit_id owner = f->owner;
        f->owner = UNIT_NONE;
        facts_copy(f->facts, UNIT_NONE, facts_outside(f->facts), ir_operand(f, value));
        f->owner = owner;
    }
}
