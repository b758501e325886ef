/*
 * The number of loops of the caller around each call, as collected.
 */
#ifndef DERIVE_DEPTHS_H
#define DERIVE_DEPTHS_H

#include "derive/components_of_calls.h"

#include <libcg/metadata.h>

/** @return whether any function has loop metadata (loopDepth, loopCallDepth). O(nodes). */
bool depths_are_collected(const struct cg_graph *graph);

/** Read a number of loops. @return false if the value is not a valid number; numbers that are too
 *  large become UINT32_MAX. */
bool depth_read(uint32_t *out, const struct cg_value *value);

/**
 * The loops around each call: the most that its sites (`loops`) or its caller (loopCallDepth, for
 * any name of the callee) record.
 *
 * @param out   receives an array by call, to release with free()
 * @param graph temporarily indexed by all names of its functions
 * @return CG_OK or CG_E_MEMORY. O(nodes + edges + bytes of the sites and of loopCallDepth).
 */
int depths_find(uint32_t **out, struct cg_graph *graph, const struct derive_calls *calls,
                struct cg_error *error);

#endif
