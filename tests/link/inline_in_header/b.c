#include "list.h"
static void g(int x)
{
}
void run_b(void)
{
    each(1, g);
}
