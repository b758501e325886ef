/*
 * What the files of src/query share.
 */
#ifndef QUERY_COMMON_QUERY_INTERNAL_H
#define QUERY_COMMON_QUERY_INTERNAL_H

#include <libcg/graph.h>
#include <libcg/query.h>

/** Check that a graph is frozen. @return CG_OK or CG_E_STATE. */
int cg_query_check_graph(const struct cg_graph *graph, struct cg_error *error);

/** Check that all of some nodes are nodes of the graph. @return CG_OK or CG_E_ARGUMENT. */
int cg_query_check_nodes(const struct cg_graph *graph, const cg_node *nodes, size_t count,
                         struct cg_error *error);

/** Check that a direction is one. @return CG_OK or CG_E_ARGUMENT. */
int cg_query_check_direction(enum cg_direction direction, struct cg_error *error);

/**
 * Allocate an array, of at least one element so that NULL always means failure.
 *
 * @return CG_OK or CG_E_MEMORY
 */
int cg_query_allocate(void *out, size_t count, size_t size, struct cg_error *error);

/** @return whether an edge is but a guess (CG_EDGE_CANDIDATE): no call that is known to be
 * possible. */
static inline bool cg_query_is_guess(const struct cg_graph *graph, cg_edge edge)
{
    return cg_edge_kinds(graph, edge) == CG_EDGE_CANDIDATE;
}

/** Which chains of calls count. All zeros but `limit` are all chains. */
struct cg_query_bounds {
    const bool *avoid; /**< by node: they do not go there, at their ends neither; NULL: anywhere */
    const bool *by_name; /**< by edge: whether the callee is named; only such calls count. NULL: all
                              do but guesses */
    uint32_t limit;      /**< most calls, CG_NONE: any number */
};

/** @return whether a call does. */
static inline bool cg_query_counts(const struct cg_query_bounds *bounds,
                                   const struct cg_graph *graph, cg_edge edge)
{
    return bounds->by_name ? bounds->by_name[edge] : !cg_query_is_guess(graph, edge);
}

/** The edge to the canonically first callee that is one step nearer to the end than a node.
 *  @param distance by node: how far the end is, not 0 for this one
 *  @param bounds what the distances were found within. O(callees). */
cg_edge cg_query_step(const struct cg_graph *graph, const uint32_t *distance, cg_node node,
                      const struct cg_query_bounds *bounds);

/**
 * Walk from a node along edges that come nearer to the end each, to the canonically first callee of
 * those.
 *
 * @param path     receives distance[start] edges, to be released with free; untouched when that is
 * 0
 * @param distance by node: how far the end is
 * @return CG_OK or CG_E_MEMORY
 */
int cg_query_walk(cg_edge **path, size_t *length, const struct cg_graph *graph,
                  const uint32_t *distance, cg_node start, struct cg_error *error);

struct walk;

/** walk_path from the nearest of some nodes, of equally near ones the canonically first.
 *  @param walk  against calls
 *  @param found whether any leads to the end */
int cg_query_path(cg_edge **path, size_t *length, bool *found, const struct walk *walk,
                  const cg_node *from, size_t count, struct cg_error *error);

/** cg_search within bounds. */
int cg_query_search(uint32_t *distance, const struct cg_graph *graph, const cg_node *starts,
                    size_t count, enum cg_direction direction, const struct cg_query_bounds *bounds,
                    struct cg_error *error);

/** What to ask of calls that are not known. */
struct cg_gap_question {
    const cg_node *from;
    size_t from_count;
    const cg_node *to;
    size_t to_count;
    struct cg_query_bounds bounds; /**< the limit is 1 or CG_NONE */
};

/**
 * Are there more chains, of one call or more, than those that are known? As cg_reach judges,
 * whether any is known or not. Chains of calls by name are those that are known, but for code that
 * was not collected and is not just a system library's.
 *
 * @param out      receives CG_NO or CG_UNKNOWN with the evidence; release with cg_reach_free
 * @param distance receives an array by node: how far it is from the start by calls that are known;
 *                 release with free
 * @return as cg_reach
 */
int cg_query_gap(struct cg_reach **out, uint32_t **distance, const struct cg_graph *graph,
                 const struct cg_gap_question *asked, struct cg_error *error);

/** Compare two nodes in canonical order, as strcmp does. */
int cg_query_compare(const struct cg_graph *graph, cg_node a, cg_node b);

/** Sort nodes into canonical order. O(n log n). */
void cg_query_sort(const struct cg_graph *graph, cg_node *nodes, size_t count);

#endif
