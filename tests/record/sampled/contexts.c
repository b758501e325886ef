// path coroutine;step;burn
// path main;burn
// no-edge main step
#include "burn.h"
#include <ucontext.h>

static ucontext_t back, there;
static int steps;

APART void step(void)
{
    burn(30);
    STAY;
}
static void coroutine(void)
{
    for (;;) {
        step();
        steps++;
        swapcontext(&there, &back);
    }
}

int main(void)
{
    static char stack[65536];
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = 0;
    makecontext(&there, coroutine, 0);
    for (int i = 0; i < 3; i++) {
        swapcontext(&back, &there);
        burn(30);
    }
    return steps == 3 ? 0 : 1;
}
