/* Pointers to records as other pointers and back, functions as other functions, integers. */
typedef unsigned long size_t;
typedef void (*fn)(int);
void a(int);
void library(void *, ...);
struct S {
    int n;
    fn f;
    void *p;
    struct S *next;
};
struct T {
    long n;
    fn g;
    struct T *next;
};
struct U {
    int only;
};

void *to_void(struct S *s, struct S **all)
{
    library(s, all, s->next);
    void *v = s;
    void **cells = (void **)all;
    cells[1] = 0;
    return v;
}

struct S *from_void(void *v)
{
    return v;
}

void overlapping(struct S *s)
{
    struct T *t = (struct T *)s;
    struct T *u = (void *)s;
    t->g(u->n);
}

fn as_cells(struct S *s, struct U *u)
{
    fn *p = (fn *)((char *)s + 8);
    fn *q = (fn *)(u + 1);
    *q = a;
    return *p;
}

#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
struct S *contained(fn *f)
{
    return container_of(f, struct S, f);
}

void *functions(void (*g)(void), int (*unprototyped)())
{
    fn f = (fn)g;
    f = (fn)unprototyped;
    f = (fn)a;
    return (void *)a;
}

size_t integers(void *p, size_t n, int *small, size_t *wide)
{
    fn f = (fn)n;
    void *q = (void *)n;
    void *mark = (void *)-1;
    void *fixed = (void *)0xfee00000;
    void **as = (void **)wide;
    int truncated = (int)(size_t)small;
    f(truncated);
    library(q, mark, fixed, *as);
    return (size_t)p;
}

void bytes(char *to, const char *from, size_t n)
{
    while (n--) {
        *to++ = *from++;
    }
}

int lengths(const char *text)
{
    char own[20];
    own[0] = 0;
    int n = 0;
    while (text[n]) {
        n++;
    }
    return n + own[1];
}

void adjusted(void callback(int), fn table[], char buffer[], struct S records[], int n);
void declared_otherwise(void *v, struct S *s, fn *f)
{
    adjusted(v, v, v, v, 1);
    adjusted((void *)0, f, (char *)s, s, 2);
    adjusted(*f, f + 1, (void *)s, (void *)s, 2);
}

static char pool[64];
void *pooled(int n)
{
    char small[4], one;
    library(small, &one, &small[1]);
    return n ? pool : &pool[8];
}

void numbers(unsigned long n, fn f)
{
    fn directly = (fn)n;
    fn untyped = (fn)(void *)n;
    fn implicit = (void *)n;
    fn record = (fn)(struct S *)n;
    fn known = (fn)(void *)f;
    fn mark = (fn)(void *)-1;
    directly(0);
    untyped(0);
    implicit(0);
    record(0);
    known(0);
    mark(0);
}
