/* What was written to memory is read from it, whichever way it is reached. */
#include "mem.h"

typedef void (*fn)(void);
static void a(void)
{
}
static void b(void)
{
}
static void c(void)
{
}
static void d(void)
{
}
static void e(void)
{
}
static void f(void)
{
}
static void g(void)
{
}
static void i(void)
{
}
static void j(void)
{
}
static void k(void)
{
}
static fn other = f;
static void *replace(void *memory)
{
    (void)memory;
    return &other;
}
int main(void)
{
    fn *one = cached(sizeof *one), *same = cached(sizeof *same);
    *one = a;
    (*same)();
    *(fn *)listed(sizeof(fn)) = b;
    (*(fn *)latest())();
    *(fn *)kept(sizeof(fn)) = c;
    (*(fn *)latest())();
    fn from = d;
    (*(fn *)copied(&from, sizeof from))();
    (*(fn *)filled(sizeof(fn), e))();
    (*(fn *)replaced(sizeof(fn), replace))();
    void *memory;
    *(fn *)out(sizeof(fn), &memory) = g;
    (*(fn *)memory)();
    *(fn *)tracked(sizeof(fn)) = i;
    (*(fn *)latest())();
    *(fn *)logged(sizeof(fn)) = j;
    (*(fn *)latest())();
    fn *begin = top(sizeof(fn));
    *begin = k;
    ((fn *)top(0))[-1]();
    return 0;
}
