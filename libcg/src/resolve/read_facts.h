/*
 * Reading pointer facts (docs/pointer-facts.md) from a graph's metadata into a program.
 */
#ifndef RESOLVE_READ_FACTS_H
#define RESOLVE_READ_FACTS_H

#include "points_to/solved_program.h"

/** Read all facts; facts_bind_calls binds the calls. @return CG_OK, CG_E_FORMAT (naming the
 *  function), CG_E_LIMIT or CG_E_MEMORY. */
int facts_read_all(struct program *program, struct cg_error *error);

/** Bind calls by name and virtual calls, once it is known how much of the program is unknown
 *  (external_prepare). @param most_edges that linking may add @return CG_OK, CG_E_LIMIT or
 * CG_E_MEMORY. */
int facts_bind_calls(struct program *program, uint64_t most_edges, struct cg_error *error);

#endif
