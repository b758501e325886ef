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
 * @return whether a record is one of those that only headers of the C++ library use: instances of
 *         its templates, and their bases. Libraries that were compiled without these headers do not
 *         know it, and neither does the C++ library's own code, beyond what its summaries say.
 *         O(length).
 * @param record the name of a record in pointer facts
 */
bool runtime_instantiates(const char *record);

/**
 * @return whether a function of the C++ runtime calls through pointers only what the runtime itself
 *         stored, in members that programs cannot name: std::function calls a function of its own,
 *         made for what it keeps. O(1).
 * @param caller a linkage name
 */
bool runtime_calls_own(const char *caller);

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
