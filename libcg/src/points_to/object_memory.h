/*
 * Programs whose facts do not distinguish records: they were optimised, or their compiler's IR does
 * not show the type by which memory is accessed. Values are kept in the objects themselves:
 * variables and allocated memory. Summaries of library functions keep them in fields of records.
 * Here the two are connected; untyped_memory.h shares the content of an object with the fields of
 * the records that it is used as.
 */
#ifndef POINTS_TO_OBJECT_MEMORY_H
#define POINTS_TO_OBJECT_MEMORY_H

#include "points_to/solved_program.h"

/** For a call of a library function: all that the arguments of code without distinguished records
 *  point to, directly or not, may be the records in its summary. @return CG_OK, CG_E_LIMIT or
 *  CG_E_MEMORY */
int objects_hand_over(struct program *program, uint32_t call, const struct summary *summary,
                      struct cg_error *error);

#endif
