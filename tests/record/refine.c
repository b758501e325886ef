/* What refine.py refines: a leaf that is called much, a recursion, and work worth seeing. */
#include <stdio.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void leaf(int x)
{
    sum += (unsigned long)x;
}

__attribute__((noinline)) static int again(int n)
{
    return n < 2 ? n : again(n - 1) + again(n - 2);
}

__attribute__((noinline)) static double work(int n)
{
    double all = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            all += (double)i * j / (i + j + 1);
        }
    }
    return all;
}

__attribute__((noinline)) static void scan(int n)
{
    for (int i = 0; i < n; i++) {
        leaf(i);
    }
}

static int phase(int n)
{
    scan(200000);
    return again(20) + (int)work(500 + n);
}

int main(void)
{
    int all = 0;
    for (int i = 0; i < 5; i++) {
        all += phase(i);
    }
    printf("%d\n", all);
    return 0;
}
