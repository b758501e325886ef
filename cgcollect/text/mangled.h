/*
 * Linkage names of the Itanium C++ ABI: which of them belong to one function.
 *
 * The format is in the ABI's chapter on mangling
 * (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling).
 */
#ifndef CGCOLLECT_TEXT_MANGLED_H
#define CGCOLLECT_TEXT_MANGLED_H

#include <stdbool.h>

/**
 * One name for all variants of a constructor (complete, base, ...: C1, C2, ...) or destructor
 * (deleting, complete, base: D0, D1, D2): that of the complete object.
 *
 * @return a new name, release with g_free; NULL if `name` is that already, or is no such function's
 */
char *mangled_complete(const char *name);

/**
 * The function for which a thunk adjusts `this` or the result.
 *
 * @return the function's name within the thunk's, without "_Z": the name's end; NULL when `name` is
 *         not that of a thunk
 */
const char *mangled_thunk_target(const char *name);

/** @return whether a name is that of a destructor, or of a thunk of one. */
bool mangled_is_destructor(const char *name);

/** @return whether a name contains a lambda that clang numbers within the file ("3$_0" not preceded
 *  by the end of a function's name), and so means different functions in different files. */
bool mangled_has_file_lambda(const char *name);

/** @return whether a name is that of a function that converts a lambda to a function pointer, or of
 *  the pointer's target: the compiler adds both to the lambda's own. */
bool mangled_is_of_lambda(const char *name);

/** @return whether a name is that of a lambda's call operator, or of one made of it. */
bool mangled_is_lambda(const char *name);

/** @return the name of the closure whose call operator has a name, or an instance of it: the same
 *  for all instances; release with g_free. NULL if it is no such operator */
char *mangled_closure(const char *name);

/** @return whether a name is that of a constructor, destructor or assignment operator. */
bool mangled_is_special_member(const char *name);

#endif
