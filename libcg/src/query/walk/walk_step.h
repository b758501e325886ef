/*
 * The successors of a state of a walk (query/walk/walk.h).
 */
#ifndef QUERY_WALK_WALK_STEP_H
#define QUERY_WALK_WALK_STEP_H

#include "query/common/query_internal.h"

/** The value of a cell that may hold any. */
#define WALK_ANY CG_NONE

struct contexts;

/** The position of a walk: in a function, or, unless `cell` is CG_NONE, in one whose cell holds a
 *  value. */
struct walk_state {
    cg_node node;
    uint32_t cell;
    uint32_t value;
};

/** Receives a successor of a state along an edge. @return false to end */
typedef bool walk_visit(void *data, cg_edge edge, const struct walk_state *next);

/** How to step. */
struct walk_stepping {
    const struct cg_graph *graph;
    const struct contexts *contexts; /**< of the graph; NULL: none */
    const struct cg_query_bounds *bounds;
    const uint32_t *met; /**< by node: distance of the function with anything passed, which is then
                            not reported again; CG_NONE: not reached; NULL: report all */
    uint32_t distance;   /**< of the current state, if `met` is set */
    walk_visit *visit;
    void *data;
};

/** Report each successor of a state, some perhaps twice. @return false if a visit did. O(calls of,
 *  or to, the state's function). */
bool walk_step(const struct walk_stepping *stepping, const struct walk_state *state,
               enum cg_direction direction);

#endif
