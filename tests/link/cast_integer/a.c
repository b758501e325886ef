#include <stdint.h>
/* All pointers that become integers are one, and an integer can be any of them, or none. */
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
static int h(void)
{
    return 0;
}
static uintptr_t kept;
int main(void)
{
    kept = (uintptr_t)f;
    intptr_t other = (intptr_t)(void *)g;
    int (*p)(void) = (int (*)(void))kept;
    int (*q)(void) = (void *)other;
    int (*r)(void) = h;
    return p() + q() + r();
}
