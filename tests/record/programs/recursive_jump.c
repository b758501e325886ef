// A jump to a call of a recursive function, which goes on, and calls the others later.
// again --clock
// calls main jumped_to 100
// calls jumped_to jumped_to 300
// calls jumped_to jumper 100
// calls jumper jumper 200
// calls jumped_to leaf 300
// path main;jumped_to;jumped_to;leaf 200
// calls each each 300
// calls each failing 400
// calls each last 400
// path main;each;last 100
// path main;each;each;last 300
#include <setjmp.h>

static jmp_buf target;
static jmp_buf targets[8];
static int used;
static volatile int sink;

__attribute__((noinline)) void leaf(int n)
{
    sink += n;
}

__attribute__((noinline)) void last(int n)
{
    sink += n;
}

__attribute__((noinline)) void jumper(int n)
{
    if (!n) {
        longjmp(target, 1);
    }
    jumper(n - 1);
    sink++;
}

__attribute__((noinline)) void jumped_to(int n)
{
    if (n) {
        jumped_to(n - 1);
        leaf(n);
    } else if (!setjmp(target)) {
        jumper(2);
    }
    sink++;
}

__attribute__((noinline)) void failing(void)
{
    longjmp(targets[used - 1], 1);
}

__attribute__((noinline)) void each(int n)
{
    if (!setjmp(targets[used++])) {
        if (n) {
            each(n - 1);
        }
        failing();
    }
    used--;
    last(n);
    sink++;
}

int main(void)
{
    for (int i = 0; i < 100; i++) {
        jumped_to(3);
        each(3);
    }
    return 0;
}
