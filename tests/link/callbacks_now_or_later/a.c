#include <pthread.h>
#include <stdlib.h>
static void at_exit(void)
{
}
static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static void once(void)
{
}
static void both(void)
{
}
static void *thread(void *data)
{
    return data;
}
static void destroy(void *data)
{
    free(data);
}
static void leave(int status)
{
    exit(status);
}
static void leave_thread(void)
{
    pthread_exit(0);
}
static void (*volatile unused[])(void) = {leave_thread};
int main(void)
{
    static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
    int numbers[] = {3, 2, 1};
    pthread_t other;
    pthread_key_t key;
    atexit(at_exit);
    atexit(both);
    pthread_once(&first, once);
    pthread_once(&second, both);
    pthread_key_create(&key, destroy);
    qsort(numbers, 3, sizeof *numbers, compare);
    pthread_create(&other, 0, thread, 0);
    pthread_join(other, 0);
    if (numbers[0] == 4) {
        unused[0]();
    }
    leave(0);
}
