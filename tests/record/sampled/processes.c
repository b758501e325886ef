// processes 4
// path main;child_work;burn
// path main;executed_work;burn
// path main;burn
// status 3
#include "burn.h"
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

APART void child_work(void)
{
    burn(60);
    STAY;
}
APART void executed_work(void)
{
    burn(60);
    STAY;
}

int main(int count, char **words)
{
    if (count > 1 && strcmp(words[1], "shortly") == 0) {
        burn(5); /* it has ended when cgrecord looks at it */
        return 0;
    }
    if (count > 1) {
        executed_work();
        return 0;
    }
    int status = 0;
    if (fork() == 0) {
        child_work();
        _exit(1);
    }
    if (fork() == 0) {
        execl("/proc/self/exe", words[0], "again", (char *)0);
        _exit(9);
    }
    if (vfork() == 0) {
        execl("/proc/self/exe", words[0], "again", (char *)0);
        _exit(9);
    }
    if (vfork() == 0) {
        execl("/proc/self/exe", words[0], "shortly", (char *)0);
        _exit(9);
    }
    burn(60);
    int sum = 0;
    while (wait(&status) > 0) {
        sum += WEXITSTATUS(status);
    }
    return sum + 2;
}
