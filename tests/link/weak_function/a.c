/* A function that is declared weak and nowhere defined need not exist. If some library has it, it gets what it
 * is handed, and knows nothing else of the program. */
#include <stdlib.h>
extern int hook(int (*p)(void)) __attribute__((weak));
extern void *make(void) __attribute__((weak));
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
int exported(int (*p)(void))
{
    return p();
}
int (*variable)(void) = f;
int main(void)
{
    int (*made)(void) = make ? make() : f;
    if (hook) {
        hook(g);
    }
    return exported(f) +
           variable() +
           made();
}
