#include <stdlib.h>
#include <string.h>

void copy(char *to, const char *from, unsigned long size)
{
    __builtin_memcpy(to, from, size);
    memset(to, 0, size);
}

int bits(unsigned *x, int number)
{
    if (__builtin_expect(number == 0, 0)) {
        __builtin_trap();
    }
    return __sync_fetch_and_add(x, 1) + abs(number);
}
