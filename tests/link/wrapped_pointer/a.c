/* A pointer is read at any place of a buffer, through a packed record that has nothing else. */
#include <string.h>

struct __attribute__((packed)) unaligned {
    void *pointer;
};
static void f(void)
{
}
static char buffer[64];
static void *read_pointer(const void *at)
{
    return ((const struct unaligned *)at)->pointer;
}
int main(void)
{
    void (*function)(void) = f;
    memcpy(buffer + 3, &function, sizeof function);
    ((void (*)(void))read_pointer(buffer + 3))();
    return 0;
}
