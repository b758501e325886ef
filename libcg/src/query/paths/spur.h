/*
 * The shortest path with a given beginning: the building block of the k shortest paths.
 *
 * An A* search (P. E. Hart, N. J. Nilsson, B. Raphael, 1968) with the exact distance to the targets
 * in the whole graph as its estimate, so that it visits little more than the path itself.
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
    struct cost_heap heap; /**< nodes to visit */
    cg_node *marked;       /**< stack of nodes on shortest paths */
    cg_edge *path;         /**< the last result */
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

/**
 * Find the shortest path from any of some nodes to a target; of several the first in canonical
 * order.
 *
 * @param starts  blocked ones are ignored
 * @param found   receives whether there is one; `path`, `length` and `start` then describe it
 * @return CG_OK or CG_E_MEMORY
 */
int spur_find(struct spur *s, bool *found, const struct cg_function_set *starts,
              const struct spur_barred *barred, struct cg_error *error);

#endif
