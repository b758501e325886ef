/*
 * Questions to a frozen graph: what reaches what, by which calls, and what the graph cannot know.
 */
#ifndef LIBCG_QUERY_H
#define LIBCG_QUERY_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which way a search follows edges. */
enum cg_direction {
    CG_CALLEES, /**< from caller to callee */
    CG_CALLERS, /**< from callee to caller */
};

/**
 * Breadth-first search from several nodes at once.
 *
 * @param distance  array of cg_graph_node_count numbers: receives the least number of edges from
 *                  any start, CG_NONE where there is no path
 * @param graph     frozen
 * @param starts    where to begin; these get distance 0
 * @param count     how many
 * @param direction which way
 * @param limit     stop at this distance; CG_NONE for no limit
 * @return CG_OK, CG_E_STATE (not frozen), CG_E_ARGUMENT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_search(uint32_t *distance, const struct cg_graph *graph, const cg_node *starts,
                     size_t count, enum cg_direction direction, uint32_t limit,
                     struct cg_error *error);

/**
 * A shortest path from any of some nodes to any of others, as edges in order. When a node is in
 * both sets the path is empty, and found. Of several shortest ones the choice depends only on the
 * canonical order of the nodes.
 *
 * @param path   receives the edges; release with free(); NULL when there is no path or it is empty
 * @param length receives the number of edges
 * @param found  receives whether there is a path
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_shortest_path(cg_edge **path, size_t *length, bool *found,
                            const struct cg_graph *graph, const cg_node *from, size_t from_count,
                            const cg_node *to, size_t to_count, struct cg_error *error);

/**
 * Strongly connected components (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM
 * J. Comput. 1(2), 1972; without recursion).
 *
 * @param component array of cg_graph_node_count numbers: receives the component of each node;
 *                  numbers are dense and every edge goes to the same or a smaller one
 * @param count     receives the number of components
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_components(uint32_t *component, uint32_t *count, const struct cg_graph *graph,
                         struct cg_error *error);

/** The three answers to "can this ever reach that?" */
enum cg_answer {
    CG_YES,     /**< there is a path */
    CG_NO,      /**< there is none, and nothing that is reached is unknown */
    CG_UNKNOWN, /**< no path is known, but calls the graph cannot resolve stand between */
};

/** An answer with its evidence. */
struct cg_reach {
    enum cg_answer answer;
    cg_edge *path;      /**< CG_YES: a shortest path; NULL when start and end are one */
    size_t path_length; /**< edges in it */
    cg_node *open;      /**< CG_UNKNOWN: reached functions that have open calls, canonical order */
    size_t open_count;
    cg_node *silent; /**< reached functions with a body that carry no `openCalls`: whoever made
                          the graph did not say whether their calls are all known */
    size_t silent_count;
    cg_node *uncollected; /**< reached functions without a body, whose code may call back */
    size_t uncollected_count;
    cg_node *callbacks; /**< functions whose address is taken that lead to the target: what
                             `uncollected` code may call */
    size_t callbacks_count;
    cg_node *strangers; /**< those of `uncollected` that no system header declares: code of the
                             program, or of a library of its own, that may call by name */
    size_t strangers_count;
    cg_node *named; /**< with strangers: functions without internal linkage that lead to the target,
                         nearest to it first */
    size_t named_count;
    uint32_t reached;        /**< how many functions are reached */
    bool records_open_calls; /**< whether any function of the graph carries `openCalls` */
};

/**
 * Can any of `from` ever call, directly or not, any of `to`?
 *
 * Yes, when there is a path. Otherwise unknown, when what is reached contains
 * - an open call, or
 * - a function that does not say while others of the graph do, or
 * - code that was not collected, while the address of some function leading to the target is taken:
 *   such code may have been handed it, or
 * - code that was not collected and that no system header declares (`fileProperties`), while some
 *   function leading to the target has other than internal linkage: such code may name it.
 * Otherwise no. System libraries are thus taken to call only functions whose address is taken.
 *
 * @param out receives the answer; release with cg_reach_free
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_reach(struct cg_reach **out, const struct cg_graph *graph, const cg_node *from,
                    size_t from_count, const cg_node *to, size_t to_count, struct cg_error *error);

/** Release an answer. NULL is allowed. */
CG_API void cg_reach_free(struct cg_reach *reach);

#ifdef __cplusplus
}
#endif

#endif
