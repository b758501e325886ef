/* What choose.py chooses from: callbacks, recursion, a jump out of functions, a thread. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static volatile long sum;

static int leaf(int x)
{
    sum += x;
    return x;
}

static int middle(int x)
{
    return leaf(x) + leaf(x + 1);
}

static int again(int n)
{
    return n ? again(n - 1) + leaf(n) : 0;
}

/* Inlined, it would be a part of the function that the jump goes to. */
__attribute__((noinline)) static void leave(int n)
{
    leaf(n);
    if (n == 0) {
        longjmp(back, 1);
    }
    leave(n - 1);
}

static int compare(const void *a, const void *b)
{
    return leaf(*(const int *)a) - leaf(*(const int *)b);
}

static void *work(void *data)
{
    middle(1);
    return data;
}

static int solve(int x)
{
    int numbers[] = {2, 1};
    qsort(numbers, 2, sizeof *numbers, compare);
    return middle(x) + again(3);
}

static int check(int x)
{
    if (setjmp(back) == 0) {
        leave(2);
    }
    return middle(x);
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 10; i++) {
        solve(i);
        check(i);
    }
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return middle(0) < 0;
}
