/*
 * Records that fields at one place point at, where a record of C is used as another.
 *
 * An object and what its pointers lead to are mostly used as the same sort of thing: whoever takes
 * a file for a stream takes the table of its functions for that of a stream.
 */
#ifndef MEMORY_POINTED_RECORDS_H
#define MEMORY_POINTED_RECORDS_H

#include "points_to/solved_program.h"

/** List pairs of records of C that fields at the same distance in two views (overlaid_records.h)
 *  point at, if one begins like the other: pointers to functions, to anything, and to records lie
 * at the same places. Two numbers each.
 *  @return CG_OK or CG_E_MEMORY. O(fields) */
int pointed_records(struct number_list *pairs, struct program *program, uint32_t a, uint32_t b,
                    struct cg_error *error);

/** Whether two records of C have a head in common: the places of the one with fewer are those of
 * the other, up to there, and pointers to functions, of which there are some, have the same types.
 *  @return CG_OK or CG_E_MEMORY. O(fields) */
int records_share_head(bool *share, struct program *program, uint32_t a, uint32_t b,
                       struct cg_error *error);

#endif
