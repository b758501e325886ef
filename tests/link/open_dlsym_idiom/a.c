#define _GNU_SOURCE
#include <dlfcn.h>
/* The way its manual shows, and into a field. */
struct module {
    int (*init)(void);
    int (*exit)(void);
};
int exported(void)
{
    return 0;
}
static int leave(void)
{
    return 0;
}
int main(void)
{
    struct module m = {0, leave};
    int (*fn)(void);
    *(void **)(&fn) = dlsym(RTLD_DEFAULT, "exported");
    m.init = (int (*)(void))dlsym(RTLD_DEFAULT, "exported");
    return fn() +
           m.init() +
           m.exit();
}
