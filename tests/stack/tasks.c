/* A program that runs a task on a stack of its own and reports how much of it was used. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE (1 << 20)
#define PAINT 0xa5

static unsigned char *stack;
static unsigned char *top;
static volatile unsigned sum;

/* Frames that optimisers cannot take apart. */
static void touch(volatile unsigned char *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(sum + i);
    }
    sum += bytes[count / 2];
}

static __attribute__((noinline)) unsigned leaf(unsigned x)
{
    volatile unsigned char below[96]; /* in the red zone, where there is one */
    below[x % 96] = (unsigned char)x;
    return below[(x + 1) % 96] + sum;
}

static __attribute__((noinline)) void small(void)
{
    unsigned char bytes[100];
    touch(bytes, sizeof bytes);
    sum += leaf(sum);
}

static __attribute__((noinline)) void large(void)
{
    unsigned char bytes[3000];
    touch(bytes, sizeof bytes);
    sum += leaf(sum);
}

static void (*const handlers[])(void) = {small, large};

static __attribute__((noinline)) void dispatch(unsigned which)
{
    unsigned char bytes[50];
    touch(bytes, sizeof bytes);
    handlers[which % 2]();
    touch(bytes, sizeof bytes);
}

static __attribute__((noinline)) void descend(unsigned depth);

static __attribute__((noinline)) void turn(unsigned depth)
{
    unsigned char bytes[200];
    touch(bytes, sizeof bytes);
    descend(depth - 1);
    touch(bytes, sizeof bytes);
}

/* Is called 12 times, the first included. */
static __attribute__((noinline)) void descend(unsigned depth)
{
    unsigned char bytes[300];
    touch(bytes, sizeof bytes);
    if (depth > 0) {
        turn(depth);
    } else {
        dispatch(1);
    }
    touch(bytes, sizeof bytes);
}

static __attribute__((noinline)) int compare(const void *a, const void *b)
{
    unsigned char bytes[5000];
    touch(bytes, sizeof bytes);
    return *(const int *)a - *(const int *)b;
}

static __attribute__((noinline)) void sort(void)
{
    int numbers[16];
    for (int i = 0; i < 16; i++) {
        numbers[i] = (i * 7) % 16;
    }
    qsort(numbers, 16, sizeof *numbers, compare);
    sum += (unsigned)numbers[3];
}

/* What it uses is counted from where its caller's frame ends. */
void *task(void *unused)
{
    top = __builtin_dwarf_cfa();
    dispatch(0);
    sort();
    descend(11);
    return unused;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    stack = aligned_alloc(4096, SIZE);
    memset(stack, PAINT, SIZE);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, SIZE);
    pthread_create(&thread, &attributes, task, NULL);
    pthread_join(thread, NULL);
    unsigned char *lowest = stack;
    while (*lowest == PAINT) {
        lowest++;
    }
    printf("%zu\n", (size_t)(top - lowest));
    return 0;
}
