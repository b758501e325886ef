#define _GNU_SOURCE
#include <dlfcn.h>
int exported(int x)
{
    return x;
}
static int known(int x)
{
    return x;
}
int main(void)
{
    int (*fn)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "exported");
    int (*other)(int) = fn ? fn : known;
    int (*sure)(int) = known;
    return fn(0) +
           other(0) +
           sure(0);
}
