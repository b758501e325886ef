#include "wrappers.h"

/* Each function of a letter hands its own function over. */
static int seen;
static void for_a(void)
{
    seen++;
}
static void for_b(void)
{
    seen++;
}
static void for_c(void)
{
    seen++;
}
static void for_d(void)
{
    seen++;
}
static void for_e(void)
{
    seen++;
}
static void for_f(void)
{
    seen++;
}
static int up(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}
static int down(const void *x, const void *y)
{
    return up(y, x);
}
static void here(void (*call)(void))
{
    void (*copy)(void) = call;
    copy();
}
static void twice(void (*first)(void), void (*second)(void))
{
    first();
    second();
}
/* A conversion is a copy. */
static void untyped(void *call)
{
    void (*copy)(void) = (void (*)(void))call;
    copy();
}
static void a(void)
{
    here(for_a);
}
static void b(void)
{
    here(for_b);
}
static void c(void)
{
    pass_on(for_c);
}
static void d(int deep)
{
    pass_on(deep ? for_d : for_e);
}
static void e(void)
{
    again(3, for_e);
}
static void f(void)
{
    again(3, for_f);
}
static void g(void)
{
    untyped((void *)for_a);
}
static void h(void)
{
    untyped((void *)for_b);
}
static void swapped(void)
{
    twice(for_a, for_b);
}
static void alone(void)
{
    twice(for_c, 0 ? for_d : for_c);
}
static void rising(int *numbers)
{
    sort(numbers, up);
}
static void falling(int *numbers)
{
    sort(numbers, down);
}
int main(int argc, char **argv)
{
    int numbers[] = {2, 1, 3};
    a();
    b();
    c();
    d(argc);
    e();
    f();
    g();
    h();
    swapped();
    alone();
    rising(numbers);
    falling(numbers);
    return seen ? 0 : 1;
}
