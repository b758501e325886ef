/*
 * Breadth-first walks that call what a function was handed only where it was handed over
 * (graph/contexts.h).
 *
 * A walk goes over states: a function, or a cell (a parameter of a function) that holds a value,
 * or anything. A call by name leads from a function to the cells it hands values to; from a cell
 * to those it is passed on as; and the call of a parameter from the cells that hold the callee. So
 * each state needs nothing but the one before, walks in both directions are searches of a graph,
 * and a path of states is a chain of calls that hands over what is called. Whoever is called
 * otherwise, or starts a walk, may be handed anything. States are made when they are met: there are
 * no more than functions, and values of each cell.
 */
#ifndef QUERY_WALK_WALK_H
#define QUERY_WALK_WALK_H

#include "query/common/query_internal.h"

/** A cell that holds a value, where a walk came. */
struct walk_held {
    uint32_t cell;
    uint32_t value;
    uint32_t distance;
};

/** A walk that was made. Start with {0}. */
struct walk {
    const struct cg_graph *graph;
    enum cg_direction direction;
    struct cg_query_bounds bounds;
    uint32_t *distance; /**< by node: from the starts, or, against calls, to them from the function
                             handed anything; borrowed */
    struct walk_held *held;
    size_t held_capacity;
    uint32_t held_count;
    uint32_t *slots; /**< of held + 1, by hash; NULL: none */
    uint32_t mask;
    uint32_t *plain; /**< by node, as distance, but of the function whatever it is handed; against
                          calls only: along them it is `distance` */
};

/** Walk. Parameters as of cg_query_search, which this is for graphs without contexts.
 *  @param out release with walk_clear in either case
 *  @return as cg_query_search. O(states + the calls from each). */
int walk_search(struct walk *out, uint32_t *distance, const struct cg_graph *graph,
                const cg_node *starts, size_t count, enum cg_direction direction,
                const struct cg_query_bounds *bounds, struct cg_error *error);

void walk_clear(struct walk *walk);

/**
 * The calls between the starts of a walk and a node it came to, in the order they are made: at each
 * step from that node the canonically first.
 *
 * @param path receives them, to be released with free; untouched when there are none
 * @return CG_OK or CG_E_MEMORY. O(calls from, or to, what is on the way).
 */
int walk_path(cg_edge **path, size_t *length, const struct walk *walk, cg_node node,
              struct cg_error *error);

#endif
