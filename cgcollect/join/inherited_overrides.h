/*
 * Overrides that neither source of evidence has alone: methods that the compiler makes or
 * instantiates (libclang does not show them) override methods of classes whose virtual tables are
 * elsewhere (the compiler does not show those). The source has the names of the latter.
 */
#ifndef CGCOLLECT_JOIN_INHERITED_OVERRIDES_H
#define CGCOLLECT_JOIN_INHERITED_OVERRIDES_H

#include "unit/unit.h"

/** Add the override pairs that follow from the unit's inherited methods: a method in a base's table
 *  overrides the virtual method of that base with the same name and parameters. */
void hierarchy_add_overrides(struct unit *unit);

#endif
