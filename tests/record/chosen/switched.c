/* Changes the filter of its own recording and pauses it. Waits each time for the signal. */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

static void say(const char *path, const char *words)
{
    const struct timespec most = {20, 0};
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    FILE *file = fopen(path, "w");
    fputs(words, file);
    fclose(file);
    if (ppoll(NULL, 0, &most, &before) == 0) {
        puts("nothing changed");
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static void a(void)
{
    __asm__ volatile("");
}

static void b(void)
{
    a();
}

static void work(void)
{
    for (int i = 0; i < 3; i++) {
        a();
        b();
    }
}

/* Is not recorded any more while it runs, and is again. */
static void outer(const char *filter, int depth)
{
    if (depth) {
        outer(filter, depth - 1);
        work();
        return;
    }
    say(filter, "main\nb\n");
    work();
}

static void *other(void *data)
{
    work();
    return data;
}

int main(int count, char **arguments)
{
    const char *filter = arguments[1], *control = arguments[count - 1];
    pthread_t thread;
    outer(filter, 2); /* of it: main, outer, a */
    work();
    say(filter, "main\nouter\na\nwork\n");
    work();
    say(control, "off\n");
    work();
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    say(control, "on\n");
    work();
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    return 0;
}
