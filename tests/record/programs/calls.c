// Calls, a library that calls back, a signal handler.
// callgrind
// calls main fib 1
// calls fib fib 21890
// calls fib leaf 10946
// total compare 5
// calls - compare 5
// calls - handler 1
// calls handler leaf 1
// path main;fib;fib;fib;leaf 5778
// status 5
// locations 1
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) int leaf(int x)
{
    return x + 1;
}

__attribute__((noinline)) int fib(int n)
{
    return n < 2 ? leaf(n) : fib(n - 1) + fib(n - 2);
}

int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void handler(int number)
{
    leaf(number);
}

int main(void)
{
    int numbers[] = {5, 3, 1, 4};
    printf("%d\n", fib(20));
    qsort(numbers, 4, sizeof *numbers, compare);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    return numbers[3];
}
