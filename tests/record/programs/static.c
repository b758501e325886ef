// A program that is linked statically, with the recorder in it: nothing is preloaded.
// static
// calls main calls 3
// calls calls leaf 30
// calls main out 1
// calls out deep 1
// calls deep deep 9
// calls main last 1
// calls last leaf 1
// calls - compare 1
// total leaf 31
// locations 2
#include <setjmp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;
static jmp_buf back;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void calls(void)
{
    for (int i = 0; i < 10; i++) {
        leaf();
    }
}

int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) void deep(int depth)
{
    volatile char frame[200];
    frame[0] = 1;
    if (!depth) {
        longjmp(back, 1);
    }
    deep(depth - 1);
    sink += frame[0];
}

__attribute__((noinline)) void out(void)
{
    deep(9);
    sink++;
}

__attribute__((noinline)) void last(void)
{
    leaf();
}

int main(void)
{
    int numbers[] = {2, 1};
    calls();
    calls();
    if (!setjmp(back)) {
        out();
    }
    qsort(numbers, 2, sizeof *numbers, compare);
    if (fork() == 0) {
        calls();
        _exit(0);
    }
    wait(NULL);
    last();
    return 0;
}
