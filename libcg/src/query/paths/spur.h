/*
 * The shortest path with a given beginning: the building block of the k shortest paths.
 *
 * An A* search (P. E. Hart, N. J. Nilsson, B. Raphael, 1968) with the exact distance to the targets
 * in the whole graph as its estimate, so that it visits little more than the path itself. Where
 * there is none, it visits all that can be reached; until spur_forget, no other search goes there
 * again.
 */
#ifndef QUERY_PATHS_SPUR_H
#define QUERY_PATHS_SPUR_H

#include "query/paths/cost.h"

struct spur {
    const struct cg_graph *graph;
    const struct cg_path_query *query;
    bool *is_start;
    bool *is_target;
    bool *blocked;       /**< by node: excluded; set by the caller */
    struct cost *to_end; /**< by node: distance to the nearest target, in the whole graph */
    struct cost *from;   /**< by node: valid if `round` is the current one */
    uint32_t *round;     /**< by node */
    uint32_t *on_path;   /**< by node: round in which it was on a shortest path */
    uint32_t current;
    uint32_t *lost; /**< by node: the count of `forgotten` when a search in vain came there */
    uint32_t forgotten;
    struct cost_heap heap; /**< nodes to visit */
    cg_node *marked; /**< nodes that the search came to, then a stack of those on shortest paths */
    size_t visited;  /**< how many it came to */
    cg_edge *path;   /**< the last result */
    size_t length;
    cg_node start;
};

/** Set up; the query was checked. @return CG_OK or CG_E_MEMORY; release in either case */
int spur_init(struct spur *s, const struct cg_graph *graph, const struct cg_path_query *query,
              struct cg_error *error);

/** Release. */
void spur_free(struct spur *s);

/** Calls that paths must not have. */
struct spur_barred {
    const cg_edge *edges;
    size_t count;
};

/** No longer rely on searches in vain: fewer nodes are blocked than before, or other edges barred.
 */
void spur_forget(struct spur *s);

/**
 * Find the shortest path from any of some nodes to a target; of several the first in canonical
 * order.
 *
 * @param starts  blocked ones are ignored; those of the last call are blocked, or the same
 * @param barred  excluded edges, of `starts`
 * @param found   receives whether there is one; `path`, `length` and `start` then describe it
 * @return CG_OK or CG_E_MEMORY
 */
int spur_find(struct spur *s, bool *found, const struct cg_function_set *starts,
              const struct spur_barred *barred, struct cg_error *error);

#endif
