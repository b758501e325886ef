/*
 * Reads a module and processes its functions and data. ir_collect in this file fills a unit.
 */
#include "ir/ir_stages.h"

#include "ir/facts/ir_facts.h"

#include <errno.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "text/assembly.h"
#include "text/lexical_paths.h"
#include "text/sections.h"
#include "unit/unit_facts.h"

static void ignore(LLVMDiagnosticInfoRef info, void *data)
{
    (void)info;
    (void)data;
}

/** A text may be a module too, even an empty one; but not where bitcode is expected. */
static bool is_acceptable(const struct ir *ir, LLVMMemoryBufferRef buffer)
{
    static const char bitcode[] = {'B', 'C', '\xC0', '\xDE'};
    size_t size = LLVMGetBufferSize(buffer);
    return ir_is_module(ir->input->file)
               ? size > 0
               : size > sizeof bitcode &&
                     memcmp(LLVMGetBufferStart(buffer), bitcode, sizeof bitcode) == 0;
}

/** LLVM checks a whole module before it trusts its debug information, which takes a third of the
 *  reading time. What the compiler has just made needs no check. */
static void trust_compiler(void)
{
    static const char *const options[] = {"cgcollect", "-disable-auto-upgrade-debug-info"};
    LLVMParseCommandLineOptions(G_N_ELEMENTS(options), options, NULL);
}

/** @return whether the module was read; otherwise the context is disposed of. */
static bool open_module(struct ir *ir, int descriptor, struct ir_failure *failure)
{
    char path[32];
    char *message = NULL;
    LLVMMemoryBufferRef buffer;
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ir->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(ir->context, ignore, NULL);
    bool failed = LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message);
    failure->system = failed;
    if (!failed && !is_acceptable(ir, buffer)) {
        message =
            LLVMCreateMessage(ir_is_module(ir->input->file) ? "empty" : "clang made no bitcode");
        failed = true;
        LLVMDisposeMemoryBuffer(buffer);
    } else if (!failed) {
        if (ir->input->compiler) {
            trust_compiler();
        }
        failed = LLVMParseIRInContext(ir->context, buffer, &ir->module, &message);
    }
    close(descriptor);
    if (failed) {
        failure->why = ir_complaint(ir, path, message);
        LLVMDisposeMessage(message);
        LLVMContextDispose(ir->context);
    }
    return !failed;
}

static void start_module(struct ir *ir)
{
    ir->pointer_size = LLVMPointerSize(LLVMGetModuleDataLayout(ir->module));
    ir->type_kind = LLVMGetMDKindIDInContext(ir->context, "type", strlen("type"));
    ir->functions = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    ir->files = g_hash_table_new(g_direct_hash, g_direct_equal);
    ir->classes = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    ir->locals = g_hash_table_new(g_direct_hash, g_direct_equal);
    ir->globals = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL,
                                        (GDestroyNotify)g_ptr_array_unref);
    ir->addresses_noted = g_hash_table_new(g_direct_hash, g_direct_equal);
    ir->walked = g_hash_table_new(g_direct_hash, g_direct_equal);
}

static void finish_module(struct ir *ir)
{
    g_hash_table_destroy(ir->functions);
    g_hash_table_destroy(ir->files);
    g_hash_table_destroy(ir->classes);
    g_hash_table_destroy(ir->locals);
    g_hash_table_destroy(ir->globals);
    g_hash_table_destroy(ir->addresses_noted);
    g_hash_table_destroy(ir->walked);
    g_clear_pointer(&ir->instances, ir_free_instances);
    if (!ir->input->alone) { /* else the process ends soon, which frees it faster */
        LLVMDisposeModule(ir->module);
        LLVMContextDispose(ir->context);
    }
}

/* What data mentions */

/** Tables of functions and virtual tables lead to functions that nobody calls by name. */
static void note_address(struct ir *ir, LLVMValueRef function, void *data)
{
    (void)data;
    unit_id id = ir_function_id(ir, function);
    if (id != UNIT_NONE && g_hash_table_add(ir->addresses_noted, function)) {
        unit_add_address(ir->unit, id, ir_function_place(ir, function));
    }
}

static void root(struct ir *ir, LLVMValueRef function, void *data)
{
    (void)data;
    unit_id id = ir_function_id(ir, function);
    if (id != UNIT_NONE) {
        unit_add_reference(ir->unit, UNIT_NONE, id);
    }
}

/** The function that runs the initialisers of the translation unit. The loader runs those of
 *  templates and inline variables separately; if there are no others, the compiler does not make
 *  the function. */
static unit_id initialiser(struct ir *ir)
{
    for (unit_id i = 0; i < ir->unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(ir->unit, i);
        if (unit_is_initialiser(function) && (function->defined & UNIT_IR)) {
            return i;
        }
    }
    const char *file = ir->input->file;
    return unit_initialiser(ir->unit, file, path_below(ir->input->root, file));
}

