#include <stdlib.h>
static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static int descending(const void *a, const void *b)
{
    return -ascending(a, b);
}
static void sort(int *numbers, size_t n, int (*cmp)(const void *, const void *))
{
    qsort(numbers, n, sizeof *numbers, cmp);
}
int main(void)
{
    int numbers[] = {3, 1, 2};
    sort(numbers, 3, ascending);
    sort(numbers, 3, descending);
    return numbers[0] - 3;
}
