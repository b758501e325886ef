// Threads that load and unload libraries at once, where each takes the place that the other's had,
// and more mappings than are known at a time.
// library one -DNAME=one
// library two -DNAME=two
// needs -ldl -lpthread
// total one 600
// total two 600
// calls one one_leaf 600
// calls two two_leaf 600
// total one_leaf 600
// total two_leaf 600
#define JOIN(a, b) a##b
#define LEAF(name) JOIN(name, _leaf)

static volatile int sink;

#ifdef NAME
__attribute__((noinline)) void LEAF(NAME)(void)
{
    sink++;
}

void NAME(void)
{
    LEAF(NAME)();
}
#else
#include <dlfcn.h>
#include <pthread.h>

__attribute__((noinline)) void load(int which)
{
    void *library = dlopen(which ? "./two.so" : "./one.so", RTLD_NOW);
    void (*function)(void);
    *(void **)&function = dlsym(library, which ? "two" : "one");
    function();
    dlclose(library);
}

void *work(void *which)
{
    for (int i = 0; i < 300; i++) {
        load(which != 0);
    }
    return which;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, i ? threads : NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < 600; i++) {
        load(i % 2);
    }
    return 0;
}
#endif
