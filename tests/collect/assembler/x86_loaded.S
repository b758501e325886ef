/* What the loader calls, code without a name, and an instruction that is not known. */
        .text
        .type   pick, @function
pick:
        leaq    target(%rip), %rax
        ret
        .size   pick, .-pick
        .globl  chosen
        .type   chosen, @gnu_indirect_function
        .set    chosen, pick

        .globl  odd
        .type   odd, @function
odd:
        .byte   0x06
        call    after_it
        ret
        .size   odd, .-odd
        .type   after_it, @function
after_it:
        ret
        .size   after_it, .-after_it
        .type   prepares, @function
prepares:
        ret
        .size   prepares, .-prepares

        .section .init_array,"aw"
        .quad   at_start, prepares
        .section .init,"ax"
        call    in_init
        .section .text.unnamed,"ax"
        call    apart@PLT
        ret
