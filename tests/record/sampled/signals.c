// time-varies
// path main;work;burn;[signal];handler;burn_in_handler
// path [signal];on_other_stack;burn_in_handler
// no-edge [deeper stack] __pthread_kill_implementation
// path main;work;burn
// no-edge work handler
#include "burn.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static volatile sig_atomic_t runs;

/* burn is not for two at once */
APART void burn_in_handler(void)
{
    for (volatile unsigned i = 0; i < 20000000; i++) {
    }
}
/* Several times, as the first may come while burn asks for the time; the next is due only after the
 * handler, so that slow machines get on. */
static void arm(void)
{
    struct itimerval timer = {{0, 0}, {0, 30000}};
    setitimer(ITIMER_PROF, &timer, NULL);
}
static void handler(int number)
{
    (void)number;
    burn_in_handler();
    if (++runs < 3) {
        arm();
    }
}
static void on_other_stack(int number)
{
    (void)number;
    runs++;
    burn_in_handler();
    STAY;
}
APART void work(void)
{
    burn(200);
    STAY;
}
APART void again(void)
{
    raise(SIGUSR1);
    STAY;
    for (volatile int i = 0; i < 1000; i++) {
    }
}

int main(void)
{
    static char other[65536];
    stack_t stack = {.ss_sp = other, .ss_size = sizeof other};
    struct sigaction action;
    struct itimerval none = {{0, 0}, {0, 0}};
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(SIGPROF, &action, NULL);
    arm();
    do {
        work();
    } while (runs < 3);
    setitimer(ITIMER_PROF, &none, NULL);
    sigaltstack(&stack, NULL);
    action.sa_handler = on_other_stack;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGUSR1, &action, NULL);
    again();
    return runs == 4 ? 0 : 1;
}
