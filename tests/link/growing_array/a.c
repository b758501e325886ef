#include <stdlib.h>
typedef void (*fn)(void);
static fn *handlers;
static int count;
static void add(fn f)
{
    handlers = realloc(handlers, (count + 1) * sizeof *handlers);
    handlers[count++] = f;
}
static void f(void)
{
}
static void g(void)
{
}
static void h(void)
{
}
int main(void)
{
    add(f);
    add(g);
    for (int i = 0; i < count; i++) {
        handlers[i]();
    }
    fn *own = calloc(1, sizeof *own);
    *own = h;
    own[0]();
    free(own);
    free(handlers);
    return 0;
}
