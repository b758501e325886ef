// Threads, fork, exec of itself, pthread_exit, cancellation.
// needs -lpthread
// calls main parent 1
// calls main child 1
// calls child leaf 7
// calls - worker 3
// calls worker leaf 3000
// calls worker ends 3
// calls main again 1
// calls again leaf 2
// calls - waits 1
// calls waits leaf 1
// locations 7
// status 3
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int sink;
volatile int waiting;

__attribute__((noinline)) void leaf(void)
{
    __atomic_fetch_add(&sink, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline)) void ends(void)
{
    pthread_exit(NULL);
}

void *worker(void *data)
{
    for (int i = 0; i < 1000; i++) {
        leaf();
    }
    ends();
    return data;
}

void *waits(void *data)
{
    leaf();
    waiting = 1;
    pause();
    return data;
}

__attribute__((noinline)) void child(void)
{
    for (int i = 0; i < 7; i++) {
        leaf();
    }
    _exit(0);
}

__attribute__((noinline)) void parent(void)
{
    int status;
    wait(&status);
}

__attribute__((noinline)) void again(void)
{
    leaf();
    leaf();
}

int main(int argc, char **argv)
{
    pthread_t threads[4];
    if (argc > 1) {
        again();
        return 3;
    }
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, worker, NULL);
    }
    pthread_create(&threads[3], NULL, waits, NULL);
    while (!waiting) {
        usleep(1000);
    }
    pthread_cancel(threads[3]);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    if (fork() == 0) {
        child();
    }
    parent();
    char *words[] = {argv[0], strdup("again"), NULL};
    execv("/proc/self/exe", words);
    return 1;
}
