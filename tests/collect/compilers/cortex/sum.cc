// int32_t is long for this compiler, and int for clang: names of functions show it.
#include <stdint.h>

int32_t sum(const int32_t *values, uint32_t count)
{
    return count ? values[0] + sum(values + 1, count - 1) : 0;
}
