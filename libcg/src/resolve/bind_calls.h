/*
 * Effects of calls on pointers: arguments flow into parameters, results back, and library functions
 * follow their summaries.
 */
#ifndef RESOLVE_BIND_CALLS_H
#define RESOLVE_BIND_CALLS_H

#include "points_to/solved_program.h"

/* All return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. */

/** A call may call a function: pass arguments and results, and record it as a target. */
int call_function(struct program *program, uint32_t call, uint32_t function,
                  struct cg_error *error);

/** An object reached the slot through which a call calls. */
int call_object(struct program *program, uint32_t call, uint32_t object, struct cg_error *error);

/** Only record that a call may call a function. */
int call_note_target(struct program *program, uint32_t call, uint32_t function,
                     struct cg_error *error);

/** What a call passes to a function, and what that does. A call that may be in a crowd
 *  (many_callees.h) is counted first. */
int call_bind(struct program *program, uint32_t call, uint32_t function, struct cg_error *error);

/** @return a signature that is written in the way in which the arguments of a call are counted:
 * that of the call or of the function it is in; length 0: unknown */
const struct cg_value *call_type(const struct program *program, const struct call *call);

/** The slot for unknown values from a function that was not collected. */
int function_unknown(uint32_t *out, struct program *program, uint32_t function,
                     struct cg_error *error);

/* handed_calls.c */

/** After solving: unknown library functions call their arguments. If there are too many, the call
 *  becomes unresolved instead (CG_UNRESOLVED_CALLBACK): it may call anything that uncollected code
 *  has. O(sum over such calls of n log n, n objects in their arguments). */
int handed_call(struct program *program, struct cg_error *error);

/** After solving: a call that only leads to data calls machine code there, such as what the program
 *  itself wrote at run time. That is uncollected code, which has this data. Data next to functions
 *  is more likely an overestimate. Unknown values that dlsym finds count likewise if the user
 * promises that the graph has what it finds. @param more whether there was any, so that solving
 * goes on. O(calls and targets). */
int data_call(bool *more, struct program *program, struct cg_error *error);

/** The order of calls by owner and place. */
int call_compare_places(const struct call *x, const struct call *y);

/** qsort_r's comparison of numbers of calls of a program, by their places. */
int call_by_place(const void *a, const void *b, void *program);

/** A virtual call, of every method its receiver may have. @param receiver may be NULL: unknown */
int call_virtual(struct program *program, uint32_t call, const char *receiver, uint32_t slot,
                 struct cg_error *error);

/** An object reached a conversion of functions to another type. */
int call_cast(struct program *program, uint32_t conversion, uint32_t object,
              struct cg_error *error);

/* apply_summary.c */

/** A call calls a library function that has a summary. */
int effects_apply(struct program *program, uint32_t call, uint32_t function,
                  struct cg_error *error);

/** Create all slots that summaries of the program's functions name, before uncollected code gets
 *  its variables and fields: solving may discover calls of more functions. */
int effects_name_slots(struct program *program, struct cg_error *error);
/** An object reached a place where a library function reads or writes through a pointer. @param
 *  contents destination of the read, or source of the write */
int effects_gather(struct program *program, uint32_t contents, uint32_t object,
                   struct cg_error *error);
int effects_spread(struct program *program, uint32_t contents, uint32_t object,
                   struct cg_error *error);

/** An object reached a place where a library function writes to all fields of a record. */
int effects_fill(struct program *program, uint32_t source, uint32_t object, struct cg_error *error);

#endif
