/*
 * What of a program ran: each function that is entered for the first time, by address, on
 * descriptor
 * 9. Compiled by itself, beside a program that is compiled with -finstrument-functions.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST 65536u

int main(int argc, char **argv);

static _Atomic(void *) seen[MOST];
static atomic_int phase; /* before main, in it, behind it */

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

/* @return whether the function is new. No locks: it may be a handler of signals. */
static int enter(void *function)
{
    for (uintptr_t at = (uintptr_t)function >> 4;; at++) {
        void *known = NULL;
        if (atomic_compare_exchange_strong(&seen[at % MOST], &known, function)) {
            return 1;
        }
        if (known == function) {
            return 0;
        }
    }
}

void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    if (function == (void *)main) {
        atomic_store(&phase, 1);
    }
    if (enter(function)) {
        char line[24] = "0 ";
        uintptr_t value = (uintptr_t)function;
        int length = 2;
        line[0] = (char)('0' + atomic_load(&phase));
        for (int shift = 60; shift >= 0; shift -= 4) {
            line[length++] = "0123456789abcdef"[value >> shift & 15];
        }
        line[length++] = '\n';
        if (write(9, line, (size_t)length) != length) {
            _exit(99);
        }
    }
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)caller;
    if (function == (void *)main) {
        atomic_store(&phase, 2);
    }
}
