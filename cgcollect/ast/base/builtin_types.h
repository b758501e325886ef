/*
 * The letters of built-in types in the encoding of the Itanium C++ ABI.
 */
#ifndef CGCOLLECT_AST_BASE_BUILTIN_TYPES_H
#define CGCOLLECT_AST_BASE_BUILTIN_TYPES_H

#include <clang-c/Index.h>

/** @return the letter of a type (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-type),
 *  '\0' if it is not built in, or has more than one. */
char ast_builtin_letter(enum CXTypeKind kind);

#endif
