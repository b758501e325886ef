// Threads that end otherwise than by returning: cancelled within calls, with functions that clean
// up; by pthread_exit; and destructors of their data, which run last.
// needs -lpthread
// total waits 12
// calls waits waits 9
// total cleans 12
// calls cleans leaf 12
// total ends 3
// calls ends leaf 3
// total of_data 6
// calls of_data leaf 6
// calls main after 1
// calls after leaf 1
// total leaf 22
// locations 7
#include <pthread.h>
#include <unistd.h>

static volatile int sink;
static pthread_key_t key;

__attribute__((noinline)) void leaf(void)
{
    __atomic_fetch_add(&sink, 1, __ATOMIC_RELAXED);
}

void of_data(void *data)
{
    (void)data;
    leaf();
}

void cleans(void *data)
{
    (void)data;
    leaf();
}

__attribute__((noinline)) void waits(int depth)
{
    pthread_cleanup_push(cleans, NULL);
    if (depth) {
        waits(depth - 1);
    }
    if (!depth) {
        pause();
    }
    pthread_cleanup_pop(0);
}

void *cancelled(void *data)
{
    pthread_setspecific(key, data);
    waits(3);
    return data;
}

__attribute__((noinline)) void ends(int depth)
{
    if (depth == 0) {
        leaf();
        pthread_exit(NULL);
    }
}

void *exits(void *data)
{
    pthread_setspecific(key, data);
    ends(0);
    return data;
}

__attribute__((noinline)) void after(void)
{
    leaf();
}

int main(void)
{
    pthread_t threads[6];
    pthread_key_create(&key, of_data);
    for (int i = 0; i < 6; i++) {
        pthread_create(&threads[i], NULL, i < 3 ? cancelled : exits, threads);
    }
    usleep(100000);
    for (int i = 0; i < 6; i++) {
        if (i < 3) {
            pthread_cancel(threads[i]);
        }
        pthread_join(threads[i], NULL);
    }
    after();
    return 0;
}
