/*
 * Calls through fields of the program's records that no function was seen to flow into. Running
 * such a call would crash, unless the analysis missed what is stored there (docs/pointer-facts.md,
 * "What is assumed"): records used as others, files that disagree about a variable. So the call may
 * call any function of its type whose address is taken, and stays unresolved: CG_UNKNOWN_UNSEEN.
 * Where the program has no such function, the call is resolved without a callee; so are calls of
 * variables and parameters that nothing flows into, since nothing hides what is stored in these.
 */
#ifndef RESOLVE_UNSEEN_CALLS_H
#define RESOLVE_UNSEEN_CALLS_H

#include "points_to/solved_program.h"

/**
 * Give them callees; to be called once, when constraints are solved.
 *
 * @param more set if there are new constraints. O(calls + functions * types of such calls), bounded
 * @return CG_OK, CG_E_LIMIT or CG_E_MEMORY
 */
int unseen_call(bool *more, struct program *program, struct cg_error *error);

#endif
