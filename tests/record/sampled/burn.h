/* Work that is seen in samples: burns milliseconds of the thread's CPU time. */
#include <time.h>

static volatile unsigned burnt;

#ifndef BURN
#define BURN __attribute__((noinline)) static
#endif

BURN void burn(long milliseconds)
{
    struct timespec from, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    do {
        for (unsigned i = 0; i < 200000; i++) {
            burnt += i;
        }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((now.tv_sec - from.tv_sec) * 1000 + (now.tv_nsec - from.tv_nsec) / 1000000 <
             milliseconds);
    __asm__ volatile("" ::: "memory");
}

/* Keeps a call from being the last thing that a function does. */
#define STAY __asm__ volatile("" ::: "memory")
#define APART __attribute__((noinline))
