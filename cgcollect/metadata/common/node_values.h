/*
 * Writes the values of nodes.
 */
#ifndef CGCOLLECT_METADATA_COMMON_NODE_VALUES_H
#define CGCOLLECT_METADATA_COMMON_NODE_VALUES_H

#include "metadata/common/kind.h"

/** Write the values that a kind appends for functions (collected_kind.value, body_value).
 *  @return an enum cg_status */
int write_values(const struct rendering *r, const struct collected_kind *kind,
                 struct cg_error *error);

#endif
