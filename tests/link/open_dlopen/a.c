#include <dlfcn.h>
/* What is loaded may name what is exported, and write there; not what is hidden. */
static int f(void)
{
    return 0;
}
int shown(int (*p)(void))
{
    return p();
}
__attribute__((visibility("hidden"))) int hidden(int (*p)(void))
{
    return p();
}
int (*shown_pointer)(void) = f;
__attribute__((visibility("hidden"))) int (*hidden_pointer)(void) = f;
int main(void)
{
    void *program = dlopen(0, RTLD_NOW);
    int result = !program +
                 shown(f) +
                 hidden(f) +
                 shown_pointer() +
                 hidden_pointer();
    return result;
}
