#include <pthread.h>
static int n;
static void clean(void *data)
{
    n++;
}
static void *run(void *data)
{
    pthread_cleanup_push(clean, data);
    n++;
    pthread_cleanup_pop(1);
    return data;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return n - 2;
}
