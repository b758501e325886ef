/*
 * Calls that have the same callees: those through one pointer, or pointers that are copied in a
 * circle, with the same type, virtual calls of one entry with the same receiver, and those that one
 * library function makes through one pointer.
 * One of them, the leader, stands for all: what they pass goes through slots that they share, and
 * callees are recorded once. So n calls of m functions take n + m constraints, not n * m, and the
 * solution is the same: each function receives what any of the calls passes.
 */
#ifndef RESOLVE_SHARED_CALLS_H
#define RESOLVE_SHARED_CALLS_H

#include "points_to/solved_program.h"

/** Before solving: find the leaders of the calls in `pointers` and `virtuals`, and connect what
 *  their calls pass. Calls in functions of the C++ runtime share nothing, as their callees also
 *  depend on the caller. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(n log n) */
int shared_calls_find(struct program *program, struct cg_error *error);

/** A library function's call of the program, just added and with its pointer: find its leader. It
 *  watches its pointer by itself, since others may come once the leader has callees, and shares
 * what it passes to functions whose body was read. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY.
 * O(library functions that call through this pointer) */
int shared_calls_add(struct program *program, uint32_t call, struct cg_error *error);

/** @return the call with what all calls that it leads pass and receive, the call itself if it leads
 *          no others. O(1) */
struct call shared_call(const struct program *program, uint32_t call);

/** The call after `call` of those that `leader` leads and for which it watches, itself first;
 *  NUMBER_NONE: none. O(1) */
uint32_t shared_call_next(const struct program *program, uint32_t leader, uint32_t call);

/** After solving: the callees of a leader become those of all its calls. @return CG_OK or
 *  CG_E_MEMORY. O(targets afterwards) */
int shared_calls_spread(struct program *program, struct cg_error *error);

/** After causes_settle: what leaves a leader unresolved leaves all its calls unresolved. O(calls)
 */
void shared_calls_spread_unknown(struct program *program);

#endif
