#define _GNU_SOURCE
#include <pthread.h>
/* A thread finds the stack that it was given, and what was kept there. */
typedef int (*action)(void);
static char stack[262144] __attribute__((aligned(4096)));
static int first(void)
{
    return 0;
}
static void *run(void *unused)
{
    pthread_attr_t attributes;
    void *place;
    size_t size;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &place, &size);
    (*(action *)place)();
    return unused;
}
int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    *(action *)stack = first;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, sizeof stack);
    pthread_create(&thread, &attributes, run, 0);
    return pthread_join(thread, 0);
}
