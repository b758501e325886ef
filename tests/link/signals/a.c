#include <signal.h>
#include <string.h>
static volatile sig_atomic_t seen;
static void simple(int number)
{
    seen++;
}
static void detailed(int number, siginfo_t *info, void *context)
{
    seen++;
}
static void old_style(int number)
{
    seen++;
}
int main(void)
{
    struct sigaction action;
    signal(SIGUSR1, simple);
    signal(SIGPIPE, SIG_IGN);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = detailed;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR2, &action, 0);
    raise(SIGUSR1);
    raise(SIGUSR2);
    action.sa_flags = 0;
    action.sa_handler = old_style;
    sigaction(SIGUSR1, &action, 0);
    raise(SIGUSR1);
    /* What the library keeps is one, and it hands back what it had. */
    return seen - 3;
}
