/*
 * From state to state of a walk (query/walk/walk.h).
 */
#ifndef QUERY_WALK_WALK_STEP_H
#define QUERY_WALK_WALK_STEP_H

#include "query/common/query_internal.h"

/** What a cell holds that may be any value. */
#define WALK_ANY CG_NONE

struct contexts;

/** Where a walk is: in a function, or, unless `cell` is CG_NONE, in one whose cell holds a value.
 */
struct walk_state {
    cg_node node;
    uint32_t cell;
    uint32_t value;
};

/** Gets what is next to a state along an edge. @return false to end */
typedef bool walk_visit(void *data, cg_edge edge, const struct walk_state *next);

/** How to step. */
struct walk_stepping {
    const struct cg_graph *graph;
    const struct contexts *contexts; /**< of the graph; NULL: none */
    const struct cg_query_bounds *bounds;
    const uint32_t *met; /**< by node: CG_NONE unless the function, whatever it is handed, need not
                              be handed on, else its distance; NULL: all are */
    uint32_t distance;   /**< of the state that is stepped from, where `met` is there */
    walk_visit *visit;
    void *data;
};

/** Hand on each state next to one, some perhaps twice. @return false when a visit did.
 *  O(calls of, or to, the state's function). */
bool walk_step(const struct walk_stepping *stepping, const struct walk_state *state,
               enum cg_direction direction);

#endif
