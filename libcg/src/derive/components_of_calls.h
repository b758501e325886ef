/*
 * The calls of a graph, frozen or not, for derived metadata.
 */
#ifndef DERIVE_COMPONENTS_OF_CALLS_H
#define DERIVE_COMPONENTS_OF_CALLS_H

#include "query/common/components.h"

#include <libcg/graph.h>

/** All calls except guesses, grouped by caller, and their components. */
struct derive_calls {
    struct call_rows rows;
    uint32_t *start;
    cg_node *callees;
    cg_edge *edges;      /**< by call: its number in the graph */
    uint32_t *component; /**< by node; every call goes to the same or a smaller one */
    uint32_t component_count;
    cg_node *members;   /**< nodes, grouped by component */
    uint32_t *first;    /**< component_count + 1: start of each component's members */
    bool *calls_within; /**< by component: whether a member calls a member or itself */
};

/** Collect them. @param calls zeroed; release it with derive_calls_free in either case
 *  @return CG_OK or CG_E_MEMORY. O(nodes + edges). */
int derive_calls_find(struct derive_calls *calls, const struct cg_graph *graph,
                      struct cg_error *error);

void derive_calls_free(struct derive_calls *calls);

#endif
