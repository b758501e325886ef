// path main;few
// path few;burn
// path [deeper stack];many
// path many;burn
// share few 30 70
#include "burn.h"

APART int few(int depth)
{
    int more = depth ? few(depth - 1) : 0;
    if (!depth) {
        burn(120);
    }
    return more + depth;
}

APART int many(int depth)
{
    volatile char space[64];
    space[0] = (char)depth;
    int more = depth ? many(depth - 1) : 0;
    if (!depth) {
        burn(120);
    }
    return more + space[0];
}

int main(void)
{
    return few(20) + many(20000) == 1;
}
