// stack 64K
// path main;many
// path many;burn
// no-edge [deeper stack] many
#include "burn.h"

/* 40 KiB in all */
APART int many(int depth)
{
    volatile char space[400];
    space[0] = (char)depth;
    int more = depth ? many(depth - 1) : 0;
    if (!depth) {
        burn(120);
    }
    return more + space[0];
}

int main(void)
{
    return many(90) == 1;
}
