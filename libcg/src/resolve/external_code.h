/*
 * Uncollected code: what it can reach, and what it may do with it.
 */
#ifndef RESOLVE_EXTERNAL_CODE_H
#define RESOLVE_EXTERNAL_CODE_H

#include "points_to/solved_program.h"

/* All return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** After facts are read, before calls are bound: find out how much of the program is unknown.
 *  @param report receives the reasons */
int external_prepare(struct program *program, enum cg_world world, struct cg_link_report *report,
                     struct cg_error *error);

/** After facts are read: what uncollected code has initially. */
int external_seed(struct program *program, struct cg_error *error);

/** @return the entry of a library function that loads code or finds names; NULL: it does not.
 * O(length of its name) expected. */
const struct summary *external_loader(const struct program *program, cg_node node);

/** @return the entry of a variable that a library defines; NULL: none is known to. O(length of its
 *          name) expected. */
const struct summary *external_variable(const struct program *program, const char *variable);

/** @return whether a function is the program's own and has a symbol, so that other code that refers
 *          to the symbol calls it. One that a system header defines does what the library's does.
 */
bool external_is_replacement(const struct program *program, cg_node node);

/** @return whether compilers call a function of this name by themselves. O(length of its name)
 *          expected. */
bool external_is_called_by_compilers(const struct program *program, cg_node node);

/** Which libraries call a function of the program by name. */
enum named_by {
    NAMED_BY_NONE,
    NAMED_BY_LIBRARIES, /**< others than the C library and the runtimes of languages */
    NAMED_BY_RUNTIMES,  /**< any */
};

/** @return which libraries call a function of the program by name, in place of one of their own or
 *          because they expect the program to have it. O(length of its name) expected. */
enum named_by external_calls_by_name(const struct program *program, cg_node node);

/** Uncollected code receives integers, and bytes, which may be pointers. */
int external_get_integers(struct program *program, struct cg_error *error);

/** Uncollected code reached an object: it may read, write or call it. */
int external_object(struct program *program, uint32_t object, struct cg_error *error);

/** An object is used as a record. */
int external_typed(struct program *program, uint32_t record, uint32_t object,
                   struct cg_error *error);

/** A slot holds values from uncollected code, limited by a type. @return CG_OK, CG_E_LIMIT or
 *  CG_E_MEMORY */
int external_hold(struct program *program, uint32_t slot, const struct cg_value *type,
                  struct cg_error *error);

/** Uncollected code may call the function of a node. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int external_give(struct program *program, cg_node node, struct cg_error *error);

#endif
