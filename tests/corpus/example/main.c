/* A program whose runs are made up, in callgrind.*: see ../oracles.sh. */
#include "sorting.h"

typedef int (*operation)(int);

static int once(int x)
{
    return x + 1;
}

static int twice(int x)
{
    return once(once(x));
}

static int last(int x)
{
    return x;
}

static int never(int x)
{
    return x;
}

static long other_type(long x, long y)
{
    return x - y;
}

static operation table[] = {once, twice};
static long (*chosen)(long, long) = other_type;

static int clamp(int x)
{
    return twice(x) + last(x);
}

static inline __attribute__((always_inline)) int inlined(int x)
{
    return clamp(x);
}

int main(int argc, char **argv)
{
    int items[] = {3, argc, 2};
    sort(items, 3);
    chosen(argc, 1);
    int result = table[argc % 2](items[0]);
    return result + inlined(items[1]);
}
