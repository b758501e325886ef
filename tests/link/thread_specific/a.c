#include <pthread.h>
static pthread_key_t key;
static void f(void)
{
}
/* The destructor is given what was set; so is the reader. */
static void destroy(void *value)
{
    ((void (*)(void))value)();
}
static void *run(void *data)
{
    pthread_setspecific(key, f);
    ((void (*)(void))pthread_getspecific(key))();
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return 0;
}
