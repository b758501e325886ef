/*
 * Why is a call likely to be missing, and where should one look?
 *
 * A place that the profile tells goes first: what the graph knows to be called there is what it did
 * not see through. Without one, the calls through pointers and virtual tables of the caller count,
 * where the callee can be what they call. What a library calls was handed to it: where it is called
 * is the place.
 */
#ifndef VALIDATE_EXPLAIN_LIKELY_CAUSES_H
#define VALIDATE_EXPLAIN_LIKELY_CAUSES_H

#include "validate/common/run.h"

/** Where a profile says that the caller calls, or calls the library that calls. */
struct causes_place {
    const char *file; /**< NULL when not known */
    uint32_t line;
};

/**
 * Set cause and site of a call that is missing.
 *
 * @return false when memory is out. O(length of what the caller says of its calls).
 */
bool causes_find(const struct run *run, struct validation_call *call,
                 const struct causes_place *place);

#endif
