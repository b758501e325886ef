/*
 * Strongly connected components of calls as arrays, whichever graph or part of one they are of.
 */
#ifndef QUERY_COMPONENTS_H
#define QUERY_COMPONENTS_H

#include <libcg/graph.h>

/** Calls, grouped by caller. */
struct call_rows {
    uint32_t nodes;
    const uint32_t *start;  /**< nodes + 1: calls of node n are start[n] .. start[n + 1] - 1 */
    const cg_node *callees; /**< by call */
};

/** As cg_components, of these calls. @return CG_OK or CG_E_MEMORY. O(nodes + calls). */
int components_find(uint32_t *component, uint32_t *count, const struct call_rows *rows,
                    struct cg_error *error);

#endif
