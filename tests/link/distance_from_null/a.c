/* Numbers that are made from functions, and become functions again, as distances from the null
 * pointer. */
#include <stddef.h>
static int kept(void)
{
    return 0;
}
static int other(void)
{
    return 0;
}
static ptrdiff_t distance;
int main(void)
{
    distance = (char *)kept - (char *)0;
    int sum = ((int (*)(void))((char *)0 + distance))();
    int (*plain)(void) = other;
    return sum + plain();
}
