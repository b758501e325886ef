// A program that uses all real-time signals, each way, after it has begun: it gets its own alone.
// path main;work;burn
#include "burn.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t got[NSIG];

static void handle(int number)
{
    got[number]++;
}

static void handle_info(int number, siginfo_t *info, void *context)
{
    (void)context;
    got[number] += info->si_code == SI_TKILL || info->si_code == SI_USER;
}

APART void work(void)
{
    burn(150);
    STAY;
}

static void use(int number)
{
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    if (number % 3 == 0) {
        signal(number, handle);
    } else if (number % 3 == 1) {
        action.sa_handler = handle;
        sigaction(number, &action, NULL);
    } else {
        action.sa_sigaction = handle_info;
        action.sa_flags = SA_SIGINFO;
        sigaction(number, &action, NULL);
    }
    sigaction(number, NULL, &old);
    if (old.sa_handler != handle && old.sa_sigaction != handle_info) {
        printf("signal %d has another handler\n", number);
    }
}

int main(void)
{
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
        use(number);
    }
    work();
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
        raise(number);
        if (got[number] != 1) {
            printf("signal %d came %d times\n", number, (int)got[number]);
        }
    }
    return 0;
}
