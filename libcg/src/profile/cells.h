/*
 * Maps a path at a location to its value.
 *
 * Most readers proceed from location to location. As long as they do, the newest cell of a path is
 * the right one, or there is none; only if locations come in another order are cells looked up.
 */
#ifndef PROFILE_CELLS_H
#define PROFILE_CELLS_H

#include "profile/builder.h"

/** The cell of a path at a location, made if there is none; BUILDER_NONE when memory is exhausted.
 *  O(1) expected. */
uint32_t cells_find(struct builder *b, cg_call_context path, uint32_t location);

/** Release. */
void cells_free(struct builder *b);

#endif
