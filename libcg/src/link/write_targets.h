/*
 * Writing the solution into the graph: edges with their sites, which calls are resolved, and why
 * the others are not.
 */
#ifndef LINK_WRITE_TARGETS_H
#define LINK_WRITE_TARGETS_H

#include "points_to/program.h"

/** Write edges, resolved and unresolved calls through pointers, and what escapes.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int targets_write(struct program *program, struct cg_link_report *report, struct cg_error *error);

/* candidates.c */

/** Add edges from calls that stay unresolved to functions of compatible type whose address is
 *  taken.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(unresolved calls * functions whose address is
 *          taken). */
int candidates_write(struct program *program, struct cg_error *error);

/** The place of a call. */
struct cg_site target_site(const struct program *program, const struct call *call);

#endif
