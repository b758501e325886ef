#include "ops.h"
static int zero(void)
{
    return 0;
}
static struct more more = {zero};
void outside_fill(struct ops *ops)
{
    ops->get();
    ops->more = &more;
}
