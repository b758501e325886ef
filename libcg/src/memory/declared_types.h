/*
 * Files that declare one function or variable with different types. What one passes as a function
 * of one type, the other calls as a function of another, without a conversion in the program.
 */
#ifndef MEMORY_DECLARED_TYPES_H
#define MEMORY_DECLARED_TYPES_H

#include "points_to/solved_program.h"

/** Some file gives a function a type. @param type a text of the program
 *  @return CG_OK or CG_E_MEMORY */
int declared_types_note(struct program *program, uint32_t function, uint32_t type,
                        struct cg_error *error);

/** Some file gives a variable a type. @param slot of the variable
 *  @param cell a text of the program: the CELL of docs/pointer-facts.md
 *  @return CG_OK or CG_E_MEMORY */
int declared_cells_note(struct program *program, uint32_t slot, uint32_t cell,
                        struct cg_error *error);

/** Some file declares a variable that is, or points at, a record.
 *  @return CG_OK or CG_E_MEMORY */
int declared_records_note(struct program *program, uint32_t slot, uint32_t record,
                          struct cg_error *error);

/** After all facts are read: where the types of a function have different types of functions as the
 *  same parameter or result, or those of a variable, functions are converted between these.
 *  A function that files of another language declare has the type of its definition.
 *  O(n log n) for n types noted.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int declared_types_settle(struct program *program, struct cg_error *error);

/** After that, and after the slots that summaries name are known. What a variable holds that is a
 *  record in one file, and a pointer or an array of these in others, is in the fields of the
 * record, and the other way around. What it points at is used as the record that some file says.
 * Records that several files say are used as each other. O(n log n + m) for n variables noted and m
 * fields of such records.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int declared_records_join(struct program *program, struct cg_error *error);

#endif
