/* Of this processor only the names are read: each function may call what it names. */
        .text
        .globl  calls
        .type   calls, @function
calls:
        call    plain
        la      a0, taken
        ret
        .size   calls, .-calls
        .type   taken, @function
taken:
        ret
        .size   taken, .-taken
