/* Signals of our own, of those that the program does not use. */
#include "runtime.h"

/* The last signal that the program may use and does not. */
static int find_signal(void)
{
    for (int number = SIGRTMAX; number >= SIGRTMIN; number--) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
            return number;
        }
    }
    return 0;
}

int cgr_signal_take(void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action = {.sa_sigaction = handler,
                               .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigset_t ours;
    int number = find_signal();
    sigfillset(&action.sa_mask);
    if (!number || sigaction(number, &action, NULL) != 0) {
        return 0;
    }
    sigemptyset(&ours);
    sigaddset(&ours, number);
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
    return number;
}
