/*
 * Functions of the system that this library stands in for when it is preloaded or linked as a
 * shared library: jumps out of functions, new threads, libraries that are unloaded, signals that
 * are ours as well, and what forbids system calls.
 */
#include "jumps.h"

#include <dlfcn.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int close_function(void *);
typedef int action_function(int, const struct sigaction *, struct sigaction *);
typedef int prctl_function(int, ...);
typedef long syscall_function(long, ...);
typedef sighandler_t signal_function(int, sighandler_t);
struct _Unwind_Context;
typedef void set_function(struct _Unwind_Context *, uintptr_t);
typedef uintptr_t stack_function(struct _Unwind_Context *);

extern CGR_THREAD_LOCAL struct cgr_thread *cgr_creator;
extern CGR_THREAD_LOCAL uint32_t cgr_creator_node;
extern CGR_THREAD_LOCAL bool cgr_below_creator;

static cgr_jump_function *real_longjmp;
static cgr_jump_function *real_siglongjmp;
static cgr_jump_function *real__longjmp;
static cgr_jump_function *real_longjmp_chk;
static create_function *real_create;
static close_function *real_close;
static action_function *real_sigaction;
static signal_function *real_signal;
static prctl_function *real_prctl;
static syscall_function *real_syscall;
static set_function *real_set_ip;
static stack_function *real_get_stack;

static void find_function(void *function, const char *name)
{
    *(void **)function = dlsym(RTLD_NEXT, name);
}

void cgr_wrappers_start(void)
{
    find_function(&real_longjmp, "longjmp");
    find_function(&real_siglongjmp, "siglongjmp");
    find_function(&real__longjmp, "_longjmp");
    find_function(&real_longjmp_chk, "__longjmp_chk");
    find_function(&real_create, "pthread_create");
    find_function(&real_close, "dlclose");
    find_function(&real_sigaction, "sigaction");
    find_function(&real_signal, "signal");
    find_function(&real_prctl, "prctl");
    find_function(&real_syscall, "syscall");
    cgr_programs_start();
    find_function(&real_get_stack, "_Unwind_GetCFA");
    find_function(&real_set_ip, "_Unwind_SetIP");
}

static cgr_jump_function *found(cgr_jump_function **real)
{
    if (!*real) {
        cgr_wrappers_start();
    }
    return *real;
}

CGR_JUMP(longjmp, *found(&real_longjmp))
CGR_JUMP(siglongjmp, *found(&real_siglongjmp))
CGR_JUMP(_longjmp, *found(&real__longjmp))
CGR_JUMP(__longjmp_chk, *found(&real_longjmp_chk))

CGR_EXPORT void _Unwind_SetIP(struct _Unwind_Context *context, uintptr_t address);

/* Exceptions and cancellation: the frame that goes on, for a handler or a destructor. */
void _Unwind_SetIP(struct _Unwind_Context *context, uintptr_t address)
{
    if (!real_set_ip) { /* a plug-in brought the unwinder */
        *(void **)&real_get_stack = cgr_loaded_find("_Unwind_GetCFA", NULL);
        *(void **)&real_set_ip = cgr_loaded_find("_Unwind_SetIP", (void *)_Unwind_SetIP);
    }
    if (real_get_stack) {
        cgr_unwind(real_get_stack(context));
    }
    real_set_ip(context, address);
}

CGR_EXPORT int dlclose(void *library);

int dlclose(void *library)
{
    if (!real_close) {
        cgr_wrappers_start();
    }
    cgr_modules_unloading();
    int result = real_close(library);
    if (cgr_runtime.state == CGR_STARTED && cgr_runtime.stacks) {
        __atomic_fetch_add(&cgr_runtime.header->epoch, 1, __ATOMIC_RELAXED);
    } else if (cgr_runtime.state == CGR_STARTED) {
        cgr_modules_scan();
    }
    cgr_modules_unloaded();
    return result;
}

