// Threads that fork, children that call without executing another program, and fork themselves.
// needs -lpthread
// total work 3
// calls work splits 6
// total child 6
// calls splits child 6
// calls child leaf 60
// calls child grandchild 6
// calls grandchild leaf 6
// calls splits parent 6
// calls parent leaf 6
// total leaf 72
// locations 16
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    __atomic_fetch_add(&sink, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline)) void grandchild(void)
{
    leaf();
    _exit(0);
}

__attribute__((noinline)) void child(void)
{
    int status;
    for (int i = 0; i < 10; i++) {
        leaf();
    }
    pid_t pid = fork();
    if (pid == 0) {
        grandchild();
    }
    waitpid(pid, &status, 0);
    _exit(0);
}

__attribute__((noinline)) void parent(pid_t pid)
{
    int status;
    leaf();
    waitpid(pid, &status, 0);
}

__attribute__((noinline)) void splits(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        child();
    }
    parent(pid);
}

void *work(void *data)
{
    splits();
    splits();
    return data;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, work, NULL);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
