/* Calls that only one of two graphs has. */
#include "diff/sides.h"

#include "query/common/query_internal.h"

#include <stdlib.h>

static int by_rank(const void *a, const void *b, void *user)
{
    const struct side *side = user;
    uint32_t left = side->rank[cg_edge_callee(side->graph, *(const cg_edge *)a)];
    uint32_t right = side->rank[cg_edge_callee(side->graph, *(const cg_edge *)b)];
    return (left > right) - (left < right);
}

/* The calls added since there were `from`, which have one caller. */
static void sort_from(struct numbers *calls, size_t from, const struct side *side)
{
    if (calls->count - from > 1) {
        qsort_r(calls->at + from, calls->count - from, sizeof *calls->at, by_rank, (void *)side);
    }
}

/* The same call of the other graph, or CG_NONE. */
static cg_edge counterpart(const struct side *side, const struct side *other, cg_edge edge)
{
    cg_node caller = side->other[cg_edge_caller(side->graph, edge)];
    cg_node callee = side->other[cg_edge_callee(side->graph, edge)];
    if (caller == CG_NONE || callee == CG_NONE) {
        return CG_NONE;
    }
    cg_edge found = cg_graph_find_edge(other->graph, caller, callee);
    return found != CG_NONE && !cg_query_is_guess(other->graph, found) ? found : CG_NONE;
}

static int compare_call(struct numbers *missing, struct numbers *changed, const struct side *side,
                        const struct side *other, cg_edge edge, struct cg_error *error)
{
    if (cg_query_is_guess(side->graph, edge)) {
        return CG_OK;
    }
    cg_edge found = counterpart(side, other, edge);
    if (found == CG_NONE) {
        return numbers_add(missing, edge, error);
    }
    bool differs = cg_edge_kinds(side->graph, edge) != cg_edge_kinds(other->graph, found);
    return changed && differs ? numbers_add(changed, edge, error) : CG_OK;
}

int compare_calls(struct numbers *missing, struct numbers *changed, const struct side *side,
                  const struct side *other, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < side->nodes && !status; i++) {
        size_t missing_before = missing->count;
        size_t changed_before = changed ? changed->count : 0;
        cg_edge first;
        uint32_t count = cg_node_out_edges(side->graph, side->order[i], &first);
        for (uint32_t k = 0; k < count && !status; k++) {
            status = compare_call(missing, changed, side, other, first + k, error);
        }
        sort_from(missing, missing_before, side);
        if (changed) {
            sort_from(changed, changed_before, side);
        }
    }
    return status;
}
