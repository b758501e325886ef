# A function without code, and two of different sizes, at one address.
    .text
    .globl empty, called, longer, main
    .type empty, @function
    .type called, @function
    .type longer, @function
    .type main, @function
empty:
called:
longer:
    ret
    nop
    .size empty, 0
    .size called, 1
    .size longer, 2
main:
    ret
    .size main, 1
    .section .note.GNU-stack, "", @progbits
