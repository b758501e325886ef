/* A thread is a call, and what it returns is what joining it gets. */
#include <npth.h>

static void argument(void)
{
}
static void result(void)
{
}
static void never(void)
{
}
static void *run(void *data)
{
    ((void (*)(void))data)();
    return (void *)result;
}
static void *leave(void *data)
{
    npth_exit((void *)result);
    return NULL;
}
static void *not_run(void *data)
{
    never();
    return NULL;
}
int main(void)
{
    npth_t thread;
    void *value;
    npth_init();
    npth_create(&thread, NULL, run, (void *)argument);
    npth_join(thread, &value);
    ((void (*)(void))value)();
    npth_create(&thread, NULL, leave, NULL);
    npth_join(thread, &value);
    return 0;
}
