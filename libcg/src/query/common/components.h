/*
 * Strongly connected components of calls in arrays, for a graph or a part of one.
 */
#ifndef QUERY_COMMON_COMPONENTS_H
#define QUERY_COMMON_COMPONENTS_H

#include <libcg/graph.h>

/** Calls, grouped by caller. */
struct call_rows {
    uint32_t nodes;
    const uint32_t *start;  /**< nodes + 1: calls of node n are start[n] .. start[n + 1] - 1 */
    const cg_node *callees; /**< by call */
};

/** Calls of a graph without guesses; borrowed from the graph if it has none. */
struct sure_calls {
    struct call_rows rows;
    uint32_t *start;
    cg_node *callees;
};

/** Remove guesses. Release with sure_calls_free, also after failure. @param graph frozen @return
 *  CG_OK or CG_E_MEMORY. O(nodes + edges). */
int sure_calls_make(struct sure_calls *out, const struct cg_graph *graph, struct cg_error *error);

void sure_calls_free(struct sure_calls *sure);

/** As cg_components, for these calls. @return CG_OK or CG_E_MEMORY. O(nodes + calls). */
int components_find(uint32_t *component, uint32_t *count, const struct call_rows *rows,
                    struct cg_error *error);

#endif
