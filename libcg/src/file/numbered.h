/*
 * Names of version 2 for functions that share one: "name#0", "name#1", …
 */
#ifndef FILE_NUMBERED_H
#define FILE_NUMBERED_H

#include <stddef.h>

/** The length of "name" in "name#0"; 0 for any other name. */
size_t numbered_base(const char *name, size_t length);

#endif
