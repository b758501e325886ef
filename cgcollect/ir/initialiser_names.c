/*
 * Restores the names of initialisers (__cxx_global_var_init.9) in the program's own objects. LLVM
 * numbers equal names, including those of literals, and a compiler that evaluates strlen("literal")
 * makes no literal. `-fno-builtin` keeps such calls, so if there are some, the compiler runs again
 * without that option to get its names of the initialisers.
 */
#include "ir/ir_stages.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NUMBERED "__cxx_global"
#define KEEPS_CALLS "-fno-builtin"

/** Functions that clang evaluates for literals. */
static bool is_folded(const char *name)
{
    static const char *const names[] = {
        "bcmp",   "memchr",  "memcmp", "nan",    "nanf",   "nanl",    "strchr",  "strcmp",
        "strlen", "strncmp", "wcschr", "wcscmp", "wcslen", "wcsncmp", "wmemchr", "wmemcmp",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/** Whether a call has only literals and other constants as arguments. */
static bool is_of_literals(LLVMValueRef call)
{
    unsigned count = LLVMGetNumArgOperands(call);
    bool literal = false;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (!LLVMIsAConstant(argument)) {
            return false;
        }
        literal = literal || (LLVMIsAGlobalVariable(argument) && LLVMIsGlobalConstant(argument));
    }
    return literal;
}

static bool calls_folded(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        bool called = (LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) &&
                      LLVMGetCalledValue(call) == function;
        if (called && is_of_literals(call)) {
            return true;
        }
    }
    return false;
}

/** Whether a function has one of the numbered names. */
static bool is_numbered(LLVMValueRef function)
{
    return strncmp(ir_name(function), NUMBERED, strlen(NUMBERED)) == 0;
}

static bool may_differ(LLVMModuleRef module)
{
    bool folded = false;
    bool numbered = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        folded = folded || (LLVMIsDeclaration(f) && is_folded(ir_name(f)) && calls_folded(f));
        numbered = numbered || (is_numbered(f) && strchr(ir_name(f), '.'));
    }
    return folded && numbered;
}

/** The command without the option that keeps calls. @return argv to release with g_free */
static char **folding_command(char **argv)
{
    guint count = g_strv_length(argv);
    char **command = g_new(char *, count + 1);
    memcpy(command, argv, (count + 1) * sizeof *argv);
    for (guint i = count; i-- > 0;) {
        if (strcmp(command[i], KEEPS_CALLS) == 0) {
            memmove(&command[i], &command[i + 1], (count - i) * sizeof *command);
            break;
        }
    }
    return command;
}

/** @param failure receives only what says nothing about the code */
static LLVMModuleRef compile_again(struct ir *ir, struct ir_failure *failure)
{
    char path[32];
    struct ir_failure own = {0};
    char *message = NULL;
    LLVMModuleRef module = NULL;
    LLVMMemoryBufferRef buffer;
    char **command = folding_command(ir->input->compiler);
    struct ir_compiled compiled = ir_compile(command, &own);
    int bitcode = compiled.module;
    snprintf(path, sizeof path, "/proc/self/fd/%d", bitcode);
    bool failed = bitcode < 0 ||
                  LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) ||
                  LLVMParseIRInContext(ir->context, buffer, &module, &message);
    if (bitcode >= 0) {
        close(bitcode);
        close(compiled.layouts);
    }
    LLVMDisposeMessage(message);
    if (own.system) {
        *failure = own;
    } else {
        g_free(own.why);
    }
    g_free(command);
    return failed ? NULL : module;
}

/** What an initialiser is for: the line of its variable, and its name without the number. */
static char *purpose_of(LLVMValueRef function)
{
    LLVMMetadataRef program = LLVMGetSubprogram(function);
    unsigned line = program ? LLVMDISubprogramGetLine(program) : 0;
    const char *name = ir_name(function);
    return g_strdup_printf("%.*s:%u", (int)strcspn(name, "."), name, line);
}

/** @return by purpose: array of names, in order; NULL where there is none */
static GHashTable *names_in(LLVMModuleRef module)
{
    GHashTable *names =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!is_numbered(f)) {
            continue;
        }
        char *purpose = purpose_of(f);
        GPtrArray *list = g_hash_table_lookup(names, purpose);
        if (!list) {
            list = g_ptr_array_new_with_free_func(g_free);
            g_hash_table_insert(names, g_strdup(purpose), list);
        }
        g_ptr_array_add(list, g_strdup(ir_name(f)));
        g_free(purpose);
    }
    return names;
}

/** The next name for a purpose, NULL when there is none. */
static char *take_name(GHashTable *names, LLVMValueRef function)
{
    char *purpose = purpose_of(function);
    GPtrArray *list = g_hash_table_lookup(names, purpose);
    g_free(purpose);
    return list && list->len > 0 ? g_ptr_array_steal_index(list, 0) : NULL;
}

/** Take all names away first, so that none blocks another. An initialiser that the program does not
 *  have gets a free number. */
static void rename_all(LLVMModuleRef module, GHashTable *names)
{
    GPtrArray *functions = g_ptr_array_new();
    GPtrArray *fresh = g_ptr_array_new_with_free_func(g_free);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (is_numbered(f)) {
            g_ptr_array_add(functions, f);
            g_ptr_array_add(fresh, take_name(names, f));
        }
    }
    for (guint i = 0; i < functions->len; i++) {
        const char *name = ir_name(functions->pdata[i]);
        fresh->pdata[i] = fresh->pdata[i] ? fresh->pdata[i] : g_strconcat(name, ".folded", NULL);
        LLVMSetValueName2(functions->pdata[i], "", 0);
    }
    for (guint i = 0; i < functions->len; i++) {
        const char *name = fresh->pdata[i];
        LLVMSetValueName2(functions->pdata[i], name, strlen(name));
    }
    g_ptr_array_free(fresh, TRUE);
    g_ptr_array_free(functions, TRUE);
}

bool ir_name_initialisers(struct ir *ir, struct ir_failure *failure)
{
    bool needed = ir->input->compiler && may_differ(ir->module);
    LLVMModuleRef own = needed ? compile_again(ir, failure) : NULL;
    if (own) {
        GHashTable *names = names_in(own);
        rename_all(ir->module, names);
        g_hash_table_destroy(names);
        LLVMDisposeModule(own);
    }
    return !failure->system;
}
