/*
 * All that some functions may ever call, be it known or not: the walk that cg_reach describes,
 * which does not depend on what is looked for.
 */
#ifndef QUERY_UNKNOWN_REACH_H
#define QUERY_UNKNOWN_REACH_H

#include "query/common/query_internal.h"
#include "query/external_reach.h"

#include <stddef.h>

/** A walk, and how far it came. */
struct beyond {
    const struct cg_graph *graph;
    const cg_node *from; /**< borrowed */
    size_t from_count;
    struct cg_query_bounds bounds; /**< the limit is 1 or CG_NONE */
    struct outside outside;
    uint32_t *from_start; /**< by node: distance by calls that are known */

    /* After beyond_walk */
    enum outside_level level; /**< what code that was not collected may call */
    cg_node *callable;        /**< the functions it may call, rising; none at OUTSIDE_NONE */
    size_t callable_count;
    uint32_t *from_any; /**< by node: distance from the start, or from what that code may call */
};

/**
 * Look the graph over and follow the calls that are known. Release with beyond_clear, also after
 * failure.
 *
 * @param graph frozen
 * @param from  borrowed
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges).
 */
int beyond_begin(struct beyond *out, const struct cg_graph *graph, const cg_node *from,
                 size_t from_count, struct cg_error *error);

/** As beyond_begin, of chains within bounds. Of calls by name only strangers make more than those
 * that are known. */
int beyond_begin_within(struct beyond *out, const struct cg_graph *graph, const cg_node *from,
                        size_t from_count, const struct cg_query_bounds *bounds,
                        struct cg_error *error);

/** Follow all other calls that there may be, but for those that may be anything.
 *  @return CG_OK, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges) and the unresolved calls that are
 * met. */
int beyond_walk(struct beyond *beyond, struct cg_error *error);

/** Whether a function is reached and may call anything: it has such unresolved calls, or it does
 * not say what it calls while others do. After beyond_walk. */
bool beyond_may_call_anything(const struct beyond *beyond, cg_node node);

void beyond_clear(struct beyond *beyond);

#endif