/** Mark what runs a function that nothing calls, as the source would. */
static void add_attribute(struct ir *ir, LLVMValueRef function, const char *attribute)
{
    unit_id id = ir->input->alone ? ir_function_id(ir, function) : UNIT_NONE;
    if (id != UNIT_NONE) {
        unit_add_attribute(ir->unit, &unit_function_at(ir->unit, id)->declared, attribute);
    }
}

static void mark_function(struct ir *ir, LLVMValueRef function, void *attribute)
{
    add_attribute(ir, function, attribute);
    if (strcmp(attribute, "used") == 0) {
        ir_facts_used(ir, function);
    }
}

/** Who knows a section runs the functions that variables there hold: the loader, a processor. */
static void look_at_section(struct ir *ir, LLVMValueRef global, LLVMValueRef data)
{
    const char *section = LLVMGetSection(global);
    const char *attribute = section && section[0] ? section_attribute(section) : NULL;
    if (attribute) {
        ir_visit_constant(ir, data, mark_function, (void *)attribute);
    }
}

/** What has to run, including initialisers that one function runs. */
struct loading {
    unit_id runner;        /**< of the translation unit; UNIT_NONE until needed */
    const char *attribute; /**< parameters to declare others with */
};

static void run_by_loader(struct ir *ir, LLVMValueRef function, void *data)
{
    struct unit_place nowhere = {NULL, 0, 0};
    unit_id id = ir_function_id(ir, function);
    struct loading *loading = data;
    root(ir, function, NULL);
    if (!ir_is_initialiser(ir_name(function))) {
        note_address(ir, function, NULL);
        if (id != UNIT_NONE) { /* no source declares the initialiser of a module */
            unit_add_attribute(ir->unit, &unit_function_at(ir->unit, id)->declared,
                               loading->attribute);
        }
    } else if (id != UNIT_NONE && !unit_is_initialiser(unit_function_at(ir->unit, id))) {
        loading->runner = loading->runner == UNIT_NONE ? initialiser(ir) : loading->runner;
        unit_add_call(ir->unit, loading->runner, id, CG_EDGE_IMPLICIT, nowhere);
    }
}

/** Something that the compiler does not see, such as assembly, uses what has the attribute
 *  `used`. */
static void used_invisibly(struct ir *ir, LLVMValueRef function, void *data)
{
    root(ir, function, data);
    note_address(ir, function, data);
    add_attribute(ir, function, "used");
    ir_facts_used(ir, function);
}

/** The list of what has the attribute `used`: functions, and variables that hold some. */
static void look_at_used(struct ir *ir, LLVMValueRef list)
{
    ir_visit_constant(ir, list, used_invisibly, NULL);
    int count = LLVMGetNumOperands(list);
    for (int i = 0; i < count; i++) {
        LLVMValueRef variable = LLVMIsAGlobalVariable(LLVMGetOperand(list, (unsigned)i));
        LLVMValueRef data = variable ? LLVMGetInitializer(variable) : NULL;
        if (data && ir_may_mention(data) && !ir_is_class_data(ir_name(variable))) {
            ir_visit_constant(ir, data, mark_function, (void *)"used");
            ir_facts_used(ir, variable);
        }
    }
}

void ir_note_named(struct ir *ir, const char *text)
{
    for (char *symbol; (symbol = assembly_next_symbol(&text)); g_free(symbol)) {
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, symbol);
        if (function) {
            used_invisibly(ir, function, NULL);
        } else if (ir->facts && assembly_may_be_symbol(symbol)) {
            facts_referenced(ir->unit->facts, symbol);
        }
    }
}

/** Assembly may name any function of the program. The source, if it was read, says so. */
static void note_all_named(struct ir *ir)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f) && ir_function(ir, f)->role == IR_ORDINARY) {
            used_invisibly(ir, f, NULL);
        }
    }
    if (ir->facts) {
        facts_referenced(ir->unit->facts, ASSEMBLY_ANY_SYMBOL);
    }
    if (ir->input->alone) {
        unit_add_fault(ir->unit,
                       "assembler includes a file or makes names: it may call any function");
    }
}

/** Module-level assembly can call the functions that it names. */
static void look_at_assembly(struct ir *ir)
{
    size_t length;
    const char *text = LLVMGetModuleInlineAsm(ir->module, &length);
    char *copy = g_strndup(text, length);
    ir_note_named(ir, copy);
    if (assembly_hides_names(copy)) {
        note_all_named(ir);
    }
    g_free(copy);
}

static void look_at_data(struct ir *ir)
{
    struct loading loading = {UNIT_NONE, NULL};
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        const char *name = ir_name(global);
        LLVMValueRef data = LLVMGetInitializer(global);
        if (!data || !ir_may_mention(data)) {
            continue;
        }
        if (strcmp(name, "llvm.global_ctors") == 0 || strcmp(name, "llvm.global_dtors") == 0) {
            bool at_load = strcmp(name, "llvm.global_ctors") == 0;
            loading.attribute = at_load ? "constructor" : "destructor";
            ir_visit_constant(ir, data, run_by_loader, &loading);
        } else if (strcmp(name, "llvm.used") == 0 || strcmp(name, "llvm.compiler.used") == 0) {
            look_at_used(ir, data);
        } else if (strncmp(name, "llvm.", strlen("llvm.")) != 0) {
            ir_visit_constant(ir, data, note_address, NULL);
            look_at_section(ir, global, data);
            if (!ir_is_class_data(name)) {
                ir_visit_constant(ir, data, root, NULL);
                ir_note_vtable_refs(ir, UNIT_NONE, data);
            }
        }
    }
}

