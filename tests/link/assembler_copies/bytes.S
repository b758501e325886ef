/* Copies bytes, as memcpy does. */
        .text
        .globl  copy_bytes
        .type   copy_bytes, @function
copy_bytes:
        movq    %rdx, %rcx
        rep movsb
        ret
        .size   copy_bytes, .-copy_bytes
        .section .note.GNU-stack,"",@progbits
