/*
 * Kinds of metadata that plug-ins collect (libcg/collect.h).
 *
 * A separate graph stores their values by linkage name and kind until the graph of the unit is
 * made.
 */
#ifndef CGCOLLECT_METADATA_PLUGGED_H
#define CGCOLLECT_METADATA_PLUGGED_H

#include "metadata/common/kind.h"

/** Let a plug-in look at a function. Errors in its value are recorded in the unit. */
void plugged_look(struct unit *unit, const struct unit_function *function,
                  const struct collected_kind *kind, const struct seen_declaration *seen);

/** Write the values of plug-ins. @return an enum cg_status. */
int plugged_write(const struct rendering *rendering, struct cg_error *error);

#endif
