/*
 * Loops along chains of calls, as libcg/derive.h defines them.
 */
#ifndef DERIVE_GLOBAL_LOOPS_H
#define DERIVE_GLOBAL_LOOPS_H

#include "derive/components_of_calls.h"
#include "derive/depths.h"

/** Set CG_KEY_GLOBAL_LOOP_DEPTH of all functions, or remove it.
 *  @return CG_OK or CG_E_MEMORY. O(nodes + edges + bytes of what depths_find reads). */
int derive_global_loops(struct cg_graph *graph, const struct derive_calls *calls,
                        struct cg_error *error);

#endif
