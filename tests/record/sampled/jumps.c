// path main;before;deeper;burn
// path main;after;burn
// no-edge deeper after
#include "burn.h"
#include <setjmp.h>

static jmp_buf place;

APART void deeper(void)
{
    burn(60);
    longjmp(place, 1);
}
APART void before(void)
{
    deeper();
    STAY;
}
APART void after(void)
{
    burn(60);
    STAY;
}

int main(void)
{
    if (setjmp(place) == 0) {
        before();
    }
    after();
    return 0;
}
