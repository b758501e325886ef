/*
 * Entries into one long list of metadata values: every few dozen values a signpost, in the order of
 * keys. A file may give one place any number of kinds; without signposts, adding each of them would
 * walk the list from its head.
 */
#ifndef GRAPH_SIGNPOSTS_H
#define GRAPH_SIGNPOSTS_H

#include "graph/graph.h"

/** Values between two signposts. */
#define SIGNPOST_DISTANCE 64

/** @return how many signposts of a place have keys before this one; 0 also if there are none for
 *          the place. O(log signposts). */
size_t signposts_before(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                        uint32_t key);

/**
 * Set a signpost at an attribute. Those of another place are forgotten.
 *
 * @param post in: how many signposts are before it; out: with it
 * @return false when memory is exhausted. O(signposts).
 */
bool signposts_set(struct cg_graph *graph, enum cg_place place, uint32_t number, size_t *post,
                   uint32_t attribute);

#endif
