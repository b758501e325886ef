// A library that another one replaces under its path: its calls do not get the other's names.
// library one -DNAME=one
// library two -DNAME=two
// needs -ldl
// calls main load 4
// calls load two 2
// calls two two_leaf 4
// total one 0
// total two 2
// total two_leaf 4
#define JOIN(a, b) a##b
#define LEAF(name) JOIN(name, _leaf)

#ifdef NAME
static volatile int sink;

__attribute__((noinline)) void LEAF(NAME)(void)
{
    sink++;
}

void NAME(void)
{
    LEAF(NAME)();
    LEAF(NAME)();
}
#else
#include <dlfcn.h>
#include <unistd.h>

__attribute__((noinline)) int load(const char *file, const char *name)
{
    void (*function)(void);
    unlink("now.so");
    if (link(file, "now.so") != 0) {
        return 1;
    }
    void *library = dlopen("./now.so", RTLD_NOW);
    *(void **)&function = library ? dlsym(library, name) : 0;
    if (!function) {
        return 2;
    }
    function();
    return dlclose(library);
}

int main(void)
{
    int status = 0;
    for (int i = 0; i < 2; i++) {
        status = status ? status : load("one.so", "one");
        status = status ? status : load("two.so", "two");
    }
    return status;
}
#endif
