/* Code that was not collected gets a record, and can set what is in it. */
#include "ops.h"
static int own(void)
{
    return 0;
}
struct inside {
    int (*get)(void);
};
int main(void)
{
    struct ops ops = {own, 0};
    struct inside inside = {own};
    outside_fill(&ops);
    return ops.get() +
           ops.more->put() +
           inside.get();
}
