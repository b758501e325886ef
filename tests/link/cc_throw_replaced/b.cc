#include <dlfcn.h>
extern "C" void note()
{
}
extern "C" void __cxa_throw(void *object, void *type, void (*destroy)(void *))
{
    note();
    reinterpret_cast<void (*)(void *, void *, void (*)(void *))>(dlsym(RTLD_NEXT, "__cxa_throw"))(
        object, type, destroy);
    __builtin_unreachable();
}
