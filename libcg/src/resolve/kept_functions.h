/*
 * Functions that code stores somewhere in what it gets, such as assembler: each goes to the places
 * of its type. All other pointers that such code stores are without consequence.
 */
#ifndef RESOLVE_KEPT_FUNCTIONS_H
#define RESOLVE_KEPT_FUNCTIONS_H

#include "points_to/program.h"

/** Code stores the functions that `values` holds in the places that `places` leads to. @return
 *  CG_OK or CG_E_MEMORY */
int kept_add(struct program *program, uint32_t places, uint32_t values, struct cg_error *error);

/** Once all facts are read: a parameter that is declared as a pointer to data holds no functions.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(additions) */
int kept_prepare(struct program *program, struct cg_error *error);

/** While solving: a place, or a value, is there. O(types of places), and for the first place of a
 *  type O(values). @param kept which code: the index of the watch */
int kept_place(struct program *program, uint32_t kept, uint32_t object, struct cg_error *error);
int kept_value(struct program *program, uint32_t kept, uint32_t object, struct cg_error *error);

#endif
