/*
 * Recording the results of linking: edges, and which calls are resolved.
 */
#ifndef LINKED_FOUND_CALLS_H
#define LINKED_FOUND_CALLS_H

#include <libcg/graph.h>
#include <libcg/site.h>

/** @return whether a node has an unresolved call with a reason (CG_OPEN_...). O(its unresolved
 *          calls). */
bool sites_have_reason(const struct cg_graph *graph, cg_node node, const char *reason);

/** @return the most loops around a call of an edge; 0 also if unknown. O(sites). */
uint32_t sites_loops(const struct cg_graph *graph, cg_edge edge);

/** A call that linking found. */
struct found_call {
    cg_node caller;
    cg_node callee;
    unsigned kind; /**< one enum cg_edge_kind */
    const struct cg_site
        *site; /**< shared by its callees; only the place, `loops` and `through` are used */
};

/** Add edges with their sites and evidence.
 *  @param calls sorted in place
 *  @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(n log n + sites of the edges). */
int sites_add_calls(struct cg_graph *graph, struct found_call *calls, size_t count,
                    struct cg_error *error);

/** Called for each unresolved call of a node. @return whether it is resolved now; may set
 *  `unknown` */
typedef bool sites_judge(void *data, cg_node node, struct cg_site *site);

/** What becomes of the unresolved calls of a node. */
struct sites_change {
    sites_judge *judge;         /**< NULL: all stay as they are */
    void *data;                 /**< for it */
    const struct cg_site *more; /**< unresolved calls to add */
    size_t more_count;
};

/**
 * Move the resolved ones among the unresolved calls of a node to CG_KEY_RESOLVED_CALLS, and add
 * unresolved calls to it.
 * @return CG_OK, CG_E_FORMAT or CG_E_MEMORY
 */
int sites_close(struct cg_graph *graph, cg_node node, const struct sites_change *change,
                struct cg_error *error);

#endif
