/*
 * What is known of the runtime of C++ by the names of its functions.
 */
#ifndef RESOLVE_CXX_RUNTIME_H
#define RESOLVE_CXX_RUNTIME_H

#include "json/json.h"

#include <stdbool.h>

/** @return whether a linkage name is one that the runtime of C++ alone has: of its library, or an
 *  instance of its templates. O(1). */
bool runtime_has(const char *name);

/** @return whether a call through a pointer in a function of the runtime may be of a function: it
 *  calls nothing of its own under another type than that has, and std::function of one type nothing
 *  that one of another type keeps. A program may have converted what it calls of that, but not so
 *  that parameters or a result are missing. True where the caller is the program's. O(length of
 *  names).
 *  @param call     signature of the call
 *  @param function that of the callee */
bool runtime_fits(const char *caller, const struct cg_value *call, const char *callee,
                  const struct cg_value *function);

#endif
