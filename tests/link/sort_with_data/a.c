#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
typedef int (*order)(int, int);
static int up(int a, int b)
{
    return a - b;
}
static int by_order(const void *a, const void *b, void *data)
{
    return ((order)data)(*(const int *)a, *(const int *)b);
}
static int same(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int numbers[4] = {3, 2, 1}, key = 1;
    size_t n = 3;
    qsort_r(numbers, 3, sizeof *numbers, by_order, (void *)up);
    lfind(&key, numbers, &n, sizeof *numbers, same);
    lsearch(&key, numbers, &n, sizeof *numbers, same);
    return numbers[0] - 1;
}
