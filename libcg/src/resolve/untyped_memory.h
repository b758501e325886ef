/*
 * Memory without a declared type, and pointers into records that lose their field. Fields belong to
 * a record type; an access that does not name that type is connected with the fields here.
 *
 * Memory is allocated (one object a call), or a variable that is used as a record. What the fields
 * of the records it is used as hold can be read from it, and what is written to it, other than
 * through those records, gets into such of their fields as are of a fitting type.
 */
#ifndef RESOLVE_UNTYPED_MEMORY_H
#define RESOLVE_UNTYPED_MEMORY_H

#include "points_to/program.h"

/* All return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** A new slot that holds the address of the memory a call allocates. */
int memory_of(uint32_t *out, struct program *program, uint32_t call, struct cg_error *error);

/** The record of what memory is used as. @param out NUMBER_NONE: the object is no memory */
int memory_record(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error);

/** An object is used as a record; does nothing if it is no memory. O(records it is used as). */
int memory_used_as(struct program *program, uint32_t object, uint32_t record,
                   struct cg_error *error);

/** All fields of a record, and of those in it, hold what nobody can tell: an object of kind
 *  SLOT_UNKNOWN. */
int memory_fill(struct program *program, uint32_t record, uint32_t unknown, struct cg_error *error);

/** A virtual table, an object of kind SLOT_TABLE, is read by hand as a record: a call of what is in
 *  one of its fields calls a function of the table. */
int memory_read_table(struct program *program, uint32_t record, uint32_t table,
                      struct cg_error *error);

/** The object for what code that was not collected writes to another object. What it writes to
 * memory that is used as a record is in the cells of that (memory_open). */
int memory_given(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error);

/** Code that was not collected has memory that is used as a record. O(its types of cells). */
int memory_open(struct program *program, uint32_t record, struct cg_error *error);

/** An object comes to where a pointer becomes one to cells of a type: it may be to any such cell of
 *  the record, or of those around it. */
int memory_insides(struct program *program, uint32_t access, uint32_t object,
                   struct cg_error *error);

/** An object comes to a field that is read as another type of functions. @param to slot of them */
int memory_own(struct program *program, uint32_t to, uint32_t object, struct cg_error *error);

/** An object comes to where cells of a type are read, or written, through a pointer. */
int memory_load(struct program *program, uint32_t access, uint32_t object, struct cg_error *error);
int memory_store(struct program *program, uint32_t access, uint32_t object, struct cg_error *error);

/** A record is used as another: a virtual table at its begin is at the begin of that, too.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int memory_overlay(struct program *program, uint32_t object, uint32_t record,
                   struct cg_error *error);

/** What lies in such a record may be a virtual table. @param to the begin of the other */
int memory_table(struct program *program, uint32_t to, uint32_t object, struct cg_error *error);

#endif
