#include <stdlib.h>
static void last(void)
{
}
static void first(void)
{
}
static void with_status(int status, void *data)
{
    ((void (*)(void))data)();
}
static void given(void)
{
}
static void setup(void (*fn)(void))
{
    atexit(fn);
}
int main(void)
{
    atexit(last);
    setup(first);
    at_quick_exit(last);
    on_exit(with_status, (void *)given);
    return 0;
}
