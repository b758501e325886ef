/*
 * Paths between functions: the shortest ones in order, through a set, all.
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
    unsigned version;    /**< CG_PATH_QUERY_VERSION */
    const cg_node *from; /**< a path begins at any of these */
    size_t from_count;
    const cg_node *to; /**< and ends at any of these */
    size_t to_count;
    const bool *avoid; /**< by node: paths do not touch it, not even at their ends; NULL: none */
    const double *
        weight; /**< by edge: its length, at least 0; INFINITY excludes the edge; NULL: each is 1 */
    uint32_t limit; /**< most edges; CG_NONE: any number. Cannot be combined with weights. */
};
#define CG_PATH_QUERY_VERSION 1u
#define CG_PATH_QUERY_INIT {CG_PATH_QUERY_VERSION, NULL, 0, NULL, 0, NULL, NULL, UINT32_MAX}

/** A path: edges in order. */
struct cg_call_path {
    const cg_edge *edges;
    size_t length;
    cg_node start; /**< where it begins; for an empty path also where it ends */
    double weight; /**< sum over its edges */
};

/**
 * Shortest simple paths (J. Y. Yen, "Finding the k shortest loopless paths in a network",
 * Management Science 17(11), 1971, with E. L. Lawler's modification that avoids duplicates),
 * shortest first; paths of equal length in canonical order of their nodes. A path ends at the first
 * target it reaches and contains no start except its first node. The first path is a shortest one,
 * by weight (Dijkstra).
 *
 * Edges that are only guesses (CG_EDGE_CANDIDATE alone) are not followed. Memory grows with the
 * reported paths.
 *
 * @param graph frozen
 * @param visit called with each path when it is found; the path is valid until it returns; return
 *              false to end the search
 * @param user  passed to visit
 * @return CG_OK, also when the search was ended; CG_E_STATE, CG_E_ARGUMENT (also for negative
 *         weights), CG_E_LIMIT (paths that are long and differ in many places: what would be kept
 *         of them has more than 2^27 calls) or CG_E_MEMORY. O(k length (nodes + edges log nodes))
 *         for k paths.
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
 * cg_visit_shortest_paths, a path ends at the first target and contains only one start; weights are
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
