/*
 * Paths between functions: shortest ones, the k shortest, all.
 */
#ifndef LIBCG_PATHS_H
#define LIBCG_PATHS_H

#include <libcg/graph.h>
#include <libcg/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What paths are asked for. Initialise with CG_PATH_QUERY_INIT. Arrays are borrowed. */
struct cg_path_query {
    const cg_node *from; /**< a path begins at any of these */
    size_t from_count;
    const cg_node *to; /**< and ends at any of these */
    size_t to_count;
    const bool *avoid; /**< by node: no path goes through it, not at its ends either; NULL: none */
    const double *weight; /**< by edge: its length, from 0, INFINITY for what is not to be taken;
                               NULL: each is 1 */
    uint32_t limit;       /**< most edges; CG_NONE: any number. Not together with weights. */
};
#define CG_PATH_QUERY_INIT {NULL, 0, NULL, 0, NULL, NULL, UINT32_MAX}

/** A path: edges in order. */
struct cg_call_path {
    const cg_edge *edges;
    size_t length;
    cg_node start; /**< where it begins; of an empty path also where it ends */
    double weight; /**< sum over its edges */
};

/** Paths that were found. */
struct cg_path_list;

/** @return how many there are. */
CG_API size_t cg_path_list_count(const struct cg_path_list *list);
/** @return a path, borrowed from the list. */
CG_API const struct cg_call_path *cg_path_list_at(const struct cg_path_list *list, size_t i);
/** Release. NULL is allowed. */
CG_API void cg_path_list_free(struct cg_path_list *list);

/**
 * A shortest path between two functions, searched from both ends at once: looks at few nodes where
 * they are near to each other, whatever the size of the graph. Of several shortest ones the choice
 * depends on the canonical order of nodes alone.
 *
 * @param out as of cg_shortest_path, which does the same for sets
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(nodes) to begin with, and the edges
 * near both ends.
 */
CG_API int cg_shortest_path_between(struct cg_found_path *out, const struct cg_graph *graph,
                                    cg_node from, cg_node to, struct cg_error *error);

/**
 * The k shortest simple paths (J. Y. Yen, "Finding the k shortest loopless paths in a network",
 * Management Science 17(11), 1971, without looking twice as E. L. Lawler has it), shortest first;
 * of equal length by canonical order of the nodes on them. A path ends at the first target it comes
 * to and has no start but its first node. With k = 1 a shortest path, by weight (Dijkstra).
 *
 * Edges that are but guesses (CG_EDGE_CANDIDATE alone) are not followed.
 *
 * @param out   receives a list, empty when there is no path; release with cg_path_list_free
 * @param graph frozen
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (also for weights below 0) or CG_E_MEMORY.
 *         O(k length (nodes + edges log nodes)).
 */
CG_API int cg_shortest_paths(struct cg_path_list **out, const struct cg_graph *graph,
                             const struct cg_path_query *query, size_t k, struct cg_error *error);

/**
 * As cg_shortest_paths, telling of each path when it is found. What is kept grows with the paths
 * that were told.
 *
 * @param visit told of each path, which is valid until it returns; returning false ends the search
 * @param user  handed to visit
 * @return CG_OK, also when the search was ended; else as cg_shortest_paths
 */
CG_API int cg_visit_shortest_paths(const struct cg_graph *graph, const struct cg_path_query *query,
                                   bool (*visit)(void *user, const struct cg_call_path *path),
                                   void *user, struct cg_error *error);

/**
 * A shortest path that goes through some function of a set, at its ends or between. It may go
 * through any function more than once, as it must where the set can be come to by recursion alone,
 * and through several starts and targets. Whether there is one that repeats nothing is NP-complete
 * (S. Fortune, J. Hopcroft, J. Wyllie, "The directed subgraph homeomorphism problem", Theoretical
 * Computer Science 10(2), 1980): ask cg_visit_shortest_paths, and choose. Dijkstra's algorithm on
 * two copies of the graph, before and after the set.
 *
 * @param out     as of cg_shortest_path
 * @param through by node: whether it is in the set
 * @return as cg_shortest_path; CG_E_ARGUMENT also for weights below 0. `limit` holds for the path
 *         as a whole. O(nodes + edges log nodes).
 */
CG_API int cg_shortest_path_through(struct cg_found_path *out, const struct cg_graph *graph,
                                    const struct cg_path_query *query, const bool *through,
                                    struct cg_error *error);

/**
 * All simple paths, in depth-first order by canonical order of nodes, as they are found. As of
 * cg_shortest_paths, a path ends at the first target and has one start alone; weights do not count.
 *
 * @param visit told of each path, which is valid until it returns; returning false ends the walk
 * @param user  handed to visit
 * @return CG_OK, also when the walk was ended; CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY.
 *         O(length (nodes + edges)) for each path that is found: no time is lost in dead ends.
 */
CG_API int cg_simple_paths(const struct cg_graph *graph, const struct cg_path_query *query,
                           bool (*visit)(void *user, const struct cg_call_path *path), void *user,
                           struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
