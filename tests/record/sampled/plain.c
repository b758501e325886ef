// path main;outer;middle;inner;burn
// path main;other;burn
// share outer 60 90
// edges-only main outer other
// linked-too -static
// linked-too -static-pie
#include "burn.h"

APART void inner(int n)
{
    burn(n);
    STAY;
}
APART void middle(int n)
{
    char space[300];
    space[n % 300] = 1;
    inner(n + space[n % 300] - 1);
    STAY;
}
APART void outer(int n)
{
    middle(n);
    STAY;
}
APART void other(int n)
{
    burn(n);
    STAY;
}

int main(void)
{
    outer(150);
    other(50);
    return 0;
}
