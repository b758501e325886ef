#include "sorting.h"

#include <stdlib.h>

extern int (*chosen_outside)(const void *, const void *);

/* Not the one of main.c. */
static int once(int x)
{
    return x;
}

static int compare(const void *a, const void *b)
{
    return once(*(const int *)a - *(const int *)b);
}

static int backwards(const void *a, const void *b)
{
    return -compare(a, b);
}

void sort(int *items, unsigned long count)
{
    qsort(items, count, sizeof *items, compare);
    if (chosen_outside) {
        chosen_outside(items, items + 1);
    }
    backwards(items, items + 1);
}
