/*
 * Which functions may uncollected code call, according to the graph?
 */
#ifndef VALIDATE_EXPLAIN_EXTERNAL_CALLERS_H
#define VALIDATE_EXPLAIN_EXTERNAL_CALLERS_H

#include "validate/common/validation.h"

/**
 * How uncollected code may come to call a function: a library received it, runs it at the beginning
 * or the end, or has it in a header of its own; or it escapes.
 *
 * @return CG_EXPLAINED_LIBRARY, CG_EXPLAINED_ESCAPED or CG_EXPLAINED_NOT. O(calls of the function)
 */
enum cg_explanation external_calls(const struct cg_validation *v, uint32_t function);

/** Whether a function is passed as a signal handler, which may interrupt any other. O(calls of the
 *  function) */
bool external_signals(const struct cg_validation *v, uint32_t function);

#endif
