/*
 * The CPU time of threads that ended before any sample: how much it is is known, not where. Other
 * threads were sampled in the same call paths: what a call took them there, and how often this one
 * made it, says which share each path has.
 */
#ifndef CGRECORD_ESTIMATED_TIMES_H
#define CGRECORD_ESTIMATED_TIMES_H

#include "paths/path_cells.h"

struct estimates;

struct estimates *estimates_new(void);
void estimates_free(struct estimates *estimates);

/** A thread has time that no sample placed. @param outermost the context of its outermost call */
void estimates_want(struct estimates *estimates, uint32_t location, double seconds,
                    cg_call_context outermost);

/** Whether any thread has. */
bool estimates_are_wanted(const struct estimates *estimates);

/**
 * Place the time. O(cells)
 *
 * @param between gives the context that has what cannot be placed, below that of an outermost call
 * @return CG_OK or CG_E_IO
 */
int estimates_make(struct estimates *estimates, struct path_cells *cells, uint32_t contexts,
                   cg_call_context (*between)(void *user, cg_call_context outermost), void *user,
                   struct cg_error *error);

/** What a cell has besides its own time, in seconds. O(1) */
double estimates_of(const struct estimates *estimates, const struct cell *cell);

/** What could not be placed, of a context that `between` gave: struct cell; NULL: none. */
const GArray *estimates_between(const struct estimates *estimates, cg_call_context context);

#endif
