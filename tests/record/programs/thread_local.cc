// Objects of threads: constructors when they are first used, destructors after all else.
// needs -lpthread
// total _ZN5LocalC1Ev 4
// total _ZN5LocalD1Ev 4
// calls _ZN5LocalC1Ev _Z4leafv 4
// calls _ZN5LocalD1Ev _Z4leafv 4
// total _Z3usev 40
// calls _Z3usev _Z4leafv 40
// locations 4
#include <pthread.h>

static volatile int sink;

__attribute__((noinline)) void leaf()
{
    __atomic_fetch_add(&sink, 1, __ATOMIC_RELAXED);
}

struct Local {
    __attribute__((noinline)) Local();
    __attribute__((noinline)) ~Local();
    volatile int value = 0;
};

Local::Local()
{
    leaf();
}

Local::~Local()
{
    leaf();
}

static thread_local Local local;

__attribute__((noinline)) void use()
{
    local.value = local.value + 1;
    leaf();
}

static void *work(void *data)
{
    for (int i = 0; i < 10; i++) {
        use();
    }
    return data;
}

int main()
{
    pthread_t threads[3];
    for (pthread_t &thread : threads) {
        pthread_create(&thread, nullptr, work, nullptr);
    }
    work(nullptr);
    for (pthread_t &thread : threads) {
        pthread_join(thread, nullptr);
    }
    return 0;
}
