/*
 * Programs whose facts tell no records apart: they were optimised, or their compiler's IR does not
 * say what memory is accessed as. What is kept is in the objects themselves: variables, and what is
 * allocated. Summaries of library functions keep it in fields of records. Here both meet; memory.h
 * shares what is in an object with the fields of the records that it is used as.
 */
#ifndef POINTS_TO_OBJECT_MEMORY_H
#define POINTS_TO_OBJECT_MEMORY_H

#include "points_to/program.h"

/** Of a graph in which other functions tell records apart, those that do not are left without
 * facts: no object of theirs is followed into fields, so they count as code nobody has read. Before
 * facts are read. */
void objects_settle(struct cg_graph *graph);

/** A library function is called: all that the arguments of code that tells no records apart lead to
 * may be the records that its summary speaks of. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int objects_hand_over(struct program *program, uint32_t call, const struct summary *summary,
                      struct cg_error *error);

#endif
