/*
 * The shortest path that begins in a given way: what the k shortest paths are put together from.
 *
 * A search (A*: P. E. Hart, N. J. Nilsson, B. Raphael, 1968) that knows how far the targets are
 * from each node in the whole graph, and so looks at little more than the path itself.
 */
#ifndef QUERY_PATHS_SPUR_H
#define QUERY_PATHS_SPUR_H

#include "query/paths/cost.h"

struct spur {
    const struct cg_graph *graph;
    const struct cg_path_query *query;
    bool *is_start;
    bool *is_target;
    bool *blocked;       /**< by node: not to be gone through; for the caller to set */
    struct cost *to_end; /**< by node: the nearest target, in the whole graph */
    struct cost *from;   /**< by node: valid where `round` is the current one */
    uint32_t *round;     /**< by node */
    uint32_t *on_path;   /**< by node: round in which it was found to be on a shortest path */
    uint32_t current;
    struct cost_heap heap; /**< nodes to be looked at */
    cg_node *marked;       /**< stack of nodes found to be on a shortest path */
    cg_edge *path;         /**< what was found last */
    size_t length;
    cg_node start;
};

/** Set up; what is asked for was checked. @return CG_OK or CG_E_MEMORY; release in either case */
int spur_init(struct spur *s, const struct cg_graph *graph, const struct cg_path_query *query,
              struct cg_error *error);

/** Release. */
void spur_free(struct spur *s);

/**
 * Find the shortest path from any of some nodes to a target; of several the canonically first.
 *
 * @param starts  not blocked ones count
 * @param barred  edges not to be taken
 * @param found   receives whether there is one; `path`, `length` and `start` then tell it
 * @return CG_OK or CG_E_MEMORY
 */
int spur_find(struct spur *s, bool *found, const cg_node *starts, size_t start_count,
              const cg_edge *barred, size_t barred_count, struct cg_error *error);

#endif
