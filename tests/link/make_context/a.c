#include <ucontext.h>
static ucontext_t back, own;
static char stack[65536];
static int n;
static void inner(void)
{
    n++;
}
static void run(void)
{
    inner();
}
int main(void)
{
    getcontext(&own);
    own.uc_stack.ss_sp = stack;
    own.uc_stack.ss_size = sizeof stack;
    own.uc_link = &back;
    makecontext(&own, run, 0);
    swapcontext(&back, &own);
    return n - 1;
}
