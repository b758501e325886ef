#include "ir/context.h"

#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

unsigned ir_version(void)
{
    unsigned major;
    LLVMGetVersion(&major, NULL, NULL);
    return major;
}

bool ir_is_module(const char *file)
{
    return g_str_has_suffix(file, ".bc") || g_str_has_suffix(file, ".ll");
}

static void ignore(LLVMDiagnosticInfoRef info, void *data)
{
    (void)info;
    (void)data;
}

static char *first_line(const char *text)
{
    return g_strndup(text, strcspn(text, "\n"));
}

/** @return whether the module could be read; the context is disposed of otherwise. */
static bool open_module(struct ir *ir, int descriptor, char **why)
{
    char path[32];
    char *message = NULL;
    LLVMMemoryBufferRef buffer;
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ir->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(ir->context, ignore, NULL);
    bool failed = LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) ||
                  LLVMParseIRInContext(ir->context, buffer, &ir->module, &message);
    close(descriptor);
    if (failed) {
        *why = first_line(message ? message : "no LLVM module");
        LLVMDisposeMessage(message);
        LLVMContextDispose(ir->context);
    }
    return !failed;
}

static void start(struct ir *ir)
{
    ir->pointer_size = LLVMPointerSize(LLVMGetModuleDataLayout(ir->module));
    ir->type_kind = LLVMGetMDKindIDInContext(ir->context, "type", strlen("type"));
    ir->functions = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    ir->files = g_hash_table_new(g_direct_hash, g_direct_equal);
    ir->classes = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    ir->locals = g_hash_table_new(g_direct_hash, g_direct_equal);
    ir->globals = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL,
                                        (GDestroyNotify)g_ptr_array_unref);
    ir->told = g_hash_table_new(g_direct_hash, g_direct_equal);
    ir->walked = g_hash_table_new(g_direct_hash, g_direct_equal);
}

static void finish(struct ir *ir)
{
    g_hash_table_destroy(ir->functions);
    g_hash_table_destroy(ir->files);
    g_hash_table_destroy(ir->classes);
    g_hash_table_destroy(ir->locals);
    g_hash_table_destroy(ir->globals);
    g_hash_table_destroy(ir->told);
    g_hash_table_destroy(ir->walked);
    LLVMDisposeModule(ir->module);
    LLVMContextDispose(ir->context);
}

/* What data mentions */

/** Tables of functions and virtual tables lead to functions that nobody calls by name. */
static void tell_address(struct ir *ir, LLVMValueRef function, void *data)
{
    (void)data;
    unit_id id = ir_function_id(ir, function);
    if (id != UNIT_NONE && g_hash_table_add(ir->told, function)) {
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

static void run_by_loader(struct ir *ir, LLVMValueRef function, void *data)
{
    root(ir, function, data);
    if (!ir_is_initialiser(ir_name(function))) {
        tell_address(ir, function, data);
    }
}

static void look_at_data(struct ir *ir)
{
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        const char *name = ir_name(global);
        LLVMValueRef initialiser = LLVMGetInitializer(global);
        if (!initialiser || !ir_may_mention(initialiser)) {
            continue;
        }
        if (strcmp(name, "llvm.global_ctors") == 0 || strcmp(name, "llvm.global_dtors") == 0) {
            ir_visit_constant(ir, initialiser, run_by_loader, NULL);
        } else if (strncmp(name, "llvm.", strlen("llvm.")) != 0) {
            ir_visit_constant(ir, initialiser, tell_address, NULL);
            if (strncmp(name, "_ZT", strlen("_ZT")) != 0) {
                ir_visit_constant(ir, initialiser, root, NULL);
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

/** Pieces that nothing refers to but data stand alone. */
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
        LLVMValueRef target = LLVMAliasGetAliasee(a);
        if (!LLVMIsAFunction(target) && !LLVMIsAGlobalAlias(target)) {
            continue;
        }
        unit_id from = ir_function_id(ir, a);
        unit_id to = ir_function_id(ir, target);
        if (from != UNIT_NONE && to != UNIT_NONE && from != to) {
            ir_define(ir, a);
            unit_add_call(ir->unit, from, to, CG_EDGE_IMPLICIT, nowhere);
        }
    }
}

/** What the resolver returns is what gets called. */
static void look_at_ifuncs(struct ir *ir)
{
    struct unit_place nowhere = {NULL, 0, 0};
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(ir->module); i; i = LLVMGetNextGlobalIFunc(i)) {
        LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(i);
        unit_id from = ir_function_id(ir, i);
        unit_id to =
            resolver && LLVMIsAFunction(resolver) ? ir_function_id(ir, resolver) : UNIT_NONE;
        if (from != UNIT_NONE) {
            ir_define(ir, i);
            unit_add_open(ir->unit, from, NULL, CG_OPEN_POINTER, nowhere);
        }
        if (from != UNIT_NONE && to != UNIT_NONE) {
            unit_add_call(ir->unit, from, to, CG_EDGE_IMPLICIT, nowhere);
        }
    }
}

bool ir_collect(struct unit *unit, const struct ir_input *input, int descriptor, char **why)
{
    struct ir ir = {.unit = unit, .input = input};
    if (!open_module(&ir, descriptor, why)) {
        return false;
    }
    unit->speaker = UNIT_IR;
    unit->compiled = true;
    start(&ir);
    ir_read_vtables(&ir);
    look_at_functions(&ir);
    look_at_pieces(&ir);
    look_at_aliases(&ir);
    look_at_ifuncs(&ir);
    ir_read_overrides(&ir);
    look_at_data(&ir);
    finish(&ir);
    return true;
}
