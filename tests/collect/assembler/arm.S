/* Thumb and ARM: literals among code, conditions, a table of vectors, a name that is like a mark of Thumb. */
        .syntax unified
        .section .vectors,"a"
        .globl  vectors
vectors:
        .word   0x20001000
        .word   reset
        .word   fault
        .section .placed_by_script
        .word   interrupt
        .section .debug_of_own
        .word   wide
        .text
        .thumb
        .globl  reset
        .thumb_func
        .type   reset, %function
reset:
        ldr     r0, =begin
        bl      setup
        cbz     r0, 1f
        blx     r0
1:      beq     skipped
        bl      main
skipped:
        b       .
        .pool
        .size   reset, .-reset
        .thumb_func
        .type   fault, %function
fault:
        push    {r4, lr}
        it      ne
        bxne    r1
        pop     {r4, pc}
        .size   fault, .-fault
        .thumb_func
        .type   interrupt, %function
interrupt:
        bx      lr
        .size   interrupt, .-interrupt
        .arm
        .globl  wide
        .type   wide, %function
wide:
        blne    maybe
        ldmfd   sp!, {r4, pc}
        .size   wide, .-wide
        .globl  jumps
        .type   jumps, %function
jumps:
        ldr     pc, [r0, r1, lsl #2]
        .size   jumps, .-jumps
        .globl  returns
        .type   returns, %function
returns:
        movs    pc, lr
        .size   returns, .-returns
        .globl  twice
        .type   twice, %function
twice:
        bl      once
"$then":
        bl      again
        movs    pc, lr
        .size   twice, .-twice
