/* Assembler alone names a function that is in no collected file. */
        .text
        .globl  enters
        .type   enters, @function
enters:
        jmp     jumped_to@PLT
        .size   enters, .-enters
        .section .note.GNU-stack,"",@progbits
