/*
 * Pointers used as another record than they point at: what a program keeps as one type and accesses
 * as another of the same layout, through pointers without type.
 *
 * A pointer that may also point at a record of the right type is assumed to be used where it does:
 * lists and tables of untyped pointers keep records of all types, and their users know which. But a
 * pointer to functions in such a record that nothing was ever stored in gets what the others hold.
 */
#ifndef MEMORY_USED_RECORDS_H
#define MEMORY_USED_RECORDS_H

#include "points_to/solved_program.h"

/** The pointers in a slot are used as ones to a record. @return CG_OK or CG_E_MEMORY */
int records_use(struct program *program, uint32_t slot, uint32_t record, struct cg_error *error);

/** Functions of one type are called as of another: records that their parameters and results are,
 *  or point at, are used as each other. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int records_pass(struct program *program, const struct cg_value *call,
                 const struct cg_value *function, struct cg_error *error);

/** Files have two records as the type of one variable, or of what it points at: they are used as
 * each other. @return CG_OK or CG_E_MEMORY */
int records_are_one(struct program *program, uint32_t a, uint32_t b, struct cg_error *error);

/**
 * Connect records that are used as others; to be called when constraints are solved.
 *
 * @param more set if there are new constraints. O(uses, objects of their slots)
 * @return CG_OK, CG_E_LIMIT or CG_E_MEMORY
 */
int records_used(bool *more, struct program *program, struct cg_error *error);

/** The same for what holds nothing; to be called when there is nothing else to do. */
int records_fill(bool *more, struct program *program, struct cg_error *error);

#endif
