/* What pointers do in assembler: they are called, stored, copied, passed on and returned. A recorded
   run is told of these functions as of those that a compiler instruments. */
        .text
        .macro  hook name
#ifdef RECORDED
        pushq   %rax
        pushq   %rdi
        pushq   %rsi
        pushq   %rdx
        leaq    -8(%rbp), %rdi
        movq    8(%rbp), %rsi
        movq    (%rdi), %rdi
        call    __cyg_profile_func_\name
        popq    %rdx
        popq    %rsi
        popq    %rdi
        popq    %rax
#endif
        .endm
        .macro  begin name
        .type   \name, @function
\name:
        pushq   %rbp
        movq    %rsp, %rbp
#ifdef RECORDED
        leaq    \name(%rip), %r11
        pushq   %r11
        pushq   %r11
#endif
        hook    enter
        .endm
        .macro  function name
        .globl  \name
        begin   \name
        .endm
        .macro  done name
        hook    exit
        leave
        ret
        .size   \name, .-\name
        .endm

        function call_field             /* (struct job *job): job->inner->run(job) */
        movq    (%rdi), %rax
        call    *8(%rax)
        done    call_field

        function store_field            /* (struct job *job, callback): job->later = callback */
        movq    %rsi, 16(%rdi)
        done    store_field

        function copy_words             /* (to, from, words) */
        movq    %rdx, %rcx
        rep     movsq
        done    copy_words

        function same                   /* (callback): callback */
        movq    %rdi, %rax
        done    same

        function keep                   /* (callback): kept until fire() */
        movq    %rdi, kept(%rip)
        done    keep

        function fire
        call    *kept(%rip)
        done    fire

        function sorts                  /* (numbers, count): qsort with a function of C */
        movl    $4, %edx
        leaq    compare(%rip), %rcx
        call    qsort@PLT
        done    sorts

        function chooses                /* (index): one of a table */
        andl    $1, %edi
        leaq    choices(%rip), %rax
        call    *(%rax,%rdi,8)
        done    chooses

        function jumps                  /* (index): by distances, to places of its own */
        andl    $1, %edi
        leaq    distances(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        addq    %rdx, %rax
        jmp     *%rax
.Lfirst: call   jumped_first
        jmp     .Lend
.Lsecond: call  jumped_second
.Lend:
        done    jumps

        function passes                 /* (callback): makes() gives what to call */
        call    makes
        call    *%rax
        done    passes

        function calls_variables        /* of C */
        call    *steps+8(%rip)
        movq    rows@GOTPCREL(%rip), %rax
        call    *24(%rax)
        done    calls_variables

        function fire_common            /* a variable that the linker places */
        call    *common_hook(%rip)
        done    fire_common
        .comm   common_hook,8,8

        begin   hidden_in_table
        call    from_table
        done    hidden_in_table

        .section .rodata
        .p2align 2
distances:
        .long   .Lfirst-distances
        .long   .Lsecond-distances
        .section .data.rel.ro,"aw"
        .p2align 3
choices:
        .quad   chosen
        .quad   hidden_in_table
        .globl  exported
exported:                               /* a table that C reads */
        .quad   by_export
        .data
        .p2align 3
kept:   .quad   0
        .section .note.GNU-stack,"",@progbits
