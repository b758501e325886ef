/*
 * Records of variables that code outside can name.
 *
 * No header needs to declare their types: who looks for a table by its name declares what it is,
 * too.
 */
#ifndef MEMORY_SHOWN_RECORDS_H
#define MEMORY_SHOWN_RECORDS_H

#include "points_to/solved_program.h"

/** Other code of the program, or written for it, knows the records that a variable is, or points
 * at, those in them, and those that their fields point at.
 *  @return CG_OK or CG_E_MEMORY. O(fields) of all such records that were not known */
int records_show(struct program *program, uint32_t variable, struct cg_error *error);

#endif
