/*
 * Loops around calls of library functions that call back: the callback runs as often.
 */
#ifndef LINK_LOOPS_H
#define LINK_LOOPS_H

#include "points_to/solved_program.h"

/** Set `loops` of calls by name that cause callbacks from the sites of their edges. For calls
 *  through pointers the unresolved calls have it. @return CG_OK or CG_E_MEMORY. O(calls + n log n +
 *  sites of those edges). */
int loops_find(struct program *program, struct cg_error *error);

#endif
