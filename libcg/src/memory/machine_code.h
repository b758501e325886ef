/*
 * Machine code, whose instructions do not say what is a pointer. How a parameter is declared in C
 * says what such code can do with it; and functions that it stores go to the places of their types.
 */
#ifndef MEMORY_MACHINE_CODE_H
#define MEMORY_MACHINE_CODE_H

#include "points_to/solved_program.h"

/** Code stores the functions that `values` holds in the places that `places` leads to.
 *  @param owner its function, or CG_NONE @return CG_OK or CG_E_MEMORY */
int machine_stores(struct program *program, cg_node owner, uint32_t places, uint32_t values,
                   struct cg_error *error);

/** Code gets what a parameter holds, in the slot `to`, unless it is declared as a pointer to
 *  characters or numbers. @return CG_OK or CG_E_MEMORY */
int machine_gets(struct program *program, uint32_t to, uint32_t parameter, struct cg_error *error);

/** Code returns what a slot holds, unless its result is declared as a number, or no file declares
 *  it. @return CG_OK or
 *  CG_E_MEMORY */
int machine_returns(struct program *program, uint32_t function, uint32_t from,
                    struct cg_error *error);

/** Once all facts are read, which declare parameters. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY.
 *  O(calls of these functions) */
int machine_prepare(struct program *program, struct cg_error *error);

/** While solving: a place, or a value, is there. O(types of places), and for the first place of a
 *  type O(values). @param kept which code: the index of the watch */
int machine_place(struct program *program, uint32_t kept, uint32_t object, struct cg_error *error);
int machine_value(struct program *program, uint32_t kept, uint32_t object, struct cg_error *error);

#endif
