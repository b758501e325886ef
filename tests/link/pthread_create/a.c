#include <pthread.h>
struct job {
    void (*work)(int);
    int n;
};
static void work(int n)
{
}
static void *run(void *data)
{
    struct job *job = data;
    job->work(job->n);
    return data;
}
static void *call_it(void *data)
{
    ((void (*)(void))data)();
    return 0;
}
static void plain(void)
{
}
int main(void)
{
    struct job job = {work, 1};
    pthread_t a, b;
    pthread_create(&a, 0, run, &job);
    pthread_create(&b, 0, call_it, plain);
    pthread_join(a, 0);
    return pthread_join(b, 0);
}
