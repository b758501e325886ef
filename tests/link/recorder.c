/*
 * Records what runs: linked into a program compiled with -finstrument-functions, it appends each
 * distinct call to the file that $CG_RECORD names.
 *
 * A line is `KIND CALLER CALLEE SITE`, addresses of functions and of what the call returns to in 16
 * hexadecimal digits, CALLER of zeros when no function of the program is running in the thread.
 * KIND is `call` if the call instruction is in the program, `vialib` if it is elsewhere (a shared
 * library); then CALLER is what ran last. The same holds for calls in a part of a coroutine, since
 * entering one records nothing.
 *
 * Each thread has a stack of what it entered, with the frames: those that a longjmp or an exception
 * skipped lie below the frame of the next function that is entered or left, or where it is but with
 * another return address (with the same one it is a function inlined into that frame). The program
 * is linked with -no-pie, so that addresses are those that nm prints.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define SKIP __attribute__((no_instrument_function))
#define DEPTH 4096
#define PAIRS 16384

struct entered {
    uintptr_t function;
    uintptr_t frame;
    uintptr_t call_site;
};

static _Thread_local struct entered stack[DEPTH];
static _Thread_local unsigned depth;

static atomic_uintptr_t seen[PAIRS];
static atomic_int output = -1;

extern char __executable_start, etext;

void __cyg_profile_func_enter(void *function, void *call_site) SKIP;
void __cyg_profile_func_exit(void *function, void *call_site) SKIP;

/** @return whether a call is new; two that have one key are taken for one only if all agree. */
SKIP static int is_new(uintptr_t caller, uintptr_t callee, uintptr_t site, int own)
{
    uintptr_t key = ((caller * 0x9e3779b97f4a7c15u + site) * 0x9e3779b97f4a7c15u) ^
                    (callee << 1 | (uintptr_t)own);
    for (unsigned i = 0, at = (key >> 7) % PAIRS; i < PAIRS; i++, at = (at + 1) % PAIRS) {
        uintptr_t found = 0;
        if (atomic_compare_exchange_strong(&seen[at], &found, key)) {
            return 1;
        }
        if (found == key) {
            return 0;
        }
    }
    return 1;
}

SKIP static char *put_hex(char *to, uintptr_t value)
{
    for (int shift = 60; shift >= 0; shift -= 4) {
        *to++ = "0123456789abcdef"[value >> shift & 15];
    }
    return to;
}

SKIP static int open_output(void)
{
    int none = -1;
    const char *path = getenv("CG_RECORD");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file >= 0 && !atomic_compare_exchange_strong(&output, &none, file)) {
        close(file);
    }
    return output;
}

SKIP static void record(uintptr_t caller, uintptr_t callee, uintptr_t site, int own)
{
    char line[80];
    char *to = line;
    int file = output >= 0 ? output : open_output();
    if (file < 0 || !is_new(caller, callee, site, own)) {
        return;
    }
    for (const char *word = own ? "call " : "vialib "; *word;) {
        *to++ = *word++;
    }
    to = put_hex(to, caller);
    *to++ = ' ';
    to = put_hex(to, callee);
    *to++ = ' ';
    to = put_hex(to, site);
    *to++ = '\n';
    if (write(file, line, (size_t)(to - line)) < 0) {
        _exit(99);
    }
}

SKIP static void drop_skipped(uintptr_t frame, uintptr_t call_site)
{
    while (depth > 0 &&
           (stack[depth - 1].frame < frame ||
            (stack[depth - 1].frame == frame && stack[depth - 1].call_site != call_site))) {
        depth--;
    }
}

void __cyg_profile_func_enter(void *function, void *call_site)
{
    uintptr_t frame = (uintptr_t)__builtin_frame_address(1);
    uintptr_t site = (uintptr_t)call_site;
    int own = site >= (uintptr_t)&__executable_start && site < (uintptr_t)&etext;
    drop_skipped(frame, site);
    record(depth > 0 ? stack[depth - 1].function : 0, (uintptr_t)function, site, own);
    if (depth == DEPTH) {
        _exit(98);
    }
    stack[depth].function = (uintptr_t)function;
    stack[depth].frame = frame;
    stack[depth].call_site = site;
    depth++;
}

void __cyg_profile_func_exit(void *function, void *call_site)
{
    uintptr_t frame = (uintptr_t)__builtin_frame_address(1);
    drop_skipped(frame, (uintptr_t)call_site);
    if (depth > 0 && stack[depth - 1].function == (uintptr_t)function) {
        depth--;
    }
}
