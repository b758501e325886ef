/*
 * Decides by name what a function is to the graph: the program's, the compiler's runtime, an
 * intrinsic, an outlined piece of another.
 */
#include "ir/values/ir_context.h"

#include <string.h>

#include "text/identifiers.h"
#include "text/mangled.h"

/** What the compiler calls on its own: exceptions, guards of statics, casts, unwinding, OpenMP.
 *  Functions that a program may well call by name (__cxa_demangle) are not included. */
static bool is_runtime(const char *name)
{
    static const char *const helpers[] = {
        "__asan_load_cxx_array_cookie",
        "__asan_poison_cxx_array_cookie",
        "__cfi_slowpath",
        "__cfi_slowpath_diag",
        "__cxa_allocate_exception",
        "__cxa_allocate_dependent_exception",
        "__cxa_atexit",
        "__cxa_bad_cast",
        "__cxa_bad_typeid",
        "__cxa_begin_catch",
        "__cxa_call_terminate",
        "__cxa_call_unexpected",
        "__cxa_deleted_virtual",
        "__cxa_end_catch",
        "__cxa_free_exception",
        "__cxa_get_exception_ptr",
        "__cxa_guard_abort",
        "__cxa_guard_acquire",
        "__cxa_guard_release",
        "__cxa_init_primary_exception",
        "__cxa_pure_virtual",
        "__cxa_rethrow",
        "__cxa_thread_atexit",
        "__cxa_throw",
        "__cxa_throw_bad_array_new_length",
        "__dynamic_cast",
        "__emutls_get_address",
        "__stack_chk_fail",
        "__tls_get_addr",
        "_Unwind_Resume",
        NULL,
    };
    return word_is_one_of(name, helpers) || g_str_has_prefix(name, "__kmpc_") ||
           g_str_has_prefix(name, "__gxx_personality_") ||
           g_str_has_prefix(name, "__gcc_personality_") || ir_is_check(name);
}

/** Regions of OpenMP pragmas and their helpers; no program's name has a dot in it. */
static bool is_region(const char *name)
{
    return strstr(name, ".omp") || g_str_has_prefix(name, ".__omp") ||
           g_str_has_prefix(name, ".__kmpc");
}

/** Regions for another device, as the host runs them; their names contain numbers of the file
 *  system. */
static bool is_offloaded(const char *name)
{
    return g_str_has_prefix(name, "__omp_offloading_");
}

/** Wrappers of what `co_await` calls: not in any object file, since they are inlined. */
static bool is_suspension(const char *name)
{
    return strstr(name, ".__await_suspend_wrapper__") != NULL;
}

bool ir_is_internal(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/** Whether the source calls by itself what compilers call to have objects destroyed at the end:
 * they pass functions, and nothing else that is called. */
static bool is_called_by_source(LLVMValueRef function, const char *name)
{
    static const char *const registrars[] = {"__cxa_atexit", "__cxa_thread_atexit", NULL};
    bool by_source = false;
    LLVMUseRef use = word_is_one_of(name, registrars) ? LLVMGetFirstUse(function) : NULL;
    for (; use && !by_source; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        by_source = (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) ||
                    LLVMGetCalledValue(call) != function || LLVMGetNumArgOperands(call) == 0 ||
                    !LLVMIsAFunction(LLVMGetOperand(call, 0));
    }
    return by_source;
}

enum ir_role ir_role(const struct ir *ir, LLVMValueRef function, const char *name)
{
    bool plain = ir->input->runtime;
    if (g_str_has_prefix(name, "llvm.")) {
        return IR_INTRINSIC;
    }
    bool defined = LLVMIsAFunction(function) && !LLVMIsDeclaration(function);
    if (defined && (is_offloaded(name) || (ir_is_internal(function) && is_region(name)))) {
        return IR_REGION;
    }
    if (defined && is_suspension(name)) {
        return IR_OUTLINED;
    }
    if (!plain && defined && strcmp(name, "__clang_call_terminate") == 0) {
        return IR_OUTLINED;
    }
    if (!plain && mangled_thunk_target(name)) {
        return IR_THUNK;
    }
    bool runtime = !plain && !defined && is_runtime(name);
    return runtime && !is_called_by_source(function, name) ? IR_RUNTIME : IR_ORDINARY;
}

bool ir_is_check(const char *name)
{
    return g_str_has_prefix(name, "__ubsan_handle_");
}

bool ir_runtime_calls_back(const char *name)
{
    static const char *const registrars[] = {"__cxa_atexit", "__cxa_thread_atexit", "__cxa_throw",
                                             "__cxa_init_primary_exception", NULL};
    return word_is_one_of(name, registrars);
}

bool ir_resumes(const char *name)
{
    static const char *const operations[] = {"llvm.coro.resume", "llvm.coro.destroy",
                                             "llvm.coro.await.suspend.handle", NULL};
    return word_is_one_of(name, operations);
}

bool ir_is_coroutine(LLVMValueRef function)
{
    static const char word[] = "presplitcoroutine";
    unsigned kind = LLVMGetEnumAttributeKindForName(word, strlen(word));
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

bool ir_is_initialiser(const char *name)
{
    return g_str_has_prefix(name, "_GLOBAL__") || g_str_has_prefix(name, "__cxx_global") ||
           strcmp(name, "__tls_init") == 0;
}
