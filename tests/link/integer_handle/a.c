#include <stdint.h>
/* Handed through code that knows numbers only. */
typedef uint64_t handle;
handle wrap(void (*fn)(int));
void invoke(handle h, int x);
static void f(int x)
{
}
int main(void)
{
    invoke(wrap(f), 1);
    return 0;
}
