#include <stdlib.h>
struct chain {
    int n;
    void (*steps[])(void);
};
static void f(void)
{
}
static void g(void)
{
}
int main(void)
{
    struct chain *c = malloc(sizeof *c + 2 * sizeof *c->steps);
    c->n = 0;
    c->steps[c->n++] = f;
    c->steps[c->n++] = g;
    for (int i = 0; i < c->n; i++) {
        c->steps[i]();
    }
    free(c);
    return 0;
}
