/*
 * Library functions that compilers call where the source names another function or none.
 */
#ifndef BASE_BUILTIN_SUBSTITUTES_H
#define BASE_BUILTIN_SUBSTITUTES_H

#include <stdbool.h>
#include <stddef.h>

/** Whether GCC or clang may call a function of this name in place of another, or on their own:
 *  `puts` and `putchar` for `printf`, `memcpy` for an assignment. O(1). */
bool is_builtin_substitute(const char *name, size_t length);

#endif
