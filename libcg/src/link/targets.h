/*
 * Writing what was solved into the graph: edges with their sites, which calls are closed and why
 * the others are not.
 */
#ifndef LINK_TARGETS_H
#define LINK_TARGETS_H

#include "link/program.h"

/** Write edges, open and closed calls of pointers, and what escapes.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int targets_write(struct program *program, struct cg_link_report *report, struct cg_error *error);

#endif
