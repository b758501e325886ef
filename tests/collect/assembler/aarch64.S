/* The same on AArch64. */
        .text
        .globl  calls
        .type   calls, %function
calls:
        stp     x29, x30, [sp, #-16]!
        bl      plain
        bl      helper
        blr     x1
        cbz     x0, 1f
        tbnz    x0, #3, 2f
        b.eq    2f
        bl      otherwise
1:      bl      after
2:      ldp     x29, x30, [sp], #16
        b       tail
        .size   calls, .-calls
        .type   helper, %function
helper:
        adr     x0, taken
        adrp    x1, variable
        add     x1, x1, :lo12:variable
        brk     #1
        br      x2
        .size   helper, .-helper
        .type   taken, %function
taken:
        ret
        .size   taken, .-taken
