/* Functions kept as data, in a record that code outside gets: it can call them all the same. */
#include "entry.h"
static void f(void)
{
}
static int g(int x)
{
    return x;
}
static void not_handed(void)
{
}
static void *kept = (void *)not_handed;
int main(void)
{
    struct entry e = {"name", (void *)f, (void (*)(void))g};
    outside_take(&e);
    ((void (*)(void))kept)();
    return 0;
}
