#define _GNU_SOURCE
#include <dlfcn.h>
/* What a function found by its name receives is unknown. */
static int f(void)
{
    return 0;
}
int (*variable)(void);
int exported(int (*p)(void))
{
    return p() +
           variable();
}
int main(void)
{
    int (*fn)(int (*)(void)) = (int (*)(int (*)(void)))dlsym(RTLD_DEFAULT, "exported");
    int (**p)(void) = dlsym(RTLD_DEFAULT, "variable");
    *p = f;
    return fn(f);
}