/* Functions */

static bool has_body(LLVMValueRef function)
{
    return !LLVMIsDeclaration(function);
}

static void look_at_functions(struct ir *ir)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
        if (has_body(f) && ir_function(ir, f)->role == IR_ORDINARY) {
            ir_define(ir, f);
            ir_walk(ir, f);
        }
    }
}

/** Outlined pieces that only data references stand alone. */
static void look_at_pieces(struct ir *ir)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
        enum ir_role role = ir_function(ir, f)->role;
        bool piece = role == IR_OUTLINED || role == IR_REGION;
        if (has_body(f) && piece && !g_hash_table_contains(ir->walked, f)) {
            ir_make_ordinary(ir, f);
            ir_define(ir, f);
            ir_walk(ir, f);
        }
    }
}

static void look_at_aliases(struct ir *ir)
{
    struct unit_place nowhere = {NULL, 0, 0};
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(ir->module); a; a = LLVMGetNextGlobalAlias(a)) {
        unit_id from = ir_is_function(a) ? ir_function_id(ir, a) : UNIT_NONE;
        if (from == UNIT_NONE) {
            continue;
        }
        LLVMValueRef target = LLVMAliasGetAliasee(a);
        unit_id to = ir_is_function(target) ? ir_function_id(ir, target) : UNIT_NONE;
        if (from != to) {
            ir_define(ir, a);
        }
        if (to == UNIT_NONE) {
            unit_add_open(ir->unit, from, NULL, CG_OPEN_POINTER, nowhere);
        } else if (from != to) {
            unit_add_call(ir->unit, from, to, CG_EDGE_IMPLICIT, nowhere);
            ir_facts_alias(ir, a, to);
        }
    }
}

/** A call of an ifunc runs what its resolver returns. */
static void look_at_ifuncs(struct ir *ir)
{
    struct unit_place nowhere = {NULL, 0, 0};
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(ir->module); i; i = LLVMGetNextGlobalIFunc(i)) {
        LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(i);
        unit_id from = ir_function_id(ir, i);
        unit_id to =
            resolver && ir_is_function(resolver) ? ir_function_id(ir, resolver) : UNIT_NONE;
        if (from != UNIT_NONE) {
            ir_define(ir, i);
            unit_add_open(ir->unit, from, NULL, CG_OPEN_POINTER, nowhere);
        }
        if (from != UNIT_NONE && to != UNIT_NONE) {
            unit_add_call(ir->unit, from, to, CG_EDGE_IMPLICIT, nowhere);
            ir_facts_resolver(ir, i, to);
        }
    }
}

/** @return whether the layouts, if they are wanted, were read. */
static bool read_instances(struct ir *ir, int layouts, struct ir_failure *failure)
{
    bool wanted = layouts >= 0 && ir->input->facts;
    ir->instances = wanted ? ir_read_instances(layouts) : NULL;
    if (wanted && !ir->instances) {
        failure->why = g_strdup_printf("clang's layouts of records: %s", g_strerror(errno));
        failure->system = true;
    }
    if (layouts >= 0) {
        close(layouts);
    }
    return !wanted || ir->instances;
}

static bool has_flag(LLVMModuleRef module, const char *flag)
{
    return LLVMGetModuleFlag(module, flag, strlen(flag)) != NULL;
}

/* Whether code of the module may be in a shared library. */
static bool is_for_libraries(LLVMModuleRef module)
{
    return has_flag(module, "PIC Level") && !has_flag(module, "PIE Level");
}

bool ir_collect(struct unit *unit, const struct ir_input *input, struct ir_compiled compiled,
                struct ir_failure *failure)
{
    struct ir ir = {.unit = unit, .input = input};
    if (!read_instances(&ir, compiled.layouts, failure)) {
        close(compiled.module);
        return false;
    }
    if (!open_module(&ir, compiled.module, failure)) {
        g_clear_pointer(&ir.instances, ir_free_instances);
        return false;
    }
    if (!ir_name_initialisers(&ir, failure)) {
        g_clear_pointer(&ir.instances, ir_free_instances);
        return false;
    }
    unit->speaker = UNIT_IR;
    unit->compiled = true;
    unit->interposable = unit->interposable || is_for_libraries(ir.module);
    start_module(&ir);
    ir_read_vtables(&ir);
    if (input->facts) {
        ir_facts_start(&ir);
    }
    look_at_functions(&ir);
    look_at_pieces(&ir);
    look_at_aliases(&ir);
    look_at_ifuncs(&ir);
    ir_read_overrides(&ir);
    ir_note_tables(&ir);
    look_at_data(&ir);
    look_at_assembly(&ir);
    ir_facts_data(&ir);
    ir_facts_finish(&ir);
    finish_module(&ir);
    return true;
}
