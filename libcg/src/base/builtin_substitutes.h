/*
 * Library functions that compilers call though the source names others, or none.
 */
#ifndef BASE_BUILTIN_SUBSTITUTES_H
#define BASE_BUILTIN_SUBSTITUTES_H

#include <stdbool.h>
#include <stddef.h>

/** Whether a name is that of a function that GCC or clang put in the place of another, or call of
 *  their own accord: `puts` and `putchar` for `printf`, `memcpy` for an assignment. O(1). */
bool exchanged_is_one(const char *name, size_t length);

#endif
