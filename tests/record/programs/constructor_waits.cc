// A library whose constructor waits for a thread that throws and makes another one: the loader's
// lock is taken until that has ended. The program itself has no exceptions.
// library waits -DLIBRARY
// needs -ldl -lpthread
// calls thrower leaf 1
// total handled 1
// total inner 1
// locations 3
#include <cstdio>
#include <dlfcn.h>
#include <pthread.h>

static volatile int sink;

#ifdef LIBRARY

extern "C" {

__attribute__((noinline)) void leaf()
{
    sink = sink + 1;
}

__attribute__((noinline)) void thrower()
{
    leaf();
    throw 1;
}

__attribute__((noinline)) void handled()
{
    try {
        thrower();
    } catch (int) {
        sink = sink + 1;
    }
}

void *inner(void *data)
{
    sink = sink + 1;
    return data;
}

void *outer(void *data)
{
    pthread_t thread;
    handled();
    pthread_create(&thread, nullptr, inner, nullptr);
    pthread_join(thread, nullptr);
    return data;
}
}

__attribute__((constructor)) static void begin()
{
    pthread_t thread;
    pthread_create(&thread, nullptr, outer, nullptr);
    pthread_join(thread, nullptr);
}

#else

int main()
{
    if (!dlopen("./waits.so", RTLD_NOW)) {
        std::puts(dlerror());
    }
    return 0;
}

#endif
