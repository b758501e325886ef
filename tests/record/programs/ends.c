// What runs before main and after it: constructors, destructors, functions of atexit and on_exit,
// which are below the function that called exit, as its frames are still there.
// calls main last 1
// calls last leaves 1
// total before 1
// total behind 1
// total at_end 3
// calls at_end leaf 3
// total with_status 1
// calls with_status leaf 1
// calls before leaf 1
// calls behind leaf 1
// path main;last;leaves 1
// path main;last;leaves;[libc.so.6];at_end;leaf 3
// status 7
#define _GNU_SOURCE
#include <stdlib.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline, constructor)) void before(void)
{
    leaf();
}

__attribute__((noinline, destructor)) void behind(void)
{
    leaf();
}

void at_end(void)
{
    leaf();
}

void with_status(int status, void *data)
{
    (void)status, (void)data;
    leaf();
}

__attribute__((noinline, noreturn)) void leaves(void)
{
    exit(7);
}

__attribute__((noinline)) void last(void)
{
    leaves();
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        atexit(at_end);
    }
    on_exit(with_status, NULL);
    last();
    return 0;
}
