// vfork: the child runs on the stack of its parent until it executes another program.
// calls main spawn 5
// calls spawn child 5
// calls child leaf 5
// calls spawn after 5
// calls after leaf 5
// calls main again 5
// path main;spawn;after;leaf 5
// status 0
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;
static char *const words[] = {"true", NULL};

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void again(void)
{
    sink++;
}

__attribute__((noinline)) void child(void)
{
    leaf();
    execv("/bin/true", words);
    _exit(9);
}

__attribute__((noinline)) void after(void)
{
    leaf();
}

__attribute__((noinline)) int spawn(void)
{
    int status = 0;
    pid_t pid = vfork();
    if (pid == 0) {
        child();
    }
    after();
    waitpid(pid, &status, 0);
    return status;
}

int main(void)
{
    int status = 0;
    for (int i = 0; i < 5; i++) {
        status |= spawn();
        again();
    }
    return status != 0;
}
