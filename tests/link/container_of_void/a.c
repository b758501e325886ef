#include "vector.h"
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
static int number = 7;
int main(void)
{
    struct vector fns = {0}, data = {0};
    push(&fns, (void *)f);
    push(&fns, (void *)g);
    push(&data, &number);
    push(&data, "text");
    int r = 0;
    for (int i = 0; i < fns.n; i++) {
        int (*p)(void) = (int (*)(void))at(&fns, i);
        r += p();
    }
    int *n = at(&data, 0);
    return r + *n - 7;
}
