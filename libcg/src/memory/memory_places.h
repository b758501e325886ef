/*
 * Places in memory without a type, for the facts of the compiler's IR, which give pointers no
 * types. An access through the address of memory reaches the fields that begin the records that the
 * memory is used as.
 *
 * untyped_memory.h has the accesses with types.
 */
#ifndef MEMORY_MEMORY_PLACES_H
#define MEMORY_MEMORY_PLACES_H

#include "points_to/solved_program.h"

/* All return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** Memory is allocated. Call before its address is in any slot. O(1) */
int places_allocated(struct program *program, uint32_t object, struct cg_error *error);

/** Memory is used as a record, the first time. Variables of programs with coroutines are left out,
 * as they may be frames. O(fields of the record, and of those in it) */
int places_used_as(struct program *program, uint32_t object, uint32_t memory, uint32_t record,
                   struct cg_error *error);

/** A slot gets the address that is some bytes further than an object. O(fields of its record, and
 * of those in it) */
int places_further(struct program *program, uint32_t slot, uint32_t object, uint32_t bytes,
                   struct cg_error *error);

#endif
