/*
 * Of several functions that a frame may be, or that a call went through: which is it most likely?
 */
#ifndef VALIDATE_COMMON_PICK_H
#define VALIDATE_COMMON_PICK_H

#include "validate/common/run.h"

/** Of this many pairs at most each is looked at; of more the first is taken. */
#define PICK_LIMIT 4096u

/**
 * The pair of functions that a call between two of several candidates is: what is internal to a
 * file is called in that file; else the first, in canonical order.
 *
 * @param caller function with candidates
 * @param callee function with candidates
 */
void pick_pair(const struct cg_validation *v, uint32_t caller, uint32_t callee, cg_node *from,
               cg_node *to);

/** The edge to a library function that the program may have entered a library by, or CG_NONE.
 *  @param library function */
cg_edge pick_entry(const struct cg_validation *v, cg_node from, uint32_t library);

#endif
