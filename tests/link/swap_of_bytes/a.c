#include <string.h>
/* Elements of any type change places. */
typedef int (*fn)(void);
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
static void swap(void *a, void *b, unsigned long size)
{
    char t[64];
    memcpy(t, a, size);
    memcpy(a, b, size);
    memcpy(b, t, size);
}
int main(void)
{
    fn first = f, second = g;
    fn alone = f;
    swap(&first, &second, sizeof first);
    return first() + second() + alone();
}
