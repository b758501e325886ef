#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool cg_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity) {
        return true;
    }
    size_t wanted = *capacity + *capacity / 2 + 16;
    if (wanted < needed) {
        wanted = needed;
    }
    if (wanted > SIZE_MAX / size) {
        return false;
    }
    void *old;
    memcpy(&old, array, sizeof old);
    void *grown = realloc(old, wanted * size);
    if (!grown) {
        return false;
    }
    memcpy(array, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}
