/* Functions in tables, and variables. */
        .text
        .globl  picks
        .type   picks, @function
picks:
        leaq    .Ljumps(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        addq    %rdx, %rax
        jmp     *%rax
.Lone:  call    first
        ret
.Ltwo:  call    second
        ret
.Lnever:
        .size   picks, .-picks
        .p2align 4                      /* no entry comes here to fall into what follows */

        .globl  chooses
        .type   chooses, @function
chooses:
        leaq    entries(%rip), %rax
        jmp     *(%rax,%rdi,8)
        .size   chooses, .-chooses

.Lapart:                                /* in no function, but in a table */
        call    third
        ret

        .globl  ciphers
        .type   ciphers, @function
ciphers:                                /* what it makes the address of, it reads */
        leaq    .Lconstants(%rip), %r14
        leaq    .Lothers(%rip), %r10
        cmpq    $0, %r9
        cmoveq  %r10, %r14
        addq    $4, %r14
        movq    (%r14), %rax
        .byte   0xf3, 0x0f, 0xa6, 0xe0  /* xsha512 */
        ret
.Lconstants:
        .byte   0x74, 0x01, 0xc3, 0x06  /* je to no instruction; ret */
.Lothers:
        .byte   0x74, 0x01, 0xc3, 0x06
        .size   ciphers, .-ciphers

        .globl  hands
        .type   hands, @function
hands:                                  /* it reads another thing by the same register */
        leaq    .Lhanded(%rip), %rdi
        movq    %rdi, %rsi
        movq    kept(%rip), %rdi
        movq    (%rdi), %rdi
        jmp     give
.Lhanded:
        testl   %edi, %edi
        je      .Lunread
        call    fourth
        ret
.Lunread:
        .byte   0x06
        .size   hands, .-hands

        .globl  takes
        .type   takes, @function
takes:
        leaq    taken(%rip), %rdi
        leaq    elsewhere@GOTPCREL(%rip), %rsi
        movq    %rdi, kept(%rip)
        movq    variable@GOTPCREL(%rip), %rax
        jmp     give
        .size   takes, .-takes
        .type   taken, @function
taken:  ret
        .size   taken, .-taken
        .type   distant, @function
distant: ret
        .size   distant, .-distant
        .type   entry, @function
entry:  ret
        .size   entry, .-entry
        .type   prepare, @function
prepare: ret
        .size   prepare, .-prepare

        .section .rodata
        .p2align 2
.Ljumps:
        .long   .Lone-.Ljumps
        .long   .Ltwo-.Ljumps
        .long   .Lnever-.Ljumps
        .long   .Lapart-.Ljumps
        .globl  distances
distances:
        .long   distant-distances
        .long   distant-.               /* counted from its own place */
        .section .data.rel.ro,"aw"
        .globl  entries
entries:
        .quad   entry, imported, .Lone
        .data
kept:   .quad   0
        .comm   common_variable,8,8
        .section .init_array,"aw"
        .quad   prepare
        .text
        .globl  resumes
        .type   resumes, @function
resumes:
        ret
.Lresumed:                              /* what alone leads there is data */
        jmp     resumed
        .size   resumes, .-resumes
        .section .data.rel.ro,"aw"
        .quad   .Lresumed
