/* A va_list is handed on as a pointer to anything. */
#include <stdarg.h>

static void f(void)
{
}
static void g(void)
{
}
struct taken {
    va_list list;
};
static void take(void *data)
{
    va_list *list = data;
    va_arg(*list, void (*)(void))();
}
static void take_from_record(void *data)
{
    struct taken *taken = data;
    va_arg(taken->list, void (*)(void))();
}
static void hand_on(int count, ...)
{
    va_list list;
    va_start(list, count);
    take(&list);
    va_end(list);
}
static void hand_on_in_record(int count, ...)
{
    struct taken taken;
    va_start(taken.list, count);
    take_from_record(&taken);
    va_end(taken.list);
}
int main(void)
{
    hand_on(1, f);
    hand_on_in_record(1, g);
    return 0;
}
