/*
 * Records that head memory: an allocator writes one and returns what is behind it. The address of a
 * record stands for all objects of its type, so that would be the memory of all calls. Facts also
 * say what the pointer to the record was converted from; that counts where all addresses of the
 * record that become other pointers have such a fact.
 */
#ifndef FACTS_HEADED_RECORDS_H
#define FACTS_HEADED_RECORDS_H

#include "points_to/solved_program.h"

/** Find these records, before facts are read.
 *  @return CG_OK or CG_E_MEMORY. O(bytes of facts) if memory behind a record is used, else a search
 *          of their text */
int headed_find(struct program *program, struct cg_error *error);

/** Whether the third operand of an `e` fact is the address of a record. */
bool headed_is_address(const struct cg_value *element);

/** Whether the address of such a record may be ignored in an `e` fact that has it. O(length) */
bool headed_is(const struct program *program, const struct cg_value *address);

#endif
