#include "validate/common/runtime_names.h"

#include "base/builtin_substitutes.h"
#include "match/decorations.h"

#include <stddef.h>
#include <string.h>

/* crt1.o, crti.o, crtbegin.o, gcrt1.o; what the loader and the C library run them with. */
static const char *const names[] = {
    "_start",
    "_start_c",
    "_init",
    "_fini",
    "frame_dummy",
    "register_tm_clones",
    "deregister_tm_clones",
    "call_init",
    "call_fini",
    "call_weak_fn",
    "(below main)",
    "generic_start_main",
    "start_thread",
    "clone",
    "clone3",
    "thread_start",
    "mcount",
    "_mcount",
    "_mcleanup",
    "__fentry__",
    "monstartup",
    "atexit", /* libc_nonshared.a: part of each program */
    "at_quick_exit",
    "__register_atfork",
    "etext",
    "_ZnwmPv", /* inline functions of libstdc++ that clang replaces by what they do */
    "_ZnamPv",
    "_ZdlPvS_",
    "_ZdaPvS_",
    "_ZSt23__is_constant_evaluatedv",
    "_ZSt21is_constant_evaluatedv",
    "operator new(unsigned long, void*)",
    "operator new[](unsigned long, void*)",
    "operator delete(void*, void*)",
    "operator delete[](void*, void*)",
    "std::__is_constant_evaluated()",
    "std::is_constant_evaluated()",
};

static const char *const prefixes[] = {
    "__do_global_",
    "__monstartup",
    "__gmon_start__",
    "__mcount",
    "__cyg_profile_func_",
    "__cxa_",
    "_Unwind_",
    "__gxx_",
    "__gcc_",
    "__register_frame",
    "__deregister_frame",
    "__stack_chk_",
    "__asan_",
    "__ubsan_",
    "__tsan_",
    "__msan_",
    "__lsan_",
    "__hwasan_",
    "__sanitizer_",
    "__interceptor_",
    "__interception",
    "__xray_",
    "__llvm_",
    "__gcov_",
    "__emutls_",
    "__morestack",
    "__clang_call_terminate",
    "__tls_",
    "_ZTH",
    "_ZTW",
    "GOMP_",
    "GOACC_",
    "gomp_",
    "__kmp",
    "__tgt_",
    "_ZN11__sanitizer",
    "_ZN6__asan",
    "_ZN7__ubsan",
    "_ZN6__tsan",
    "_ZN10__cxxabiv",
    "_ITM_",
    "__tau_",
    "scorep_",
    "SCOREP_",
    "POMP2_",
    "_dl_runtime_resolve",
    "__xstat", /* what libc_nonshared.a calls for stat and its like */
    "__fxstat",
    "__lxstat",
    "__xmknod",
};

