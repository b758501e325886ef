/* A record goes to code that was not collected as a value. */
#include "job.h"
static int own(int x)
{
    return x;
}
static int kept(int x)
{
    return x;
}
struct mine {
    int (*fn)(int);
};
int main(void)
{
    struct job job = {own, 0};
    struct mine mine = {kept};
    return outside_run(job) + mine.fn(0) + job.fn(0);
}
