#include "ops.h"
static int one(ctx *c)
{
    show(c);
    return 0;
}
static const actions_t mine = {one};
int main(void)
{
    ctx c = {&mine, "x"};
    return c.ops->add(&c);
}