static const char *const libc[] = {
    "__libc_",
    "___",
    "_dl_",
    "__dl_",
    "_IO_",
    "__GI_",
    "__run_exit_handlers",
    "__internal_",
    "__nptl_",
    "__ctype_",
    "__uflow",
    "__overflow",
    "__underflow",
    "__wuflow",
    "__woverflow",
    "__pthread_",
    "__new_exitfn",
    "__rtld_",
    "_rtld_",
    "__tunable",
    "__call_tls_dtors",
};

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool is_one(const char *name, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool begins_one(const char *name, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (begins(name, words[i])) {
            return true;
        }
    }
    return false;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* libgcc's arithmetic: `__udivti3`, `__floatundidf`, `__popcountdi2`. Names end in a machine mode.
 */
static bool is_arithmetic(const char *name)
{
    static const char *const modes[] = {"qi", "hi", "si", "di", "ti", "sf", "df",
                                        "xf", "tf", "sc", "dc", "xc", "tc"};
    size_t length = strlen(name);
    length -= length && name[length - 1] >= '2' && name[length - 1] <= '4';
    for (size_t i = 0; i < COUNT(modes) && begins(name, "__") && length > 5; i++) {
        if (memcmp(name + length - 2, modes[i], 2) == 0) {
            return true;
        }
    }
    return false;
}

/* What headers of the C library put in place of what is written, by options: `__printf_chk`,
 * `__isoc99_scanf`. */
static bool is_redirected(const char *name)
{
    size_t length = strlen(name);
    return begins(name, "__isoc") ||
           (begins(name, "__") && length > 4 && strcmp(name + length - 4, "_chk") == 0);
}

/* Functions of libstdc++'s headers that are constants: where they are conditions, clang takes what
 * they are, and GCC calls them unless it optimises. */
static bool is_folded(const char *name)
{
    static const char *const constants[] = {
        "15_S_use_relocateEv",
        "19_S_nothrow_relocateESt17integral_constantIb",
        "27_S_propagate_on_copy_assignEv",
        "27_S_propagate_on_move_assignEv",
        "20_S_propagate_on_swapEv",
        "15_S_always_equalEv",
        "15_S_nothrow_moveEv",
        "17integral_constantIbLb1EEcvbEv",
        "17integral_constantIbLb0EEcvbEv",
    };
    bool library = begins(name, "_ZNSt") || begins(name, "_ZNKSt") || begins(name, "_ZN9__gnu_cxx");
    for (size_t i = 0; i < COUNT(constants) && library; i++) {
        if (strstr(name, constants[i])) {
            return true;
        }
    }
    return false;
}

bool startup_is_of_libc(const char *name)
{
    return begins_one(name, libc, COUNT(libc));
}

bool startup_is_code(const char *name)
{
    return is_one(name, names, COUNT(names)) || begins_one(name, prefixes, COUNT(prefixes)) ||
           startup_is_of_libc(name) || is_arithmetic(name) || is_folded(name);
}

/* What libstdc++ has compiled of its templates: headers have the bodies too, and inline them. */
static bool is_of_libstdcxx(const char *name)
{
    static const char *const compiled[] = {
        "_ZNSs",
        "_ZNKSs",
        "_ZNSo",
        "_ZNKSo",
        "_ZNSi",
        "_ZNKSi",
        "_ZNSd",
        "_ZNSt7__cxx1112basic_string",
        "_ZNKSt7__cxx1112basic_string",
        "_ZNSt7__cxx1115basic_",
        "_ZNSt7__cxx1118basic_",
        "_ZNSt7__cxx1119basic_",
        "_ZNSt6locale",
        "_ZNKSt6locale",
        "_ZNSt8ios_base",
        "_ZNKSt8ios_base",
        "_ZNSt9basic_ios",
        "_ZNKSt9basic_ios",
        "_ZNSt15basic_streambuf",
        "_ZNSt13basic_filebuf",
        "_ZNSt14basic_",
        "_ZNSt13basic_",
        "_ZSt16__ostream_insert",
        "_ZSt7getline",
        "_ZStrs",
        "_ZStls",
        "_ZSt4endl",
        "_ZSt5flush",
    };
    return begins_one(name, compiled, COUNT(compiled));
}

bool startup_is_exchanged(const char *name)
{
    size_t start, length = decorations_of_libc(name, strlen(name), &start);
    return exchanged_is_one(name + start, length) || exchanged_is_one(name, strlen(name)) ||
           is_redirected(name) || is_of_libstdcxx(name);
}

bool startup_is_generated(const char *name)
{
    static const char *const generated[] = {"memcpy", "memmove", "memset",
                                            "memcmp", "bcmp",    "bzero"};
    return is_one(name, generated, COUNT(generated));
}

bool startup_is_initialisers(const char *name)
{
    return begins(name, "_Z41__static_initialization_and_destruction_0") ||
           begins(name, "__static_initialization_and_destruction_0") || begins(name, "__tcf_");
}

bool startup_is_object(const char *object)
{
    static const char *const objects[] = {
        "libc.so", "libc-2",     "ld-linux",   "ld-2",   "ld-musl",    "ld.so",      "libm.so",
        "libm-2",  "libpthread", "vgpreload_", "[vdso]", "linux-vdso", "linux-gate", "[kernel"};
    const char *slash = strrchr(object, '/');
    return begins_one(slash ? slash + 1 : object, objects, COUNT(objects));
}

bool startup_takes_handler(const char *name)
{
    static const char *const takers[] = {
        "signal", "sigaction", "__sysv_signal", "sysv_signal", "bsd_signal",
        "sigset", "ssignal",   "rt_sigaction",  "__sigaction", "sigvec"};
    return is_one(name, takers, COUNT(takers));
}

bool startup_is_library_header(const char *file)
{
    return strstr(file, "/include/c++/") || strstr(file, "/include/g++");
}
