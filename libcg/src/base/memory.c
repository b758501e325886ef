/*
 * Grows by a half, which wastes less than doubling, and asks the system for large pages where an
 * array is large.
 */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define LARGE_BYTES ((size_t)4 << 20)
#define PAGE_BYTES ((uintptr_t)4096)

void cg_prefer_large_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes >= LARGE_BYTES) {
        uintptr_t start = ((uintptr_t)memory + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
        uintptr_t end = ((uintptr_t)memory + bytes) & ~(PAGE_BYTES - 1);
        (void)madvise((void *)start, end - start,
                      MADV_HUGEPAGE); /* only a hint: it may be refused */
    }
#else
    (void)memory;
    (void)bytes;
#endif
}

bool cg_grow_slowly(void *array, size_t *capacity, size_t needed, size_t size)
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
    cg_prefer_large_pages(grown, wanted * size);
    memcpy(array, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}
