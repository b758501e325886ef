/*
 * All that some functions may ever call, known or not: the walk that cg_reach describes,
 * independent of the target.
 */
#ifndef QUERY_UNKNOWN_REACH_H
#define QUERY_UNKNOWN_REACH_H

#include "query/common/query_internal.h"
#include "query/external_reach.h"

#include <stddef.h>

/** A walk and its result. */
struct unknown_reach {
    const struct cg_graph *graph;
    const cg_node *from; /**< borrowed */
    size_t from_count;
    struct cg_query_bounds bounds; /**< the limit is 1 or CG_NONE */
    struct external outside;
    uint32_t *from_start; /**< by node: distance over known calls */

    /* After unknown_reach_walk */
    unsigned ways;     /**< how uncollected code finds what it may call: enum external_ways */
    cg_node *callable; /**< the functions it may call, ascending; none at EXTERNAL_NONE */
    size_t callable_count;
    uint32_t
        *from_any; /**< by node: distance from the start, or from what uncollected code may call */
};

/**
 * Scan the graph and follow known calls. Release with unknown_reach_clear, also after failure.
 *
 * @param graph frozen
 * @param from  borrowed
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges).
 */
int unknown_reach_begin(struct unknown_reach *out, const struct cg_graph *graph,
                        const cg_node *from, size_t from_count, struct cg_error *error);

/** As unknown_reach_begin, for chains within the bounds of a question, whose targets do not matter.
 * Of calls by name only uncollected code that may be the program's makes unknown ones. */
int unknown_reach_begin_within(struct unknown_reach *out, const struct cg_graph *graph,
                               const struct cg_unknown_question *asked, struct cg_error *error);

/** Follow all other possible calls, except those that may reach anything. @return CG_OK,
 *  CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges) plus the unresolved calls that are reached. */
int unknown_reach_walk(struct unknown_reach *beyond, struct cg_error *error);

/** Whether a function is reached and may call anything: through its unresolved calls, or because it
 *  has no `unresolvedCalls` while others have. Call after unknown_reach_walk. */
bool unknown_reach_may_call_anything(const struct unknown_reach *beyond, cg_node node);

void unknown_reach_clear(struct unknown_reach *beyond);

#endif
