/*
 * Which functions may code that was not collected call, as far as the graph says?
 */
#ifndef VALIDATE_EXPLAIN_EXTERNAL_CALLERS_H
#define VALIDATE_EXPLAIN_EXTERNAL_CALLERS_H

#include "validate/common/validation.h"

/**
 * How code that was not collected may come to call a function: a library was handed it, runs it at
 * the beginning or the end, or has it in a header of its own; or it escapes.
 *
 * @return CG_EXPLAINED_LIBRARY, CG_EXPLAINED_ESCAPED or CG_EXPLAINED_NOT. O(calls of the function)
 */
enum cg_explanation outside_calls(const struct cg_validation *v, uint32_t function);

/** Whether a function is handed over as a handler of signals, which interrupt any other.
 *  O(calls of the function) */
bool outside_signals(const struct cg_validation *v, uint32_t function);

#endif
