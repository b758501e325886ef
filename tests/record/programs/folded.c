// A recursive call that is folded, before calls that a library makes: these have the same place in
// each caller, and belong to the one that is running.
// path main;r 3
// path main;r;r 9
// path main;r;[libc.so.6];compare 3
// path main;r;r;[libc.so.6];compare 9
// calls main r 3
// calls r r 9
// total compare 12
#include <stdlib.h>

static int numbers[2];

__attribute__((noinline)) int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) void r(int depth)
{
    if (depth) {
        r(depth - 1);
    }
    qsort(numbers, 2, sizeof *numbers, compare);
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        r(3);
    }
    return 0;
}
