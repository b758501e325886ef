/*
 * Where the definition of a function begins and ends in its file.
 */
#ifndef CGCOLLECT_METADATA_COMMON_EXTENT_H
#define CGCOLLECT_METADATA_COMMON_EXTENT_H

#include "metadata/common/kind.h"

/** Look at a definition and store its extent (unit_declared.first and last); a kind's `look`. */
void extent_look(struct unit *unit, struct unit_function *function,
                 const struct seen_declaration *seen);

/**
 * The extent of a function's definition in its origin. Instances of a template have that of their
 * template, whatever showed them.
 *
 * @return false if it is unknown
 */
bool extent_of(uint64_t *first, uint64_t *last, const struct unit *unit, unit_id function);

#endif
