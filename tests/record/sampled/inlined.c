// path main;outer;inlined_work
// inlined inlined_work
// share outer 90 100
#include "burn.h"

static inline __attribute__((always_inline)) void inlined_work(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        burnt += i;
    }
}
APART void outer(void)
{
    inlined_work(100000000);
    STAY;
}

int main(void)
{
    outer();
    return 0;
}
