/*
 * Shared by the files of src/query.
 */
#ifndef QUERY_COMMON_QUERY_INTERNAL_H
#define QUERY_COMMON_QUERY_INTERNAL_H

#include <libcg/graph.h>
#include <libcg/query.h>

/** Check that a graph is frozen. @return CG_OK or CG_E_STATE. */
int cg_query_check_graph(const struct cg_graph *graph, struct cg_error *error);

/** Check that some nodes exist. @return CG_OK or CG_E_ARGUMENT. */
int cg_query_check_nodes(const struct cg_graph *graph, const cg_node *nodes, size_t count,
                         struct cg_error *error);

/** Check that a direction is valid. @return CG_OK or CG_E_ARGUMENT. */
int cg_query_check_direction(enum cg_direction direction, struct cg_error *error);

/**
 * Allocate an array of at least one element, so that NULL always means failure.
 *
 * @return CG_OK or CG_E_MEMORY
 */
int cg_query_allocate(void *out, size_t count, size_t size, struct cg_error *error);

/** @return whether an edge is only a guess (CG_EDGE_CANDIDATE), not a call known to be possible. */
static inline bool cg_query_is_guess(const struct cg_graph *graph, cg_edge edge)
{
    return cg_edge_kinds(graph, edge) == CG_EDGE_CANDIDATE;
}

/** Which chains of calls count. All zeros and a `limit` of CG_NONE: all chains. */
struct cg_query_bounds {
    const bool *avoid;   /**< by node: chains do not touch it, even at their ends; NULL: no node */
    const bool *by_name; /**< by edge: whether it is a call by name; only such calls count. NULL:
                            all except guesses */
    uint32_t limit;      /**< most calls, CG_NONE: any number */
};

/** @return whether a call counts. */
static inline bool cg_query_counts(const struct cg_query_bounds *bounds,
                                   const struct cg_graph *graph, cg_edge edge)
{
    return bounds->by_name ? bounds->by_name[edge] : !cg_query_is_guess(graph, edge);
}

/**
 * The edge to the first callee, in canonical order, that is one step nearer to the end than a node.
 * @param distance by node: distance to the end, not 0 for this one
 * @param bounds those of the distances. O(callees).
 */
cg_edge cg_query_step(const struct cg_graph *graph, const uint32_t *distance, cg_node node,
                      const struct cg_query_bounds *bounds);

struct external_shared;
struct walk;

/**
 * walk_path from the nearest of some nodes; of equally near ones the first in canonical order.
 * @param walk  backwards
 * @param found whether any leads to the end
 */
int cg_query_path(cg_edge **path, size_t *length, bool *found, const struct walk *walk,
                  const struct cg_function_set *from, struct cg_error *error);

/** cg_search within bounds. */
int cg_query_search(uint32_t *distance, const struct cg_graph *graph,
                    const struct cg_function_set *starts, enum cg_direction direction,
                    const struct cg_query_bounds *bounds, struct cg_error *error);

/** A question for chains of calls that are not known. */
struct cg_unknown_question {
    const cg_node *from;
    size_t from_count;
    const cg_node *to;
    size_t to_count;
    struct cg_query_bounds bounds;        /**< the limit is 1 or CG_NONE */
    const struct external_shared *shared; /**< what such questions share; NULL: not read */
};

/**
 * Are there more chains, of at least one call, than the known ones? Decided as in cg_reach, whether
 * any is known or not. Chains of calls by name are all known, except in uncollected code that is
 * not just a system library's.
 *
 * @param out      receives CG_NO, or CG_UNKNOWN with the evidence; release with cg_reach_free
 * @param distance receives an array by node: distance from the start over known calls; release with
 *                 free
 * @return as cg_reach
 */
int cg_query_unknown(struct cg_reach **out, uint32_t **distance, const struct cg_graph *graph,
                     const struct cg_unknown_question *asked, struct cg_error *error);

/** Compare two nodes in canonical order, as strcmp does. */
int cg_query_compare(const struct cg_graph *graph, cg_node a, cg_node b);

/** Sort nodes into canonical order. O(n log n). */
void cg_query_sort(const struct cg_graph *graph, cg_node *nodes, size_t count);

#endif
