#include "search.h"

static comparison *kept;
void *bsearch(const void *key, const void *base, unsigned long n, unsigned long size, comparison *compare)
{
    kept = compare;
    return 0;
}
void again(void)
{
    kept(0, 0);
}
