/*
 * Standing in for longjmp: what wrappers.c, of the shared library, and static_wrappers.c have in
 * common.
 */
#ifndef CGRECORD_JUMPS_H
#define CGRECORD_JUMPS_H

#include "runtime.h"

typedef void cgr_jump_function(void *, int);

/** The stack pointer that a jump restores: glibc keeps it scrambled. 0: not known. */
static inline uintptr_t cgr_stack_of(const void *target)
{
#if defined __x86_64__ && defined __GLIBC__
    uintptr_t stack = ((const uintptr_t *)target)[6];
    __asm__("ror $17, %0\n\txor %%fs:0x30, %0" : "+r"(stack) : : "cc");
    return stack;
#else
    (void)target;
    return 0;
#endif
}

/** Define a function that jumps. @param real the function that it stands in for */
#define CGR_JUMP(name, real)                                                                       \
    CGR_EXPORT void name(void *target, int value) __attribute__((noreturn));                       \
    void name(void *target, int value)                                                             \
    {                                                                                              \
        cgr_jump(cgr_stack_of(target));                                                            \
        (real)(target, value);                                                                     \
        __builtin_unreachable();                                                                   \
    }

#endif
