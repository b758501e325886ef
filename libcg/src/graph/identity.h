/*
 * Finding the node of a merged graph that is the same function as another.
 */
#ifndef GRAPH_IDENTITY_H
#define GRAPH_IDENTITY_H

#include "graph/graph.h"

/**
 * The node with the identity of `incoming`: its name, and for internal linkage its origin. When
 * there is none, one is made as a copy of `incoming`.
 *
 * @param into     a graph all of whose nodes were made here
 * @param incoming strings are those of `into`
 * @param is_new   receives whether the node was made
 * @return the node, or CG_NONE when memory is out. O(1) expected.
 */
cg_node identity_match(struct cg_graph *into, const struct node *incoming, bool *is_new);

/** Find nodes anew after their strings were renumbered. O(nodes). */
void identity_rebuild(struct cg_graph *graph);

/**
 * The linkage a node has when graphs merge. Of several functions of one graph that share a name and
 * do not state their linkage, those that are defined in a known file must be internal to it:
 * whoever wrote the graph kept them apart. O(functions of the name).
 */
enum cg_linkage graph_inferred_linkage(const struct cg_graph *graph, cg_node node);

/** Begin to load what identity_match will need for a function of such a name and origin. */
void identity_prefetch(const struct cg_graph *into, const struct node *incoming);

#endif
