/* A field is stored through its record and read through a pointer to its type, and the other way
 * round, in memory without a declared type: allocated, a pool, an arena. */
#include <stdlib.h>
typedef int (*fn)(int);
struct s {
    fn f;
    long x;
};
struct arena {
    char *base;
    unsigned long used;
};
static int a(int x)
{
    return x + 1;
}
static int b(int x)
{
    return x + 2;
}
static int c(int x)
{
    return x + 3;
}
static int d(int x)
{
    return x + 4;
}
static char pool[64];
static void *from_pool(void)
{
    return pool;
}
static void *from_arena(struct arena *arena, unsigned long size)
{
    void *p = arena->base + arena->used;
    arena->used += size;
    return p;
}
int main(void)
{
    struct s *s = malloc(sizeof *s);
    void *p = s;
    s->f = a;
    int r = (*(fn *)p)(1);

    void *q = malloc(sizeof(struct s));
    *(fn *)q = b;
    struct s *t = q;
    r += t->f(1);

    struct s *u = from_pool();
    u->f = c;
    r += (*(fn *)pool)(1);

    struct arena arena = {malloc(64), 0};
    struct s *v = from_arena(&arena, sizeof *v);
    v->f = d;
    r += (*(fn *)arena.base)(1);
    return r - 14;
}
