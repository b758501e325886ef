/*
 * Types of the calls that library functions make of what they get: that of the parameter or of the
 * field that holds the callee.
 */
#ifndef FACTS_LIBRARY_CALLS_H
#define FACTS_LIBRARY_CALLS_H

#include "points_to/solved_program.h"

/** A field has a cell of a type in some file, and another type in the same or another one.
 *  @param cell a text of the program: the CELL of docs/pointer-facts.md
 *  @return CG_OK or CG_E_MEMORY */
int library_calls_note(struct program *program, uint32_t field, uint32_t cell,
                       struct cg_error *error);

/** After all facts are read: sort what was noted. O(n log n) */
void library_calls_settle(struct program *program);

/** Record in a call that a library function makes by which type it calls.
 *  @param target what it calls
 *  @param pointer slot of that; NUMBER_NONE: none, the call is virtual
 *  @param function the library function. O(length of its signature) */
void library_calls_type(struct call *call, const struct program *program,
                        const struct summary_operand *target, uint32_t pointer, uint32_t function);

/** Whether such a call may call a function: its own type, or that to which it was converted, is the
 *  type of the call. Yes if no type is known.
 *  @param cast how it was converted; NULL: it was not
 *  O(types of the field times length) */
bool library_calls_fit(const struct program *program, const struct call *call, uint32_t function,
                       const struct cast *cast);

#endif
