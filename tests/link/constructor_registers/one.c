#include "modules.h"
static int init_one(void)
{
    return 0;
}
MODULE(one)
