/*
 * Removing strings that other values have replaced.
 */
#ifndef IDENTITY_COMPACT_H
#define IDENTITY_COMPACT_H

#include "graph/graph.h"

/** Whether to compact now: memory should grow with the current content, not with the past. */
bool graph_is_stale(const struct cg_graph *graph);

/** Remove unneeded strings. Numbers of strings change. @return false when memory is exhausted; the
 *  graph is then unchanged. O(size of the graph). */
bool graph_compact(struct cg_graph *graph);

#endif
