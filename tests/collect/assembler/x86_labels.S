/* Labels without a type: some are called, some are in loops, some are data. */
        .text
        .globl  start
start:
        movl    $3, %ecx
again:
        call    local
        decl    %ecx
        jnz     again
        jmp     shared
local:
        call    deeper
        ret
deeper:
        call    outside
        ret
        .globl  other
other:
        call    local
shared:
        movq    table(%rip), %rax
        ret
table:
        .quad   0x9a9a9a9a9a9a9a9a      /* no instruction */
        .globl  alias, second
        .set    alias, start
        .set    second, start
        .symver versioned, versioned@V1
        .globl  versioned
        .weak   weak
        .type   versioned, @function
versioned:
        ret
weak:
        jmp     versioned
        .globl  unseen
        .hidden unseen
unseen:
        .byte   0x06                    /* no instruction either */
