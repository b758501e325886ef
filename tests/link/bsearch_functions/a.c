#include <stdlib.h>
/* The result points into the array. */
typedef int (*fn)(void);
static int a(void)
{
    return 0;
}
static int b(void)
{
    return 1;
}
static const fn table[] = {a, b};
static int wanted(const void *key, const void *element)
{
    return *(const int *)key - (*(const fn *)element)();
}
int main(void)
{
    int key = 0;
    fn *found = bsearch(&key, table, 2, sizeof *table, wanted);
    return (*found)();
}
