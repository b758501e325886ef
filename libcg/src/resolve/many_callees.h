/*
 * A bound for what solving costs. Each call passes its arguments to each of its callees, and each
 * of these is recorded: n calls that may each call n functions take n * n records, unless they
 * share them (shared_calls.h). Where these are more than a program of this size may take, linking
 * starts again with a bound for each call. Calls with more callees form crowds: all that are in one
 * pass their arguments to the callees of all, so that a crowd takes as much as one call. They stay
 * unresolved (CG_UNKNOWN_CROWD), and what they may call escapes.
 *
 * Which calls are in a crowd follows from what is solved, not from the order in which it is.
 */
#ifndef RESOLVE_MANY_CALLEES_H
#define RESOLVE_MANY_CALLEES_H

#include "points_to/solved_program.h"

/** Before solving, once calls are shared: how much may be recorded, and of each call, if
 *  `program->bounded`. @param most_edges that linking may add. O(calls) */
void callees_bound(struct program *program, uint64_t most_edges);

/** Something more is recorded of a call: it may come to be in a crowd.
 *  @param callee a function that is to be bound, or NUMBER_NONE
 *  @return CG_OK, CG_E_MEMORY, or CG_E_LIMIT: what may be recorded is exceeded, and
 *          `program->overfull` is set */
int callees_count(struct program *program, uint32_t call, uint32_t callee, struct cg_error *error);

/** A call in a crowd may call a function, which its crowd then calls. @return CG_OK, CG_E_FORMAT,
 *  CG_E_LIMIT or CG_E_MEMORY. O(1) if the crowd does already */
int callees_bind(struct program *program, uint32_t call, uint32_t callee, struct cg_error *error);

/** @return whether a call is in a crowd, so that nothing more is to be recorded of it. O(1) */
bool callees_are_many(const struct program *program, uint32_t call);

/** After solving: what calls in crowds may call escapes, and what was recorded of them before they
 *  were in one is dropped. O(what is recorded, and functions for each crowd) */
void callees_settle(struct program *program);

void callees_free(struct program *program);

#endif
