/*
 * The likely reason why a call is missing, and the place to look at.
 *
 * A place in the profile comes first: the graph does not see through the calls that it knows there.
 * Without one, the caller's calls through pointers and virtual tables count, if the callee may be
 * their target. A callee of a library was passed to it: the place is where the library is called.
 */
#ifndef VALIDATE_EXPLAIN_LIKELY_CAUSES_H
#define VALIDATE_EXPLAIN_LIKELY_CAUSES_H

#include "validate/common/run.h"

/** The recorded place where the caller calls, or calls the library that calls. */
struct causes_place {
    const char *file; /**< NULL if unknown */
    uint32_t line;
};

/**
 * Set cause and site of a missing call.
 *
 * @return false when memory is exhausted. O(length of the metadata about the caller's calls).
 */
bool causes_find(const struct run *run, struct validation_call *call,
                 const struct causes_place *place);

#endif
