#include <stdint.h>
typedef uint64_t handle;
handle wrap(void (*fn)(int))
{
    return (handle)(uintptr_t)fn;
}
void invoke(handle h, int x)
{
    void (*fn)(int) = (void (*)(int))(uintptr_t)h;
    fn(x);
}
