// path main;popped
// no-edge [unknown caller] popped
// share main 95 100
#include "burn.h"

/* Most compilers do not note that an epilogue restores registers: the tables say that %rbx is saved
 * below the stack pointer, where no copy of the stack begins. */
__asm__(".text\n"
        ".type popped, @function\n"
        "popped:\n"
        ".cfi_startproc\n"
        "push %rbx\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset %rbx, -16\n"
        "mov $1000000, %ebx\n"
        "mov %ebx, %eax\n"
        "pop %rbx\n"
        ".cfi_def_cfa_offset 8\n"
        "1: dec %eax\n"
        "jnz 1b\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size popped, . - popped\n");
void popped(void);

int main(void)
{
    for (int i = 0; i < 400; i++) {
        popped();
    }
    return 0;
}
