/*
 * Kinds of metadata that plug-ins collect (libcg/collect.h).
 *
 * What they give is kept by linkage name and kind, in a graph that has nothing else, until the
 * graph of the unit is made.
 */
#ifndef CGCOLLECT_METADATA_PLUGGED_H
#define CGCOLLECT_METADATA_PLUGGED_H

#include "metadata/common/kind.h"

/** Have a plug-in look at a function. What is wrong with its answer is noted in the unit. */
void plugged_look(struct unit *unit, const struct unit_function *function,
                  const struct collected_kind *kind, const struct seen_declaration *seen);

/** Write what plug-ins gave. @return an enum cg_status. */
int plugged_write(const struct rendering *rendering, struct cg_error *error);

#endif
