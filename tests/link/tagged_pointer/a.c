#include <stdint.h>
typedef int (*fn)(void);
static int __attribute__((aligned(16))) f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
static uintptr_t tag(fn p, unsigned bits)
{
    return (uintptr_t)p | bits;
}
int main(void)
{
    uintptr_t tagged = tag(f, 1);
    fn p = (fn)(tagged & ~(uintptr_t)15);
    fn q = g;
    return p() + q() + (int)(tagged & 15) - 1;
}
