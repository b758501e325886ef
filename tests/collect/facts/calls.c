/* Calls: of functions of this unit, of others, through pointers; results and arguments. */
#include <stdarg.h>
typedef void (*fn)(int);
typedef int (*compare)(const void *, const void *);
void a(int);
void library(void *, fn);
void *allocate(unsigned long);
struct S *make(int);
fn undeclared_arguments();
struct S {
    fn f;
    void *(*get)(void *, struct S *, int);
};

static fn same(fn f, int n, void *data)
{
    library(data, f);
    return f;
}

fn later(fn);

void direct(struct S *s)
{
    fn f = same(a, 1, s);
    f = later(same(f, 2, 0));
    library(allocate(1), a);
    undeclared_arguments(a, 1, s);
    make(1)->f(2);
}

fn later(fn f)
{
    return f;
}

void *pointed(struct S *s, fn *table)
{
    table[3](1);
    (*s->f)(2);
    (s ? a : s->f)(3);
    ((fn)s->get)(4);
    void (*old)() = (void (*)())s->f;
    old(1, s);
    return s->get(s, s, 1);
}

static void collect(fn *to, int n, ...)
{
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    *to = va_arg(list, fn);
    va_end(list);
}

static fn from_list(va_list list)
{
    return va_arg(list, fn);
}

fn spread(int n, ...)
{
    va_list list;
    fn f;
    collect(&f, n, a, &n);
    va_start(list, n);
    f = from_list(list);
    va_end(list);
    return f;
}

fn old_style(f, n) fn f;
int n;
{
    return f;
}

void copies(struct S *s, struct S *t, void *v, char *bytes)
{
    __builtin_memcpy(s, t, sizeof *s);
    __builtin_memcpy(v, s, sizeof *s);
    __builtin_memcpy(bytes, v, sizeof *s);
}

void sort(void *base, unsigned long n, compare c)
{
    extern void qsort(void *, unsigned long, unsigned long, compare);
    qsort(base, n, 8, c);
}

fn initialised(struct S *s)
{
    fn f = s ? same(a, 1, allocate(1)) : later(s->f);
    void *p = allocate(2), *q = s->get(p, s, 2);
    f = same(f, 1, q);
    return f;
}
