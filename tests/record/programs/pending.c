// Threads that are cancelled while they call nothing that they can be cancelled in: they go on to
// their ends.
// needs -lpthread
// options --recursion 0
// calls work down 20
// calls down down 4000
// calls down leaf 20
// locations 21
#include <pthread.h>
#include <stdio.h>

static volatile int sink, cancelled;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void down(int depth)
{
    if (depth) {
        down(depth - 1);
    } else {
        leaf();
    }
    sink++;
}

void *work(void *data)
{
    while (!cancelled) {
    }
    down(200);
    return data;
}

int main(void)
{
    int ended = 0;
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        void *result;
        cancelled = 0;
        pthread_create(&thread, NULL, work, NULL);
        pthread_cancel(thread);
        cancelled = 1;
        pthread_join(thread, &result);
        ended += result != PTHREAD_CANCELED;
    }
    printf("%d ended\n", ended);
    return 0;
}
