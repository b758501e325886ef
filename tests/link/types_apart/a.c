/* Functions of different types in memory that one wrapper allocates, all of it written by a loop over
 * bytes: a call is of those of its type. */
#include <stdlib.h>
struct a {
    int (*run)(int);
};
struct b {
    int (*stop)(int, int);
};
struct c {
    int (*walk)(struct a *);
};
static unsigned char *last;
static void *allocate(unsigned long n)
{
    unsigned char *m = last;
    last += n;
    return m;
}
static int run(int x)
{
    return x;
}
static int stop(int x, int y)
{
    return x + y;
}
static int walk(struct a *a)
{
    return a->run(0);
}
static void map(unsigned char *p, const unsigned char *table, int n)
{
    while (n--) {
        *p = table[*p];
        p++;
    }
}
int main(void)
{
    last = calloc(1, 1000);
    struct a *a = allocate(sizeof *a);
    a->run = run;
    struct b *b = allocate(sizeof *b);
    b->stop = stop;
    struct c *c = allocate(sizeof *c);
    c->walk = walk;
    unsigned char *t = allocate(256), *s = allocate(8);
    map(s, t, 8);
    return a->run(0) + b->stop(0, 0) + c->walk(a);
}
