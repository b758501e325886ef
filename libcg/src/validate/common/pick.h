/*
 * Choosing the most likely of several functions that a frame may be, or that a call went through.
 */
#ifndef VALIDATE_COMMON_PICK_H
#define VALIDATE_COMMON_PICK_H

#include "validate/common/run.h"

/** Most pairs that are examined; of more the first is chosen. */
#define PICK_LIMIT 4096u

/**
 * Choose caller and callee of a call between two functions with several candidates: a function
 * internal to a file is called in that file; else the first pair in canonical order.
 *
 * @param caller function with candidates
 * @param callee function with candidates
 */
void pick_pair(const struct cg_validation *v, uint32_t caller, uint32_t callee, cg_node *from,
               cg_node *to);

/** The edge to a library function through which the program may have entered a library, or CG_NONE.
 *  @param library function */
cg_edge pick_entry(const struct cg_validation *v, cg_node from, uint32_t library);

#endif
