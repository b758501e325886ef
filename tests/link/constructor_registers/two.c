#include "modules.h"
static int init_two(void)
{
    return 0;
}
MODULE(two)
