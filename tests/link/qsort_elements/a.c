#include <stdlib.h>
/* What is sorted are functions, which the comparison is given the places of. */
typedef int (*fn)(void);
static int one(void)
{
    return 1;
}
static int two(void)
{
    return 2;
}
static int by_result(const void *a, const void *b)
{
    return (*(const fn *)a)() - (*(const fn *)b)();
}
static fn table[] = {two, one};
int main(void)
{
    qsort(table, 2, sizeof *table, by_result);
    return table[0]() - 1;
}
