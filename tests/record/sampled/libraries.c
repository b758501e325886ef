// library one.so -DONE
// library two.so -DTWO
// needs -ldl
// path main;use;only_in_one;work
// path main;use;only_in_two;work
// share only_in_one 35 65
// share only_in_two 35 65
#ifdef ONE
#define PLUGIN only_in_one
#endif
#ifdef TWO
#define PLUGIN only_in_two
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef PLUGIN
#include "burn.h"
__attribute__((noinline)) void work(void)
{
    burn(120);
    STAY;
}
void PLUGIN(void)
{
    work();
    __asm__ volatile("" ::: "memory");
}
#else
__attribute__((noinline)) void use(const char *program, const char *library, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%.*s/%s", (int)(__builtin_strrchr(program, '/') - program),
             program, library);
    void *loaded = dlopen(path, RTLD_NOW);
    if (!loaded) {
        exit(1);
    }
    ((void (*)(void))dlsym(loaded, name))();
    dlclose(loaded);
}

int main(int count, char **words)
{
    (void)count;
    use(words[0], "one.so", "only_in_one");
    use(words[0], "two.so", "only_in_two");
    return 0;
}
#endif
