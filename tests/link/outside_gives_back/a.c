/* A record from code that was not collected, whose functions are that code's and ours. */
#include "job.h"
static int own(int x)
{
    return x;
}
int main(void)
{
    struct job job = outside_make(own);
    struct job *other = outside_get();
    return job.fn(0) + other->fn(0);
}
