/*
 * Breadth-first walks that follow calls of parameters only with functions that were passed as them
 * (graph/contexts.h).
 *
 * A state is a function, or a cell (a parameter of a function) that holds a value, or anything. A
 * call by name leads from a function to the cells to which it passes values; from a cell to those
 * it is passed on as; and the call of a parameter from the cells that hold the callee. So a state's
 * successors depend only on the state, walks in both directions are searches of a graph, and a path
 * of states is a chain of calls that passes what is called. A function that is called otherwise, or
 * starts a walk, may have received anything. States are made when they are reached: at most as many
 * as functions, and values of each cell.
 */
#ifndef QUERY_WALK_WALK_H
#define QUERY_WALK_WALK_H

#include "query/common/query_internal.h"

#include "base/table.h"

/** A cell with a value that a walk reached. */
struct walk_held {
    uint32_t cell;
    uint32_t value;
    uint32_t distance;
};

/** A walk. Start with {0} and what is borrowed. */
struct walk {
    const struct cg_graph *graph; /**< borrowed */
    enum cg_direction direction;
    struct cg_query_bounds bounds; /**< borrowed arrays */
    uint32_t *distance; /**< by node: receives the distance from the starts, or, backwards, to them
                           from the function with anything passed; borrowed */

    /* What walk_search finds besides. */
    struct walk_held *held;
    size_t held_capacity;
    struct cg_table table; /**< of `held` */
    uint32_t *plain;       /**< by node, as distance, but of the function whatever is passed to it;
                              backwards only: forwards it equals `distance` */
};

/**
 * Walk. For graphs without contexts this is cg_query_search.
 * @param walk its graph, direction, bounds and distance are set; release with walk_clear in either
 *             case
 * @return as cg_query_search. O(states + the calls from each).
 */
int walk_search(struct walk *walk, const struct cg_function_set *starts, struct cg_error *error);

void walk_clear(struct walk *walk);

/**
 * The calls between the starts of a walk and a node it reached, in the order they are made: each
 * the first in canonical order, beginning at that node.
 *
 * @param path receives them, to be released with free; unchanged if there are none
 * @return CG_OK or CG_E_MEMORY. O(calls from, or to, the functions on the path).
 */
int walk_path(cg_edge **path, size_t *length, const struct walk *walk, cg_node node,
              struct cg_error *error);

#endif
