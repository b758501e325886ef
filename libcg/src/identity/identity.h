/*
 * Finding the same function in a merged graph.
 */
#ifndef IDENTITY_IDENTITY_H
#define IDENTITY_IDENTITY_H

#include "graph/graph.h"

/**
 * The node with the identity of `incoming`: its name, and for internal linkage its origin. An
 * external definition in a known file is no node of another file's definition; unite/namesakes.h
 * decides at the end whether they are one function. If there is no such node, a copy of `incoming`
 * is made.
 *
 * @param into     a graph all of whose nodes were made here
 * @param incoming its strings are those of `into`
 * @param is_new   receives whether the node was made
 * @return the node, or CG_NONE when memory is exhausted. O(1) expected.
 */
cg_node identity_match(struct cg_graph *into, const struct node *incoming, bool *is_new);

/** Whether a node is a definition of which a program has only one: external, in a known file. */
bool identity_is_definite(const struct node *node);

/** Whether a node is a function of its own in every file, as internal ones are. */
static inline bool identity_is_internal(const struct node *node)
{
    return node->linkage == CG_LINKAGE_INTERNAL;
}

/** Rebuild the index of nodes after their strings were renumbered. @return false when memory is
 *  exhausted. O(nodes). */
bool identity_rebuild(struct cg_graph *graph);

/**
 * The linkage of a node for merging. If several functions of one graph share a name and have no
 * recorded linkage, those that are defined in a known file must be internal to it: otherwise the
 * graph would have only one. O(functions of the name).
 */
enum cg_linkage graph_inferred_linkage(const struct cg_graph *graph, cg_node node);

/**
 * The function that other files mean by a name: the one that is not internal to a file.
 *
 * @return the node, or CG_NONE if there is none. O(functions of the name).
 */
cg_node graph_find_symbol(const struct cg_graph *graph, const char *name);

/** The next one of the name, where several programs define it. CG_NONE: there is none. */
cg_node graph_next_symbol(const struct cg_graph *graph, const char *name, cg_node node);

/** Prefetch what identity_match will need for a function with this name and origin. */
void identity_prefetch(const struct cg_graph *into, const struct node *incoming);

#endif
