// Libraries that are loaded where another one was: each call has the name of what was there then.
// library one -DNAME=one
// library two -DNAME=two
// needs -ldl
// calls main one 6
// calls one one_leaf 6
// calls main two 6
// calls two two_leaf 12
// calls main used 3
// total one_leaf 6
// total two_leaf 12
#define JOIN(a, b) a##b
#define LEAF(name) JOIN(name, _leaf)

#ifdef NAME
static volatile int sink;

__attribute__((noinline)) void LEAF(NAME)(void)
{
    sink++;
}

void NAME(int calls)
{
    for (int i = 0; i < calls; i++) {
        LEAF(NAME)();
    }
}
#else
#include <dlfcn.h>

static volatile int sink;

__attribute__((noinline)) void used(void)
{
    sink++;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        for (int which = 0; which < 2; which++) {
            void *library = dlopen(which ? "./two.so" : "./one.so", RTLD_NOW);
            void (*function)(int);
            *(void **)&function = dlsym(library, which ? "two" : "one");
            for (int call = 0; call < 2; call++) {
                function(which + 1);
            }
            dlclose(library);
        }
        used();
    }
    return 0;
}
#endif
