/*
 * Ends a tool that has run out of memory. When an allocation fails, GLib and the C++ runtime abort
 * the process, and jansson and libelf report a value or symbol as absent, so the failure is caught
 * before they see it: these functions stand in front of the C library's.
 * libcg handles failures itself and gets them as they are.
 */
#include "out_of_memory.h"
#include "unfinished.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const char *tool;  /* NULL before main */
static int silent_status; /* 0: speaks */
static int spoken_to = STDERR_FILENO;

void memory_name_tool(const char *name)
{
    tool = name;
}

void memory_end_silently(int status)
{
    silent_status = status;
}

void memory_speak_to(int descriptor)
{
    spoken_to = descriptor;
}

/* Without memory, stdio is of no use. */
static void print_plainly(const char *text)
{
    ssize_t written = write(spoken_to, text, strlen(text));
    (void)written;
}

void memory_end(void)
{
    unfinished_remove();
    if (silent_status) {
        _exit(silent_status);
    }
    print_plainly(tool ? tool : program_invocation_short_name);
    print_plainly(": error: out of memory; close other programs, or raise the limit (ulimit -v)\n");
    _exit(CLI_TROUBLE);
}

#if OWN_ALLOCATOR

/* Whether the code that asks for memory aborts when it gets none, or seems to have found nothing.
 * GLib formats text with the C library, so what that asks for may be for GLib. */
static bool is_lost(const void *caller)
{
    static const char *const names[] = {"/libglib-2.0", "/libc.so",  "/libc-",
                                        "/libstdc++",   "/libclang", "/libLLVM",
                                        "/libjansson",  "/libdw",    "/libelf"};
    Dl_info own, info;
    if (!dladdr(caller, &info) || !info.dli_fname) {
        return true;
    }
    bool lost = dladdr(&tool, &own) && own.dli_fbase == info.dli_fbase;
    for (size_t i = 0; i < sizeof names / sizeof *names && !lost; i++) {
        lost = strstr(info.dli_fname, names[i]) != NULL;
    }
    return lost;
}

static void *checked(void *memory, size_t size, const void *caller)
{
    if (!memory && size && is_lost(caller)) {
        memory_end();
    }
    return memory;
}

#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))

#define NEXT(pointer, name)                                                                        \
    if (!(pointer)) {                                                                              \
        *(void **)&(pointer) = dlsym(RTLD_NEXT, name);                                             \
    }

/* The linker must keep these, and not take them for what the compiler knows under their names. */
#define IN_FRONT __attribute__((used, visibility("default"), noinline))

IN_FRONT void *malloc(size_t size)
{
    static void *(*next)(size_t);
    NEXT(next, "malloc")
    return checked(next(size), size, CALLER);
}

IN_FRONT void *calloc(size_t count, size_t size)
{
    static void *(*next)(size_t, size_t);
    NEXT(next, "calloc")
    return checked(next(count, size), count && size, CALLER);
}

IN_FRONT void *realloc(void *old, size_t size)
{
    static void *(*next)(void *, size_t);
    NEXT(next, "realloc")
    return checked(next(old, size), size, CALLER);
}

IN_FRONT int posix_memalign(void **out, size_t alignment, size_t size)
{
    static int (*next)(void **, size_t, size_t);
    NEXT(next, "posix_memalign")
    int status = next(out, alignment, size);
    (void)checked(status == ENOMEM ? NULL : (void *)"", size, CALLER);
    return status;
}

IN_FRONT void *aligned_alloc(size_t alignment, size_t size)
{
    static void *(*next)(size_t, size_t);
    NEXT(next, "aligned_alloc")
    return checked(next(alignment, size), size, CALLER);
}

#endif
