/*
 * Values that nobody can tell: one object for each cause (causes.h) and type.
 *
 * As functions are under types, so is what code that was not collected gives: it hands back a
 * function under the type it has where it comes from, and what comes as a pointer to data is none.
 * Where the compiler's IR is among the facts types are not known, and all of a cause are one.
 */
#ifndef POINTS_TO_UNKNOWN_VALUES_H
#define POINTS_TO_UNKNOWN_VALUES_H

#include "points_to/program.h"

/* All that return int return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/* Types that are none of functions, which are signatures. */
#define UNKNOWN_ANY ((struct cg_value){NULL, 0})    /**< it may be a function of any type */
#define UNKNOWN_UNTYPED ((struct cg_value){"v", 1}) /**< a function once it is converted to one */
#define UNKNOWN_DATA ((struct cg_value){"d", 1})    /**< none, whatever it is converted to */
#define UNKNOWN_BYTES ((struct cg_value){"b", 1})   /**< likewise, nor are any where it points */

/** The object for values of a cause under a type. O(types of the cause). */
int unknown_object(uint32_t *out, struct program *program, uint32_t cause,
                   const struct cg_value *type, struct cg_error *error);

/** Of an object of kind SLOT_UNKNOWN: that for the same values under another type, and that for
 * what is in the memory they lead to. */
int unknown_as(uint32_t *out, struct program *program, uint32_t object, const struct cg_value *type,
               struct cg_error *error);
int unknown_inside(uint32_t *out, struct program *program, uint32_t object,
                   const struct cg_value *type, struct cg_error *error);

/** What such an object is. */
const struct unknown *unknown_of(const struct program *program, uint32_t object);

/** What values are that come from where a type is.
 *  @param type in the encoding of signatures; empty: not known */
int unknown_type(struct cg_value *out, struct program *program, struct cg_value type,
                 struct cg_error *error);

#endif
