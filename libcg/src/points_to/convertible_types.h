/*
 * Which functions may be called under the types of others: what the source of C++ converts. Values
 * carry no conversions there, as the compiler's IR does not show them; so what one file converts
 * counts wherever such a function goes.
 */
#ifndef POINTS_TO_CONVERTIBLE_TYPES_H
#define POINTS_TO_CONVERTIBLE_TYPES_H

#include "points_to/solved_program.h"

struct convertible_types;

/** Add a conversion.
 *  @param from, to  signatures in which classes have their own name alone, without namespaces and
 *  arguments; "": no type of a function; "M": methods. Strings of `program->texts`
 *  @return CG_OK or CG_E_MEMORY */
int convertible_add(struct program *program, const struct cg_value *from, const struct cg_value *to,
                    struct cg_error *error);

/** Whether conversions, one after the other, lead from the type of a function to that of a call.
 *  @param own, type  signatures as facts have them, whose texts live as long as the program
 *  O(1) if it was asked before, or there are none; else O(length + conversions^2) */
bool convertible_leads(const struct program *program, const struct cg_value *own,
                       const struct cg_value *type);

/** Whether a call may call a function by their types: they are compatible, or conversions lead from
 *  the one to the other. As convertible_leads. */
bool convertible_fit(const struct program *program, const struct cg_value *type,
                     const struct cg_value *own);

void convertible_free(struct program *program);

#endif
