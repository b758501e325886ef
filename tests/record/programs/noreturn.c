// Functions that do not return: a thread that leaves by a system call, a process that leaves in the
// middle of its calls.
// needs -lpthread
// calls main dies 1
// calls dies leaf 1
// calls dies exits 1
// calls exits leaf 1
// total quits 2
// calls quits leaf 2
// status 4
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    __atomic_fetch_add(&sink, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline, noreturn)) void exits(int status)
{
    leaf();
    _exit(status);
}

__attribute__((noinline, noreturn)) void dies(int status)
{
    leaf();
    exits(status + 1);
}

__attribute__((noinline, noreturn)) void quits(void)
{
    leaf();
    for (;;) {
        syscall(SYS_exit, 0);
    }
}

static void *work(void *data)
{
    (void)data;
    quits();
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, NULL);
        pthread_join(threads[i], NULL);
    }
    dies(3);
}
