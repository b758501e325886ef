/*
 * Which virtual members may be called through pointers to members of another type: those whose
 * pointers the source of C++ converts, and what overrides them.
 */
#ifndef POINTS_TO_MEMBER_POINTERS_H
#define POINTS_TO_MEMBER_POINTERS_H

#include "points_to/solved_program.h"

/** Note that the source makes pointers to members of some functions.
 *  @param converted the source converts them at once to pointers to members of another type
 *  @return CG_OK or CG_E_MEMORY */
int member_pointers_note(struct program *program, const struct number_list *functions,
                         bool converted, struct cg_error *error);

/** Add what overrides these members. To be called once, when all facts are read.
 *  @return CG_OK or CG_E_MEMORY. O(nodes + override pairs) */
int member_pointers_settle(struct program *program, struct cg_error *error);

#endif
