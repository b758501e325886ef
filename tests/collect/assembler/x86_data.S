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
