/*
 * Which functions and variables code that was not read may refer to by name.
 */
#ifndef RESOLVE_NAMED_SYMBOLS_H
#define RESOLVE_NAMED_SYMBOLS_H

#include "points_to/solved_program.h"

/** Whether such code may name a function or variable of external linkage. After external_prepare.
 *  @param hidden whether its visibility is */
bool symbol_may_be_named(const struct program *program, const char *name, bool hidden);

/** Whether such code may have a function that has a body, because it names it or, unread, is in its
 *  file. */
bool function_may_be_named(const struct program *program, cg_node node);

/** Mark the functions that facts say are referred to as used, and hand them and the variables to
 *  uncollected code. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(names). */
int referenced_give(struct program *program, struct cg_error *error);

/** Hand the variables that shared libraries name to uncollected code. Their functions are those of
 *  external_calls_by_name. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(names). */
int libraries_give(struct program *program, struct cg_error *error);

/** Put the functions and variables that the program may find by name into the slot for them, if
 *  the user promises that the graph has all of them. Which of them a file exports does not matter:
 *  the table of one that is loaded need not be known. Records are found by the types of their
 *  fields. Libraries get all of it if one loads code and calls what it finds there itself. @return
 * CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(nodes and slots). */
int symbols_find(struct program *program, struct cg_error *error);

/** Give slots the functions and variables whose symbols they hold. @return CG_OK, CG_E_LIMIT or
 *  CG_E_MEMORY. O(slots). */
int symbols_give(struct program *program, struct cg_error *error);

/**
 * After solving. O(names) and what the variables among them hold.
 * @param out whether library functions may call by name what the program defines, as a C library
 *            does with what every program has to provide: objects without graphs name both
 * @return CG_OK or CG_E_MEMORY
 */
int referenced_by_libraries(bool *out, const struct program *program, struct cg_error *error);

#endif
