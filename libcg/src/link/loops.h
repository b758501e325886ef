/*
 * How many loops of their function are around the calls of library functions that call back: what
 * is called back is called as often.
 */
#ifndef LINK_LOOPS_H
#define LINK_LOOPS_H

#include "points_to/program.h"

/** Set `loops` of calls by name that callbacks stem from, as the sites of their edges say. Of calls
 *  through pointers their unresolved calls say it.
 *  @return CG_OK or CG_E_MEMORY. O(calls + n log n + sites of those edges). */
int loops_find(struct program *program, struct cg_error *error);

#endif
