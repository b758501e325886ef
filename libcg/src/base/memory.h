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
bool cg_grow(void *array, size_t *capacity, size_t needed, size_t size);

#endif
