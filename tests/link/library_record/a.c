/* Users of a library fill in its public records; private ones they cannot get at. */
#include "ops.h"
struct private_ops {
    int (*step)(void);
};
static int step(void)
{
    return 0;
}
static int fallback(void)
{
    return 0;
}
static struct private_ops steps = {step};
int library_run(struct public_ops *ops)
{
    static struct public_ops defaults = {fallback};
    if (!ops) {
        ops = &defaults;
    }
    return ops->read() +
           steps.step();
}
