/*
 * Why is a call likely to be missing, and where should one look?
 *
 * A place that the profile tells goes first: what the graph knows to be called there is what it did
 * not see through. Without one, the calls through pointers and virtual tables of the caller count,
 * where the callee can be what they call.
 */
#ifndef VALIDATE_CAUSES_H
#define VALIDATE_CAUSES_H

#include "validate/run.h"

/**
 * Set cause and site of a call that is missing.
 *
 * @param record the one that decided
 * @return false when memory is out. O(length of what the caller says of its calls).
 */
bool causes_find(const struct run *run, struct cg_checked_call *call, const struct record *record);

#endif
