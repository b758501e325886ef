// Timers whose handlers interrupt each other and the recorder, while times are measured or calls
// chosen.
// again --clock
// again --only-below main
// again --not-below unused
// calls handler handle 8000
// calls handle a 8000
// total handle 8000
#define _GNU_SOURCE
#include <signal.h>
#include <time.h>

enum { TIMERS = 4, HANDLED = 8000 };

static int handled;
static volatile long sink;

__attribute__((noinline)) void b(void)
{
    sink++;
}

/* Its frame is so large that a handler may run where it was. */
__attribute__((noinline)) void a(int depth)
{
    volatile char frame[8192];
    frame[0] = 1;
    sink++;
    b();
    if (depth) {
        a(depth - 1);
    }
    sink++;
}

__attribute__((noinline)) void handle(void)
{
    a(2);
    sink++;
}

void handler(int number)
{
    (void)number;
    if (__atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED) < HANDLED) {
        handle();
        sink++;
    }
}

static void start(int timer)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = timer % 2 ? SIGALRM : SIGUSR1};
    struct sigaction action = {.sa_handler = handler};
    const struct itimerspec times = {{0, 50000}, {0, 50000 + timer * 7000}};
    timer_t made;
    sigaction(event.sigev_signo, &action, NULL);
    timer_create(CLOCK_MONOTONIC, &event, &made);
    timer_settime(made, 0, &times, NULL);
}

int main(void)
{
    for (int i = 0; i < TIMERS; i++) {
        start(i);
    }
    while (__atomic_load_n(&handled, __ATOMIC_RELAXED) < HANDLED) {
        a(3);
    }
    return 0;
}