/* What a new thread runs, and who made it. */
struct beginning {
    void *(*function)(void *);
    void *argument;
    struct cgr_thread *creator;
    uint32_t node;
    bool below;
};

static void *run_thread(void *data)
{
    const struct beginning beginning = *(struct beginning *)data;
    free(data);
    cgr_stacks_thread();
    cgr_creator = beginning.creator;
    cgr_creator_node = beginning.node;
    cgr_below_creator = beginning.below;
    return beginning.function(beginning.argument);
}

/* Whether a runtime library of OpenMP makes the thread. Not asked of the loader: another thread may
 * have its lock, in the constructor of a library, and wait for this one. */
static bool is_openmp(const void *caller)
{
    cgr_modules_need((uintptr_t)caller);
    const char *path = cgr_modules_path((uintptr_t)caller);
    static const char *const names[] = {"/libgomp.", "/libomp.", "/libomp-", "/libiomp5."};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found = found || (path && __builtin_strstr(path, names[i]));
    }
    return found;
}

CGR_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                              void *(*function)(void *), void *argument);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                   void *argument)
{
    if (!real_create) {
        cgr_wrappers_start();
    }
    bool matters = cgr_self || cgr_runtime.stacks;
    struct beginning *beginning = matters ? malloc(sizeof *beginning) : NULL;
    if (!beginning) {
        return real_create(thread, attributes, function, argument);
    }
    *beginning = (struct beginning){function, argument, NULL, 0, false};
    if (cgr_self) {
        beginning->creator = cgr_self->thread;
        beginning->node = cgr_reference(cgr_self->top->node);
        beginning->below = is_openmp(__builtin_return_address(0));
    }
    int result = real_create(thread, attributes, run_thread, beginning);
    if (result != 0) {
        free(beginning);
    }
    return result;
}

/* The program may use a signal that was free when it began. */
int cgr_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (!real_sigaction) {
        cgr_wrappers_start();
    }
    return real_sigaction(number, action, old);
}

CGR_EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old);

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    return cgr_signal_is_ours(number) ? cgr_signal_share(number, action, old)
                                      : cgr_sigaction(number, action, old);
}

CGR_EXPORT sighandler_t signal(int number, sighandler_t handler);

sighandler_t signal(int number, sighandler_t handler)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    struct sigaction old;
    if (!real_signal) {
        cgr_wrappers_start();
    }
    if (!cgr_signal_is_ours(number)) {
        return real_signal(number, handler);
    }
    return cgr_signal_share(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* The program may forbid itself system calls. */
CGR_EXPORT int prctl(int option, ...);

int prctl(int option, ...)
{
    unsigned long given[4];
    va_list arguments;
    va_start(arguments, option);
    for (int i = 0; i < 4; i++) {
        given[i] = va_arg(arguments, unsigned long);
    }
    va_end(arguments);
    if (!real_prctl) {
        cgr_wrappers_start();
    }
    bool seals = option == PR_SET_SECCOMP && cgr_seal(given[0] == SECCOMP_MODE_STRICT);
    int result = real_prctl(option, given[0], given[1], given[2], given[3]);
    if (seals && result < 0) {
        cgr_unseal();
    }
    return result;
}

CGR_EXPORT long syscall(long number, ...);

long syscall(long number, ...)
{
    long given[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++) {
        given[i] = va_arg(arguments, long);
    }
    va_end(arguments);
    if (!real_syscall) {
        cgr_wrappers_start();
    }
    bool strict = given[0] == SECCOMP_SET_MODE_STRICT && !given[1] && !given[2];
    bool filter = given[0] == SECCOMP_SET_MODE_FILTER && given[2];
    bool seals = number == SYS_seccomp && (strict || filter) && cgr_seal(strict);
    long result = real_syscall(number, given[0], given[1], given[2], given[3], given[4], given[5]);
    if (seals && result < 0) {
        cgr_unseal();
    }
    return result;
}
