#include "get.h"

static void first(void)
{
}
static void second(void)
{
}
static void third(void)
{
}
static void fourth(void)
{
}
static void fifth(void)
{
}
static void sixth(void)
{
}
static void seventh(void)
{
}

int main(void)
{
    function **a = get_sized(8), **b = get_sized(8), **c = get_next(8);
    function **d = get_sum(8), **e = get_element(8), **f = get_next(8);
    function **g = get_largest(2, 8L, 4L);
    a[0] = first;
    b[0] = second;
    c[0] = third;
    d[0] = fourth;
    e[0] = fifth;
    f[0] = sixth;
    g[0] = seventh;
    a = grow_sized(a, 16);
    a[0]();
    b[0]();
    c[0]();
    d[0]();
    e[0]();
    f[0]();
    g[0]();
    give_sized(a);
    return 0;
}
