/*
 * Memory without a declared type, and pointers into records that lose their field. Fields belong to
 * a record type; an access that does not name that type is connected with the fields here.
 *
 * Memory is allocated (one object per call), or a variable that is used as a record. The content of
 * the fields of the records it is used as can be read from it. Values written to it other than
 * through those records go into those of their fields that have a compatible type.
 */
#ifndef MEMORY_UNTYPED_MEMORY_H
#define MEMORY_UNTYPED_MEMORY_H

#include "points_to/solved_program.h"

/* All return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** A new slot with the address of the memory that a call allocates. */
int memory_of(uint32_t *out, struct program *program, uint32_t call, struct cg_error *error);

/** Whether facts say that a record has pointers, or records, in it. O(1) */
bool memory_record_has_content(const struct program *program, uint32_t record);

/** The record of the types that memory is used as. @param out NUMBER_NONE: the object is not
 *  memory */
int memory_record(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error);

/** @return that record; NUMBER_NONE: the object is not memory, or is not used as a record. O(1) */
uint32_t memory_used(const struct program *program, uint32_t object);

/** An object is used as a record; no effect if it is not memory. O(records it is used as). */
int memory_used_as(struct program *program, uint32_t object, uint32_t record,
                   struct cg_error *error);

/** All fields of a record, and of those in it, get an unknown value: an object of kind
 *  SLOT_UNKNOWN. */
int memory_fill(struct program *program, uint32_t record, uint32_t unknown, struct cg_error *error);

/** A virtual table, an object of kind SLOT_TABLE, is read by hand as a record: a call of the
 *  content of one of its fields calls a function of the table. */
int memory_read_table(struct program *program, uint32_t record, uint32_t table,
                      struct cg_error *error);

/** The object for what uncollected code writes to another object. What it writes to memory used as
 *  a record is in that record's cells (memory_open). */
int memory_given(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error);

/** Uncollected code has memory that is used as a record. O(its types of cells). */
int memory_open(struct program *program, uint32_t record, struct cg_error *error);

/** A slot gets the address that is some bytes further than an object. O(fields of
 *  its record, and of those in it). */
int memory_further(struct program *program, uint32_t slot, uint32_t object, uint32_t bytes,
                   struct cg_error *error);

/** The type of functions that an object holds by its declaration. @return whether it is known */
bool memory_function_type(struct cg_value *out, const struct program *program, uint32_t object);

/** A slot with the addresses of all fields of a record, and of those in it. */
int memory_record_fields(uint32_t *out, struct program *program, uint32_t record,
                         struct cg_error *error);

/** Code uses an object, and what is around it in its record: `to` holds the addresses of all fields
 *  of the record, and of those in it. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int memory_fields(struct program *program, uint32_t to, uint32_t object, struct cg_error *error);

/** `to` holds the addresses of all fields of a record, and of those that these lead to. @return
 *  CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int memory_reach_record(struct program *program, uint32_t to, uint32_t record,
                        struct cg_error *error);

/** An object is known to code that goes on from it: `to` holds the addresses of all fields of its
 *  record, of those in it, and of those that these are, or point at, by their types. @return CG_OK,
 * CG_E_LIMIT or CG_E_MEMORY */
int memory_reach(struct program *program, uint32_t to, uint32_t object, struct cg_error *error);

/** An object reaches a place where a pointer becomes one to cells of a type: it may point to any
 *  such cell of the record, or of those around it. */
int memory_insides(struct program *program, uint32_t access, uint32_t object,
                   struct cg_error *error);

/** An object of a record is used as another record: a place where a pointer to it becomes one to
 *  cells also leads to cells of that. @param more set if that is new
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int memory_share(bool *more, struct program *program, uint32_t record, uint32_t other,
                 struct cg_error *error);

/** An object reaches a field that is read as another type of functions. @param to slot of them */
int memory_own(struct program *program, uint32_t to, uint32_t object, struct cg_error *error);

/** An object reaches a read or write of cells of a type through a pointer. */
int memory_load(struct program *program, uint32_t access, uint32_t object, struct cg_error *error);
int memory_store(struct program *program, uint32_t access, uint32_t object, struct cg_error *error);

/** What the type of a field or variable says of functions in it. */
enum memory_content {
    HOLDS_DATA,
    HOLDS_ANY,       /**< pointers without type; its type is unknown */
    HOLDS_FUNCTIONS, /**< or nothing is known of the fields of its record */
};
enum memory_content memory_content(const struct program *program, uint32_t object);

/** A record is used as another: a virtual table at its beginning is also at the beginning of the
 *  other. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int memory_overlay(struct program *program, uint32_t object, uint32_t record,
                   struct cg_error *error);

/** The content of such a record may be a virtual table. @param to the beginning of the other */
int memory_table(struct program *program, uint32_t to, uint32_t object, struct cg_error *error);

/** Before solving, after all facts are read. @return CG_OK or CG_E_MEMORY. O(n log n) of
 * conversions */
int memory_prepare(struct program *program, struct cg_error *error);

#endif
