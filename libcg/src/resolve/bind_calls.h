/*
 * What calls do to pointers: arguments flow into parameters, results back, and functions of
 * libraries do what their summaries say.
 */
#ifndef RESOLVE_BIND_CALLS_H
#define RESOLVE_BIND_CALLS_H

#include "points_to/program.h"

/* All return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. */

/** A call may call a function: pass arguments and results, note it as a target. */
int call_function(struct program *program, uint32_t call, uint32_t function,
                  struct cg_error *error);

/** An object got into the slot a call calls through. */
int call_object(struct program *program, uint32_t call, uint32_t object, struct cg_error *error);

/** Note that a call may call a function, nothing more. */
int call_note_target(struct program *program, uint32_t call, uint32_t function,
                     struct cg_error *error);

/** The slot that stands for what a function that was not collected may give. */
int function_unknown(uint32_t *out, struct program *program, uint32_t function,
                     struct cg_error *error);

/* handed.c */

/** After solving: library functions nobody knows call what they are handed. Where that is much,
 *  the call is open instead (CG_UNRESOLVED_CALLBACK): whatever code that was not collected has, it
 * may call from there. O(sum over such calls of n log n, n objects in their arguments). */
int handed_call(struct program *program, struct cg_error *error);

/** The order of calls by owner and place. */
int call_compare_places(const struct call *x, const struct call *y);

/** A virtual call, of everything its receiver may be. @param receiver may be NULL: unknown */
int call_virtual(struct program *program, uint32_t call, const char *receiver, uint32_t slot,
                 struct cg_error *error);

/** An object comes to where the program converts functions to another type. */
int call_cast(struct program *program, uint32_t conversion, uint32_t object,
              struct cg_error *error);

/* effects.c */

/** A call calls a library function that has a summary. */
int effects_apply(struct program *program, uint32_t call, uint32_t function,
                  struct cg_error *error);

/** Have all slots that summaries of functions in the program name, before outside code gets its
 *  variables and fields: a function may turn out to be called only while facts are solved. */
int effects_name_slots(struct program *program, struct cg_error *error);
/** An object got to where a library function reads, or writes, what is pointed at.
 *  @param contents slot it is read into, or written from */
int effects_gather(struct program *program, uint32_t contents, uint32_t object,
                   struct cg_error *error);
int effects_spread(struct program *program, uint32_t contents, uint32_t object,
                   struct cg_error *error);

/** An object got to where a library function writes anything, in all fields of a record. */
int effects_fill(struct program *program, uint32_t source, uint32_t object, struct cg_error *error);

#endif
