/*
 * What lies at one distance from the begin of two records: bytes are copied from one to the other,
 * or one is used as the other.
 *
 * A *view* is what a pointer into a record shows: the record as a whole, or a field and what
 * follows it.
 */
#ifndef MEMORY_OVERLAID_RECORDS_H
#define MEMORY_OVERLAID_RECORDS_H

#include "points_to/solved_program.h"

/** A view of a record, with its number; without this bit: of the slot of a field. */
#define VIEW_OF_RECORD 0x80000000u

/** A pointer to bytes that leads to more than these is not known well enough: what was written as
 *  one record would be read as all the others. Programs that copy between two types have a function
 *  for each, or for a few. */
#define MOST_VIEWS 16u

/** @return whether an object, or a view, is one of a record; else it is memory. */
bool view_is_of_record(const struct program *program, uint32_t view);

/** Append the fields of a view and of the records in it: two numbers each, distance from the begin
 * of the view, or NUMBER_NONE where that is unknown (the elements of an array), and slot.
 *  @return CG_OK or CG_E_MEMORY. O(fields) */
int view_places(struct number_list *places, struct program *program, uint32_t view,
                struct cg_error *error);

/** @return whether two views can be of one object without another type: one record is the other, or
 *          contains it. @param failed set when memory is exhausted. O(records in both) */
bool views_are_alike(bool *failed, struct program *program, uint32_t a, uint32_t b);

/** What a view holds is also at the same distance in another, where both may hold functions.
 *  @param from a view, or the slot of memory, whose content may be anywhere in the other
 *  @param more set if there are new constraints
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(fields), once for each two views */
int views_overlay(bool *more, struct program *program, uint32_t to, uint32_t from,
                  struct cg_error *error);

/** Where what a place holds comes from, if nothing is known to have been stored there; from the
 * best guess to the last. */
enum filling {
    FILL_AT_DISTANCE,   /**< from places at the same distance */
    FILL_FROM_ANY,      /**< from any place: pointers were moved, or it is an array */
    FILL_FROM_INTEGERS, /**< from numbers that were functions */
};

/**
 * Pointers to functions in a view of a record that hold nothing get what another view holds. To be
 * called when constraints are solved.
 *
 * @param from a view, or the slot of memory
 * @param more set if there are new constraints
 * @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(fields of one, times those of the other)
 */
int views_fill(bool *more, struct program *program, uint32_t to, uint32_t from,
               enum filling filling, struct cg_error *error);

/** @return whether a slot is a field that is known to be a pointer to functions, of which none was
 *          ever stored there. The IR does not tell the types of fields. O(1) */
bool field_lacks_functions(const struct program *program, uint32_t slot);

#endif
