/*
 * Calls that no source has: those that compilers make by themselves, of functions that the program
 * defines. Summaries say which functions these are.
 */
#ifndef RESOLVE_COMPILER_CALLS_H
#define RESOLVE_COMPILER_CALLS_H

#include "points_to/solved_program.h"

/* All return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** After facts are read: find the functions of the program that compilers call. O(functions and
 *  entries of summaries). */
int compiler_calls_find(struct program *program, struct cg_error *error);

/** Before solving: functions that are called instead of others get anything. */
int compiler_calls_give(struct program *program, struct cg_error *error);

/**
 * After solving: add the calls. Any function may call what compilers call by themselves, except
 * such functions themselves; whoever calls a function by name may call what is called instead of
 * it.
 *
 * @param most_edges where the former would be more, functions call only the first, which calls the
 *                   next one, and so on
 */
int compiler_calls_write(struct program *program, uint64_t most_edges, struct cg_error *error);

#endif
