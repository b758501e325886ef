/*
 * Unknown values: one object for each cause (unknown_causes.h) and type.
 *
 * Like functions, values from uncollected code have types: such code returns a function with the
 * type of the place it comes from, and a pointer to data is not a function. If the facts include
 * the compiler's IR, types are unknown, and all values of a cause are one object.
 */
#ifndef POINTS_TO_UNKNOWN_VALUES_H
#define POINTS_TO_UNKNOWN_VALUES_H

#include "points_to/solved_program.h"

/* All that return int return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/* Types that are not signatures of functions. */
#define UNKNOWN_ANY ((struct cg_value){NULL, 0})    /**< may be a function of any type */
#define UNKNOWN_UNTYPED ((struct cg_value){"v", 1}) /**< a function once it is converted to one */
#define UNKNOWN_DATA                                                                               \
    ((struct cg_value){"d", 1})                   /**< not a function, whatever it is converted to \
                                                   */
#define UNKNOWN_BYTES ((struct cg_value){"b", 1}) /**< likewise, and points to no functions */

/** The object for values of a cause and type. O(types of the cause). */
int unknown_object(uint32_t *out, struct program *program, uint32_t cause,
                   const struct cg_value *type, struct cg_error *error);

/** For an object of kind SLOT_UNKNOWN: the object for the same values converted to another type,
 *  and that for the memory they point to. */
int unknown_as(uint32_t *out, struct program *program, uint32_t object, const struct cg_value *type,
               struct cg_error *error);
int unknown_inside(uint32_t *out, struct program *program, uint32_t object,
                   const struct cg_value *type, struct cg_error *error);

/** The data of such an object. */
const struct unknown *unknown_of(const struct program *program, uint32_t object);

/** The type of values from uncollected code at a place of this type. @param type in the encoding of
 *  signatures; empty: unknown */
int unknown_type(struct cg_value *out, struct program *program, struct cg_value type,
                 struct cg_error *error);

#endif
