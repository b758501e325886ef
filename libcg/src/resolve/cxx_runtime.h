/*
 * Knowledge about the C++ runtime, from the names of its functions.
 */
#ifndef RESOLVE_CXX_RUNTIME_H
#define RESOLVE_CXX_RUNTIME_H

#include "json/json_walk.h"

#include <stdbool.h>

/** @return whether a linkage name belongs to the C++ runtime: to its library, or an instance of its
 *          templates. O(1). */
bool runtime_has(const char *name);

/**
 * @return whether a call through a pointer in a function of the runtime may call a function. The
 *         runtime calls its own functions only with their own type, and std::function of one type
 *         nothing that one of another type stores. A program may have converted what the runtime
 *         calls, but not so that parameters or a result are missing. True if the caller is the
 *         program's. O(length of names).
 * @param call     signature of the call
 * @param function that of the callee
 */
bool runtime_fits(const char *caller, const struct cg_value *call, const char *callee,
                  const struct cg_value *function);

#endif
