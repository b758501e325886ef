/*
 * Paths between functions: shortest, k shortest, all.
 */
#ifndef LIBCG_PATHS_H
#define LIBCG_PATHS_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The paths to find. Initialise with CG_PATH_QUERY_INIT. Arrays are borrowed. */
struct cg_path_query {
    const cg_node *from; /**< a path begins at any of these */
    size_t from_count;
    const cg_node *to; /**< and ends at any of these */
    size_t to_count;
    const bool *avoid; /**< by node: paths do not touch it, not even at their ends; NULL: none */
    const double *
        weight; /**< by edge: its length, at least 0; INFINITY excludes the edge; NULL: each is 1 */
    uint32_t limit; /**< most edges; CG_NONE: any number. Cannot be combined with weights. */
};
#define CG_PATH_QUERY_INIT {NULL, 0, NULL, 0, NULL, NULL, UINT32_MAX}

/** A path: edges in order. */
struct cg_call_path {
    const cg_edge *edges;
    size_t length;
    cg_node start; /**< where it begins; for an empty path also where it ends */
    double weight; /**< sum over its edges */
};

/** Paths that were found. */
struct cg_path_list;

/** @return the number of paths. */
CG_API size_t cg_path_list_count(const struct cg_path_list *list);
/** @return a path, borrowed from the list. */
CG_API const struct cg_call_path *cg_path_list_at(const struct cg_path_list *list, size_t i);
/** Release. NULL is allowed. */
CG_API void cg_path_list_free(struct cg_path_list *list);

/**
 * A shortest path between two functions, searched from both ends at once: visits few nodes if they
 * are close, whatever the size of the graph. Of several shortest ones the choice depends only on
 * the canonical order of nodes.
 *
 * @param out as for cg_shortest_path, which does the same for sets
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(nodes) for setup, plus the edges near
 *         both ends.
 */
CG_API int cg_shortest_path_between(struct cg_found_path *out, const struct cg_graph *graph,
                                    cg_node from, cg_node to, struct cg_error *error);

/**
 * The k shortest simple paths (J. Y. Yen, "Finding the k shortest loopless paths in a network",
 * Management Science 17(11), 1971, with E. L. Lawler's modification that avoids duplicates),
 * shortest first; paths of equal length in canonical order of their nodes. A path ends at the first
 * target it reaches and contains no start except its first node. With k = 1 a shortest path, by
 * weight (Dijkstra).
 *
 * Edges that are only guesses (CG_EDGE_CANDIDATE alone) are not followed.
 *
 * @param out   receives a list, empty when there is no path; release with cg_path_list_free
 * @param graph frozen
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (also for negative weights) or CG_E_MEMORY. O(k length
 *         (nodes + edges log nodes)).
 */
CG_API int cg_shortest_paths(struct cg_path_list **out, const struct cg_graph *graph,
                             const struct cg_path_query *query, size_t k, struct cg_error *error);

/**
 * As cg_shortest_paths, but reports each path when it is found. Memory grows with the reported
 * paths.
 *
 * @param visit called with each path, which is valid until it returns; return false to end the
 *              search
 * @param user  passed to visit
 * @return CG_OK, also when the search was ended; else as cg_shortest_paths
 */
CG_API int cg_visit_shortest_paths(const struct cg_graph *graph, const struct cg_path_query *query,
                                   bool (*visit)(void *user, const struct cg_call_path *path),
                                   void *user, struct cg_error *error);

/**
 * A shortest path through at least one function of a set, at its ends or between. It may visit a
 * function more than once, as it must if only recursion leads through the set, and may pass several
 * starts and targets. Finding one without repetition is NP-complete (S. Fortune, J. Hopcroft, J.
 * Wyllie, "The directed subgraph homeomorphism problem", Theoretical Computer Science 10(2), 1980):
 * enumerate with cg_visit_shortest_paths instead. Dijkstra's algorithm on two copies of the graph,
 * before and after the set.
 *
 * @param out     as for cg_shortest_path
 * @param through by node: whether it is in the set
 * @return as cg_shortest_path; CG_E_ARGUMENT also for negative weights. `limit` bounds the whole
 *         path. O(nodes + edges log nodes).
 */
CG_API int cg_shortest_path_through(struct cg_found_path *out, const struct cg_graph *graph,
                                    const struct cg_path_query *query, const bool *through,
                                    struct cg_error *error);

/**
 * All simple paths, in depth-first order by canonical order of nodes, as they are found. As with
 * cg_shortest_paths, a path ends at the first target and contains only one start; weights are
 * ignored.
 *
 * @param visit called with each path, which is valid until it returns; return false to end the walk
 * @param user  passed to visit
 * @return CG_OK, also when the walk was ended; CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(length
 *         (nodes + edges)) for each path found: dead ends cost nothing extra.
 */
CG_API int cg_simple_paths(const struct cg_graph *graph, const struct cg_path_query *query,
                           bool (*visit)(void *user, const struct cg_call_path *path), void *user,
                           struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
