/* Calls, jumps, and what control falls into. */
#include "defs.h"
        .text
        .globl  calls
        .type   calls, @function
calls:
        call    plain
        call    through_plt@PLT
        call    *through_table@GOTPCREL(%rip)
        call    helper                  /* a function of this file */
        jmp     *tail_table@GOTPCREL(%rip)
        .size   calls, .-calls

        .type   helper, @function
helper:
        testq   %rdi, %rdi
        je      conditional
        jne     .Lapart                 /* code outside of functions */
        jmp     tail
        .size   helper, .-helper
.Lapart:
        call    from_apart
        ret

        .globl  indirect
        .type   indirect, @function
indirect:
        call    *OFFSET(%rdi)
        call    1f                      /* its own address, no call */
1:      popq    %rax
        jmp     *%rsi
        .size   indirect, .-indirect

        .globl  recursive
        .type   recursive, @function
recursive:
        call    recursive
        rep; ret
        .size   recursive, .-recursive

        .globl  ends                    /* by a call that does not return */
        .type   ends, @function
ends:
        call    abort
        .size   ends, .-ends

        .globl  falls                   /* without a size */
        .type   falls, @function
falls:
        nop
        .globl  into
        .type   into, @function
into:
        xorl    %eax, %eax
        ret
