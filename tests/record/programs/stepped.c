// calls - main 1
// total counted 63
// total calls 63
// options --recursion 0
// compilers gcc
/* A signal after each instruction, whose handler makes call paths that are new where it runs: it
 * interrupts the recorder everywhere, and takes memory from it. */
#include <signal.h>

enum { DEPTH = 5 };

static unsigned steps;

__attribute__((noinline)) void counted(void)
{
    __asm__ volatile("");
}

__attribute__((noinline)) void way(unsigned bits)
{
    if (bits > 1 && bits % 2) {
        way(bits / 2);
    } else if (bits > 1) {
        way(bits / 2);
    }
    __asm__ volatile("");
}

static void handler(int number)
{
    (void)number;
    way(++steps);
}

__attribute__((noinline)) void calls(int depth)
{
    counted();
    if (depth) {
        calls(depth - 1);
        calls(depth - 1);
    }
    __asm__ volatile("");
}

/* The trap flag; what is below the stack pointer may be in use. */
__attribute__((no_instrument_function, noinline)) static void step(long flag)
{
#ifdef __x86_64__
    __asm__ volatile("sub $128, %%rsp\n\t"
                     "pushfq\n\t"
                     "andq $~0x100, (%%rsp)\n\t"
                     "orq %0, (%%rsp)\n\t"
                     "popfq\n\t"
                     "add $128, %%rsp"
                     :
                     : "r"(flag)
                     : "memory", "cc");
#else
    (void)flag;
#endif
}

int main(void)
{
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGTRAP, &action, 0);
    step(0x100);
    calls(DEPTH);
    step(0);
    return 0;
}
