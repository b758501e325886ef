#include <dlfcn.h>
void (*hook)(void);
static void of_hook(void)
{
}
void call(void)
{
}
int main(void)
{
    hook = of_hook;
    return !dlopen("./plugin.so", RTLD_NOW);
}
