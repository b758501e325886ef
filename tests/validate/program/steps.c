#include "shapes.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int twice(int n)
{
    return 2 * n;
}

static int plus_three(int n)
{
    return n + 3;
}

static int squared(int n)
{
    return n * n;
}

static const step table[] = {twice, plus_three};

struct machine {
    step last;
    int state;
};

/* Small and static: optimisation inlines it. */
static int advance(struct machine *machine, step by)
{
    return machine->state = by(machine->state) % 1000;
}

int run_steps(int start)
{
    struct machine machine = {squared, start};
    for (int i = 0; i < 4; i++) {
        advance(&machine, table[i % 2]);
    }
    return advance(&machine, machine.last);
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}

int sort_numbers(int *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    return numbers[0];
}

__attribute__((noinline)) static int tail_three(int n)
{
    return n > 100 ? n : twice(n) + 1;
}

__attribute__((noinline)) static int tail_two(int n)
{
    return tail_three(n + 2);
}

__attribute__((noinline)) int chain_of_tails(int n)
{
    return tail_two(n + 1);
}

static int farewells;

static void farewell(void)
{
    farewells++;
    puts("bye");
}

void register_farewell(void)
{
    atexit(farewell);
}

static void *work(void *data)
{
    int *number = data;
    *number = chain_of_tails(*number);
    return data;
}

int on_a_thread(int n)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, &n) == 0) {
        pthread_join(thread, NULL);
    }
    return n;
}
