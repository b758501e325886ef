// status -11
// path main;burn
#include "burn.h"

APART int down(int depth)
{
    volatile char space[256];
    space[0] = (char)depth;
    return down(depth + 1) + space[0];
}

int main(void)
{
    burn(60);
    return down(0);
}
