/*
 * Growing arrays.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Make room for at least `needed` elements, growing geometrically.
 *
 * @param array    address of the array pointer; may point at NULL
 * @param capacity elements that fit, in and out
 * @param needed   elements that must fit
 * @param size     bytes of an element
 * @return false when memory is exhausted; the array is then unchanged
 */
bool cg_grow_slowly(void *array, size_t *capacity, size_t needed, size_t size);

/** cg_grow_slowly, with an inline check whether there is room. */
static inline bool cg_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    return needed <= *capacity || cg_grow_slowly(array, capacity, needed, size);
}

/**
 * Request large pages for a large block. Tables of many megabytes are accessed at random, and with
 * small pages each access misses the address cache too: reading a graph of 100,000 functions takes
 * a fifth longer.
 *
 * @param memory from malloc; small blocks are ignored
 */
void cg_prefer_large_pages(void *memory, size_t bytes);

#endif
