/* The bytes of a va_list are copied to another. */
#include <stdarg.h>
#include <string.h>

static void f(void)
{
}
static void g(void)
{
}

static void take(void *data)
{
    va_list list;
    memcpy(list, data, sizeof list);
    va_arg(list, void (*)(void))();
}
static void hand_on(int count, ...)
{
    va_list list;
    va_start(list, count);
    take(list);
    va_end(list);
}
static void hand_on_address(int count, ...)
{
    va_list list;
    va_start(list, count);
    take(&list);
    va_end(list);
}
int main(void)
{
    hand_on(1, f);
    hand_on_address(1, g);
    return 0;
}
