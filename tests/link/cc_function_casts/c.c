#include "shared.h"

void each_colour(void (*f)(enum colour))
{
    f(BLUE);
}

void call_generic(generic f)
{
    f();
}

static void in_c(void)
{
}

static void counts_in_c(int n)
{
    (void)n;
}

generic pick(int which)
{
    return which ? in_c : (generic)counts_in_c;
}
