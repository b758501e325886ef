/*
 * Standing in for vfork, whose child runs on the stack of its parent and in its memory: what it
 * called before it left is forgotten.
 */
#include "runtime.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
__attribute__((used)) static struct cgr_entry *vfork_begin(void)
{
    return cgr_self ? cgr_self->top : NULL;
}

__attribute__((used)) static long vfork_end(long result, struct cgr_entry *top)
{
    cgr_return_to(top);
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

/* What is kept meanwhile is in registers: the child uses the stack. */
CGR_EXPORT __attribute__((naked)) pid_t vfork(void)
{
    __asm__("sub $8, %%rsp\n\t"
            "call %P0\n\t"
            "add $8, %%rsp\n\t"
            "mov %%rax, %%rsi\n\t"
            "pop %%rdi\n\t"
            "mov %2, %%eax\n\t"
            "syscall\n\t"
            "push %%rdi\n\t"
            "test %%rax, %%rax\n\t"
            "jz 1f\n\t"
            "sub $8, %%rsp\n\t"
            "mov %%rax, %%rdi\n\t"
            "call %P1\n\t"
            "add $8, %%rsp\n"
            "1:\tret"
            :
            : "i"(vfork_begin), "i"(vfork_end), "i"(SYS_vfork));
}
#endif
