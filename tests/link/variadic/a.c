#include <stdarg.h>
typedef void (*fn)(int);
static void f(int x)
{
}
static void g(int x)
{
}
static void h(int x)
{
}
static void call_all(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    while (n--) {
        fn p = va_arg(ap, fn);
        p(n);
    }
    va_end(ap);
}
static void call_last(const char *text, ...)
{
    va_list ap;
    va_start(ap, text);
    va_arg(ap, fn)(0);
    va_end(ap);
}
int main(void)
{
    call_all(2, f, g);
    call_last("text", h);
    return 0;
}
