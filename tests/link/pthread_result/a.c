#include <pthread.h>
/* The result of a thread is what its function returns. */
static int f(void)
{
    return 0;
}
static void *run(void *data)
{
    return (void *)f;
}
int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, &result);
    return ((int (*)(void))result)();
}
