/*
 * Values that refer to nodes, when graphs merge. References say what a function is in any graph, so
 * there is little to do.
 */
#ifndef UNITE_MERGE_REFERENCES_H
#define UNITE_MERGE_REFERENCES_H

#include "graph/graph.h"

/**
 * Have the target know the kinds whose values refer to nodes: those merged with, else those of the
 * source.
 *
 * @param registry may be NULL
 * @return CG_OK; CG_E_STATE when the source has values that refer to nodes but was read without
 *         knowing so, and they are ids of its file. O(kinds), before failing O(size of from).
 */
int merge_registry(struct cg_graph *into, const struct cg_graph *from,
                   const struct cg_registry *registry, struct cg_error *error);

/**
 * A value whose references may have numbers, which mean nothing in another graph.
 *
 * @param same      the value as it is, a string of `into`
 * @param attribute of `from`
 * @return the value without them, a string of `into`; CG_NO_STRING after failing
 */
uint32_t merge_without_numbers(struct cg_graph *into, uint32_t same, const struct cg_graph *from,
                               const struct attribute *attribute, struct cg_error *error);

#endif
