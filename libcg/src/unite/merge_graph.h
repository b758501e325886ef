/*
 * Merging: shared by cg_graph_merge and struct cg_merger.
 */
#ifndef UNITE_MERGE_GRAPH_H
#define UNITE_MERGE_GRAPH_H

#include "unite/pending.h"

#include <libcg/merge.h>

/** As cg_graph_merge. Values of the graph itself go to `pending` instead, unless that is NULL. */
int merge_graph(struct cg_graph *into, const struct cg_graph *from,
                const struct cg_registry *registry, struct pending *pending,
                struct cg_error *error);

/** The options of a caller, or the defaults. @return CG_OK or CG_E_ARGUMENT. */
int merge_options(struct cg_merge_options *own, const struct cg_merge_options *given,
                  struct cg_error *error);

/** End a merge: tell apart the external definitions of a name. Done again, it changes nothing.
 *  @return as cg_graph_merge. O(1) if no name has several, else O(size of the graph). */
int merge_finish(struct cg_graph *whole, const struct cg_merge_options *options,
                 struct cg_error *error);

#endif
