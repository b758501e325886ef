#include <stdlib.h>
/* Each call of a function that only allocates has memory of its own. */
static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        abort();
    }
    return p;
}
typedef void (*fn)(void);
struct box {
    fn inside;
};
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
    fn *a = xmalloc(sizeof *a);
    fn *b = xmalloc(2 * sizeof *b);
    *a = f;
    b[1] = g;
    struct box *box = xmalloc(sizeof *box);
    box->inside = h;
    (*a)();
    b[1]();
    box->inside();
    free(a);
    free(b);
    free(box);
    return 0;
}
