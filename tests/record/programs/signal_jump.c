// Jumps out of signal handlers: on the stack of what is interrupted, and on a stack of their own,
// above that of the thread or below it.
// needs -lpthread
// total caught 30
// total handler 30
// calls handler leaf 30
// calls interrupted down 30
// calls down down 120
// calls rounds interrupted 30
// calls rounds caught 30
// calls caught leaf 30
// calls rounds last 3
// calls last leaf 3
// path main;rounds;last;leaf 2
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

static __thread sigjmp_buf back;
static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

void handler(int number)
{
    (void)number;
    leaf();
    siglongjmp(back, 1);
}

__attribute__((noinline)) void down(int depth)
{
    volatile char frame[300];
    frame[0] = 1;
    if (depth) {
        down(depth - 1);
    } else {
        raise(SIGUSR1);
    }
    sink += frame[0];
}

__attribute__((noinline)) void interrupted(void)
{
    down(4);
    sink++;
}

__attribute__((noinline)) void caught(void)
{
    leaf();
}

__attribute__((noinline)) void last(void)
{
    leaf();
}

__attribute__((noinline)) void rounds(void)
{
    for (volatile int i = 0; i < 10; i++) {
        if (!sigsetjmp(back, 1)) {
            interrupted();
        } else {
            caught();
        }
    }
    last();
}

static void handle(void *stack, size_t size)
{
    const stack_t own = {.ss_sp = stack, .ss_size = size};
    struct sigaction action = {.sa_handler = handler, .sa_flags = stack ? SA_ONSTACK : 0};
    if (stack) {
        sigaltstack(&own, NULL);
    }
    sigaction(SIGUSR1, &action, NULL);
}

static char *area;
enum { SIZE = 1 << 20 };

/* The stack of the thread is the lower part of the area, that of its handlers the upper one. */
static void *work(void *data)
{
    handle(area + SIZE, SIZE);
    rounds();
    return data;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    handle(NULL, 0);
    rounds();
    handle(malloc(SIZE), SIZE);
    rounds();
    area = mmap(NULL, 2 * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, area, SIZE);
    pthread_create(&thread, &attributes, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
