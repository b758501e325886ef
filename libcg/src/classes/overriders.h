/*
 * Which virtual members override which.
 */
#ifndef CLASSES_OVERRIDERS_H
#define CLASSES_OVERRIDERS_H

#include <libcg/graph.h>

/** Mark all that override, directly or not, a marked function.
 *  @param marked by node
 *  @return CG_OK or CG_E_MEMORY. O(nodes + override pairs) */
int overriders_mark(const struct cg_graph *graph, bool *marked, struct cg_error *error);

#endif
