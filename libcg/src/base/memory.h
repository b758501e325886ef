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
 * @param capacity elements there is room for, in and out
 * @param needed   elements there must be room for
 * @param size     bytes of an element
 * @return false when memory is out; the array is then as it was
 */
bool cg_grow_slowly(void *array, size_t *capacity, size_t needed, size_t size);

/** cg_grow_slowly, at the cost of a comparison while there is room. */
static inline bool cg_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    return needed <= *capacity || cg_grow_slowly(array, capacity, needed, size);
}

/**
 * Ask for large pages under a large piece of memory. Tables of many megabytes are looked up at
 * random, and with small pages each look-up misses the address cache too: reading a graph of
 * 100,000 functions takes a fifth longer.
 *
 * @param memory as malloc gave it; small pieces are left alone
 */
void cg_prefer_large_pages(void *memory, size_t bytes);

#endif
