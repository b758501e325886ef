// Signal handlers that return: within each other, while calls are made, and on a stack of their own
// above that of the thread.
// needs -lpthread
// total outer_handler 20
// calls outer_handler leaf 40
// total inner_handler 20
// calls inner_handler leaf 20
// calls calls step 2000
// calls step leaf 2000
// calls rounds calls 20
// calls calls tell 20
// total leaf 2060
// path main;rounds;calls;step;leaf 1000
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

void inner_handler(int number)
{
    (void)number;
    leaf();
}

void outer_handler(int number)
{
    (void)number;
    leaf();
    raise(SIGUSR2);
    leaf();
}

__attribute__((noinline)) void step(void)
{
    leaf();
}

__attribute__((noinline)) void tell(void)
{
    raise(SIGUSR1);
    sink++;
}

__attribute__((noinline)) void calls(void)
{
    for (int i = 0; i < 100; i++) {
        if (i == 50) {
            tell();
        }
        step();
    }
}

__attribute__((noinline)) void rounds(void)
{
    for (int i = 0; i < 10; i++) {
        calls();
    }
}

enum { SIZE = 1 << 20 };
static char *area;

static void handle(char *stack)
{
    const stack_t own = {.ss_sp = stack, .ss_size = SIZE};
    struct sigaction action = {.sa_handler = outer_handler, .sa_flags = SA_ONSTACK};
    sigaltstack(&own, NULL);
    sigaction(SIGUSR1, &action, NULL);
    action.sa_handler = inner_handler;
    sigaction(SIGUSR2, &action, NULL);
}

static void *work(void *data)
{
    handle(area + SIZE);
    rounds();
    return data;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    handle(malloc(SIZE));
    rounds();
    area = mmap(NULL, 2 * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, area, SIZE);
    pthread_create(&thread, &attributes, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
