/*
 * Override relations that neither source of evidence has alone: of methods that the compiler makes
 * or instantiates (so libclang does not show them), over methods of classes whose virtual tables
 * are elsewhere (so the compiler does not show them). The source has the names of the latter.
 */
#ifndef CGCOLLECT_JOIN_HIERARCHY_H
#define CGCOLLECT_JOIN_HIERARCHY_H

#include "unit/unit.h"

/** Add the override pairs that follow from the unit's inherited methods: a method in the table of a
 *  base overrides the virtual method of that base that has its name and parameters. */
void hierarchy_add_overrides(struct unit *unit);

#endif
