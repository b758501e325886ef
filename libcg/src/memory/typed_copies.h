/*
 * Copies of bytes where facts tell which record each pointer leads to, as in C.
 *
 * If a target has the type of a source, what is copied stays a record of its type; only pointers to
 * functions that hold nothing get what is copied from others. Else all targets get all sources.
 */
#ifndef MEMORY_TYPED_COPIES_H
#define MEMORY_TYPED_COPIES_H

#include "memory/overlaid_records.h"
#include "points_to/solved_program.h"

/** Use memory as the records that are copied to it.
 *  @param more set if it was not used as one of them before
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(targets, times records that are sources) */
int typed_copy_fill(bool *more, struct program *program, uint32_t copy, struct cg_error *error);

/** Connect the fields of what has reached a copy since the last time.
 *  @param more set if there are new constraints
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(objects, and product of the records they are) */
int typed_copy(bool *more, struct program *program, uint32_t copy, struct cg_error *error);

/** Pointers to functions in the targets of a copy that hold nothing get what its sources hold.
 *  @param more set if there are new constraints
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(objects, and product of the records they are) */
int typed_copy_fill_empty(bool *more, struct program *program, uint32_t copy, enum filling filling,
                          struct cg_error *error);

#endif
