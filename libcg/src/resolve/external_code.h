/*
 * Code that was not collected: what it can get at, and what it may do with it.
 */
#ifndef RESOLVE_EXTERNAL_CODE_H
#define RESOLVE_EXTERNAL_CODE_H

#include "points_to/program.h"

/* All return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** After facts are read, before calls are bound: how much of the program is not known.
 *  @param report receives why */
int outside_prepare(struct program *program, enum cg_world world, struct cg_link_report *report,
                    struct cg_error *error);

/** After facts are read: what outside code has from the start. */
int outside_seed(struct program *program, struct cg_error *error);

/** @return whether libraries call a function of the program's by its name, in place of one of their
 *          own. */
bool outside_calls_by_name(const struct program *program, cg_node node);

/** Outside code gets integers, and bytes, which may be pointers. */
int outside_get_integers(struct program *program, struct cg_error *error);

/** Outside code got hold of an object: it may read and write it, or call it. */
int outside_object(struct program *program, uint32_t object, struct cg_error *error);

/** Something that is used as a record is of an object. */
int outside_typed(struct program *program, uint32_t record, uint32_t object,
                  struct cg_error *error);

/** Code that was not collected may call the function of a node.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int outside_give(struct program *program, cg_node node, struct cg_error *error);

#endif
