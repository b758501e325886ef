/*
 * Functions by name and origin, where the chain of a name would be long: a file each for thousands
 * of functions of one name.
 */
#ifndef GRAPH_ORIGIN_INDEX_H
#define GRAPH_ORIGIN_INDEX_H

#include "base/pool.h"

#include <libcg/graph.h>

/** Start with {0}. */
struct origin_index {
    struct cg_pool keys;
    cg_node *nodes; /**< by number of the key */
    size_t capacity;
};

/** Add a function, unless there is one for this name and origin. @param name and @param origin are
 *  strings of one pool @return false when memory is exhausted. O(1) expected */
bool origin_index_add(struct origin_index *index, uint32_t name, uint32_t origin, cg_node node);

/** @return the function, CG_NONE if there is none. O(1) expected */
cg_node origin_index_find(const struct origin_index *index, uint32_t name, uint32_t origin);

/** Release; may be used again. */
void origin_index_free(struct origin_index *index);

#endif
