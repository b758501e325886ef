/* Makes threads and processes, with signals all the while, for some seconds: churn SECONDS. Prints
 * how many calls of one function there were. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long *total; /* shared by all processes */
static volatile sig_atomic_t signals;

__attribute__((noinline)) void counted(void)
{
    __atomic_fetch_add(total, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline)) static void calls(int depth)
{
    counted();
    if (depth) {
        calls(depth - 1);
        calls(depth - 1);
    }
}

static void handler(int number)
{
    __atomic_fetch_add(&signals, number != 0, __ATOMIC_RELAXED);
}

static void *work(void *data)
{
    calls(6);
    return data;
}

static void threads(void)
{
    pthread_t all[4];
    for (int i = 0; i < 4; i++) {
        pthread_create(&all[i], NULL, work, NULL);
    }
    calls(4);
    for (int i = 0; i < 4; i++) {
        pthread_join(all[i], NULL);
    }
}

static void child(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        calls(3);
        _exit(0);
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
    }
    if (status != 0) {
        fprintf(stderr, "a child ended with %#x\n", status);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    const struct itimerval often = {{0, 500}, {0, 500}};
    const struct itimerval never = {{0, 0}, {0, 0}};
    time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1);
    total = mmap(NULL, sizeof *total, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    for (int round = 0; round < 200 && time(NULL) < end; round++) {
        setitimer(ITIMER_REAL, &often, NULL);
        threads();
        setitimer(ITIMER_REAL, &never, NULL);
        child();
    }
    printf("calls %ld\n", *total);
    return 0;
}
