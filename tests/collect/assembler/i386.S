/* Places are in the bytes of instructions, not in relocations. */
        .text
        .globl  calls
        .type   calls, @function
calls:
        call    plain
        call    local
        pushl   $taken
        call    *table(,%eax,4)
        jmp     tail
        .size   calls, .-calls
        .type   local, @function
local:  ret
        .size   local, .-local
        .type   taken, @function
taken:  ret
        .size   taken, .-taken
        .section .text.other,"ax",@progbits
        .globl  apart
        .type   apart, @function
apart:
        call    local
        jmp     .Lin_local
        .size   apart, .-apart
        .text
        .type   last, @function
last:   nop
.Lin_local:
        ret
        .size   last, .-last
        .data
table:  .long   taken, last
