/*
 * Which value is that of a path at a location.
 *
 * Most readers go from location to location. As long as they do, the newest cell of a path is the
 * one that is meant, or there is none; only when locations come in another order are cells looked
 * up.
 */
#ifndef PROFILE_CELLS_H
#define PROFILE_CELLS_H

#include "profile/builder.h"

/** The cell of a path at a location, a new one if there is none; BUILDER_NONE when memory is out.
 *  O(1) expected. */
uint32_t cells_find(struct builder *b, cg_path path, uint32_t location);

/** Release. */
void cells_free(struct builder *b);

#endif
