#include "copy.h"

void copy(uint32_t *to, const uint32_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
    }
}
