#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int n;
static void prepare(void)
{
    n++;
}
static void in_parent(void)
{
    n++;
}
static void in_child(void)
{
    n++;
}
int main(void)
{
    pthread_atfork(prepare, in_parent, in_child);
    pid_t pid = fork();
    if (pid == 0) {
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    return n - 2;
}
