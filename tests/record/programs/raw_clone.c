// Processes made without fork of libc: they count in the file of their parent, which goes on above
// where they end.
// calls main beside 20
// calls beside below 20
// calls main ahead 20
// calls ahead last 20
// calls ahead ahead 400
// locations 1
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void below(void)
{
    sink++;
}

__attribute__((noinline)) void last(void)
{
    _exit(3);
}

__attribute__((noinline)) void ahead(int depth)
{
    if (depth) {
        ahead(depth - 1);
    } else {
        last();
    }
    sink++;
}

__attribute__((noinline)) void beside(void)
{
    below();
    sink++;
}

int main(void)
{
    int failed = 0;
    for (int i = 0; i < 20; i++) {
        pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
        int status;
        if (!child) {
            ahead(20);
        }
        waitpid(child, &status, 0);
        failed += !WIFEXITED(status) || WEXITSTATUS(status) != 3;
        beside();
    }
    printf("%d failed\n", failed);
    return failed != 0;
}
