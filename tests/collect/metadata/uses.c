/* What functions mention besides functions, and how. */
#include "uses.h"

#define NUMBER 3
#define mem GLOBAL(mem)
#define GLOBAL(x) x

int options;
struct list all;
static int hidden[4];
static int mem;

int reads(void)
{
    static int calls;
    calls++;
    return options + RED;
}

void writes(int x)
{
    options = x;
    options += TWICE(x);
    all.count++;
    all.pair.b[1] = 2;
    hidden[0] = x;
}

int *x_of(int *, int *);

int *takes(void)
{
    return x_of(&options, hidden);
}

int measures(void)
{
    return sizeof(struct list) + sizeof options + sizeof(all.pair);
}

int converts(void *p)
{
    return ((struct list *)p)->next->count == BLUE;
}

struct list fills(void)
{
    struct list l = {.count = 3, .next = 0};
    pair_t *pointer = &l.pair;
    return l;
}

int asks(void)
{
#ifdef NUMBER
    return mem;
#else
    return options;
#endif
}

int local(void)
{
    struct inner {
        int field;
    } value = {1};
    enum { ONE = 1 };
    return value.field + ONE + shared(&all);
}
