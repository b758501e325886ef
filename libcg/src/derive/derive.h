/*
 * Undoing cg_graph_derive.
 */
#ifndef DERIVE_DERIVE_H
#define DERIVE_DERIVE_H

#include <libcg/derive.h>

/** Remove what cg_graph_derive would set or replace. O(nodes). */
void derive_undo(struct cg_graph *graph);

#endif
