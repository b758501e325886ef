/*
 * Bytes copied between objects: a record whose bytes go to a record of another type, directly or
 * through memory in between, hands it what its fields hold.
 *
 * Fields belong to a record type, so a copy between objects of one type changes nothing. Otherwise
 * what lies at one distance from the begin of both is connected. In memory that is no record
 * distances are unknown: what is in it may get to any field.
 */
#ifndef MEMORY_COPIED_RECORDS_H
#define MEMORY_COPIED_RECORDS_H

#include "points_to/solved_program.h"

/** Copy bytes from what a slot points at to what another does.
 *  @param typed the types of variables and of allocated memory are known: what is copied stays a
 *               record of its type where any target is of that type
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int records_copy(struct program *program, uint32_t to, uint32_t from, bool typed,
                 struct cg_error *error);

/** An object reaches an end of a copy. @param source which end
 *  @return CG_OK or CG_E_MEMORY */
int records_end(struct program *program, uint32_t copy, bool source, uint32_t object,
                struct cg_error *error);

/**
 * Connect the fields of all objects that have reached copies since the last time; to be called
 * when constraints are solved, since memory may have become a record meanwhile.
 *
 * @param more set if there are new constraints. O(objects and their fields, log of them)
 * @return CG_OK, CG_E_LIMIT or CG_E_MEMORY
 */
int records_copied(bool *more, struct program *program, struct cg_error *error);

#endif
