/*
 * Functions of the C++ library's headers: instances for the library's own types, and those for the
 * program's.
 */
#ifndef VALIDATE_COMMON_LIBRARY_INSTANCE_H
#define VALIDATE_COMMON_LIBRARY_INSTANCE_H

#include <stdbool.h>

/**
 * Whether the name of a function mentions nothing but the C++ library and the language. Everything
 * outside of the library's namespaces is the program's, and so are lambdas. A readable name without
 * template arguments does not tell.
 *
 * @param name     a linkage name or a readable one
 * @param demangle as in cg_validate_options; if NULL, linkage names do not tell, either
 * @return false also if the name does not tell. O(length)
 */
bool library_instance_is_pure(const char *name, char *(*demangle)(const char *name));

#endif
