/*
 * Questions to a frozen graph: what reaches what, by which calls, and what the graph cannot know.
 */
#ifndef LIBCG_QUERY_H
#define LIBCG_QUERY_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/site.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which way a search follows edges. */
enum cg_direction {
    CG_CALLEES, /**< from caller to callee */
    CG_CALLERS, /**< from callee to caller */
};

/** Functions any of which will do. */
struct cg_function_set {
    const cg_node *nodes;
    size_t count;
};

/**
 * Breadth-first search from several nodes at once. Edges that are but guesses (CG_EDGE_CANDIDATE
 * alone) are not followed, here and in whatever is told of paths and reachability.
 *
 * @param distance  array of cg_graph_node_count numbers: receives the least number of edges from
 *                  any start, CG_NONE where there is no path
 * @param graph     frozen
 * @param starts    where to begin; these get distance 0
 * @param direction which way
 * @param limit     stop at this distance; CG_NONE for no limit
 * @return CG_OK, CG_E_STATE (not frozen), CG_E_ARGUMENT (no such node or direction) or CG_E_MEMORY.
 *         O(nodes + edges).
 */
CG_API int cg_search(uint32_t *distance, const struct cg_graph *graph,
                     const struct cg_function_set *starts, enum cg_direction direction,
                     uint32_t limit, struct cg_error *error);

/**
 * A breadth-first search that keeps callbacks to their contexts. In a linked graph a function may
 * call what it is handed as a parameter and nothing else at some place (`context`, see
 * docs/architecture.md). Such a call is followed only where the chain of calls that leads there
 * handed over that callee, or where it is not known what was handed over: at the ends of chains, by
 * calls through pointers, by code that was not collected. Other searches follow it always.
 */
struct cg_walk;

/**
 * Search as cg_search does, but for that.
 *
 * @param out    release with cg_walk_free
 * @param graph  frozen; must outlive the walk
 * @return as cg_search. O(nodes + edges), and for each parameter that is called the functions that
 *         may be handed over as it times the calls that pass it on.
 */
CG_API int cg_walk_new(struct cg_walk **out, const struct cg_graph *graph, const cg_node *starts,
                       size_t count, enum cg_direction direction, struct cg_error *error);

/** @return by node the least number of calls from any start (with CG_CALLERS: to any), CG_NONE
 *  where no chain leads; borrowed. */
CG_API const uint32_t *cg_walk_distances(const struct cg_walk *walk);

/**
 * The calls between the starts and a node, in the order they are made. Of several shortest chains
 * the choice depends only on the canonical order of the nodes, beginning at this one.
 *
 * @param path   receives the edges; release with free(); NULL when there are none
 * @param length receives how many: 0 for a start, and where no chain leads
 * @return CG_OK, CG_E_ARGUMENT (no such node) or CG_E_MEMORY. O(edges) at most.
 */
CG_API int cg_walk_path(cg_edge **path, size_t *length, const struct cg_walk *walk, cg_node node,
                        struct cg_error *error);

/** NULL is allowed. */
CG_API void cg_walk_free(struct cg_walk *walk);

/** Whether a chain of calls can be made by one that hands over what it calls, as cg_walk_new has
 * it.
 *  @param graph a frozen graph; the program is aborted if it is not
 *  @param path edges in order, each beginning where the one before ends; O(length * parameters) */
CG_API bool cg_path_fits(const struct cg_graph *graph, const cg_edge *path, size_t length);

/** A path that was asked for. */
struct cg_found_path {
    cg_edge *edges; /**< in order; release with free(); NULL when there is no path or it is empty */
    size_t length;  /**< number of edges */
    bool found;     /**< there is a path */
    bool simple;    /**< no function is on it twice */
};

/**
 * A shortest path from any of some nodes to any of others, as edges in order, that hands over what
 * it calls (cg_walk_new). When a node is in both sets the path is empty, and found. Of several
 * shortest ones the choice depends only on the canonical order of the nodes.
 *
 * @param out written on success only
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_shortest_path(struct cg_found_path *out, const struct cg_graph *graph,
                            const struct cg_function_set *from, const struct cg_function_set *to,
                            struct cg_error *error);

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

/** What a call whose callee is not known may call. Each may call what those before it may. */
enum cg_open_extent {
    /** Code that was not collected, and through that what it may call: functions that escape. */
    CG_OPEN_OUTSIDE,
    /** Whatever is found by its name: functions that are not internal. */
    CG_OPEN_NAMED,
    /** Anything, as nothing is known of the callee. */
    CG_OPEN_ANYTHING,
};

/**
 * What may an unresolved call of a linked graph call? A pointer, called or handed over to be
 * called, whose value came from code that was not collected (`unknown` is "code not collected",
 * "library result") holds code outside the graph or a function whose address got out of it; one
 * that came from dlsym, any that has a name. All it may hold besides is an edge. Any other reason,
 * or none, says nothing of the callee. In a graph that is not linked all unresolved calls may call
 * anything.
 */
CG_API enum cg_open_extent cg_unresolved_call_extent(const struct cg_site *site);

/** The three answers to "can this ever reach that?" */
enum cg_answer {
    CG_YES,     /**< there is a path */
    CG_NO,      /**< there is none, and nothing that is reached is unknown */
    CG_UNKNOWN, /**< no path is known, but calls the graph cannot resolve stand between */
};

/** An answer with its evidence. Functions are in canonical order where nothing else is said. */
struct cg_reach {
    enum cg_answer answer;
    cg_edge *path;       /**< CG_YES: a shortest path; NULL when start and end are one */
    size_t path_length;  /**< edges in it */
    cg_node *unresolved; /**< reached functions that have unresolved calls. CG_NO: they may not call
                        anything (cg_unresolved_call_extent), and what they may call does not lead
                        to the target. CG_UNKNOWN: those that may call anything, and when
                        `callbacks` or `named` are not empty all */
    size_t unresolved_count;
    cg_node *unrecorded; /**< reached functions with a body that carry no `unresolvedCalls`: whoever
                          made the graph did not say whether their calls are all known */
    size_t unrecorded_count;
    cg_node *uncollected; /**< functions without a body that are reached by calls that are known */
    size_t uncollected_count;
    cg_node
        *may_call_back; /**< those of `uncollected` that may call more than what they are handed */
    size_t may_call_back_count;
    cg_node *callable; /**< what code that was not collected may call, if that is reached */
    size_t callable_count;
    cg_node *callbacks; /**< those of `callable` that lead to the target because their address got
                             out, nearest to it first */
    size_t callbacks_count;
    cg_node
        *possible_program_code; /**< functions without a body that no system header declares, or
                         that load code, or that only a recorded run showed: code of the program, or
                         of a library of its own, that may call by name. Those that are reached; of
                         a linked graph all, if any code that was not collected is reached */
    size_t possible_program_code_count;
    cg_node *named; /**< functions without internal linkage that lead to the target, nearest to it
                         first, if what is reached may call by name */
    size_t named_count;
    uint32_t reached; /**< how many functions are reached by calls that are known */
    uint32_t beyond;  /**< how many more, since code that was not collected may call them or what
                           leads to them */
    bool records_unresolved_calls; /**< whether any function of the graph carries `unresolvedCalls`
                                    */
    bool linked;                   /**< whether the graph is linked (cg_graph_link) */
    bool library; /**< whether it is linked as a library: any code may call by name */
};

/**
 * Can any of `from` ever call, directly or not, any of `to`?
 *
 * Yes, when there is a path. Otherwise no, when a walk that takes every call that can be does not
 * come to the target and meets nothing that may call anything: no unresolved call of that sort, and
 * no function that does not say while others of the graph do. Otherwise unknown.
 *
 * The walk goes along edges, as cg_walk_new has it, and
 *
 * - From a function without a body to everything whose address code that was not collected may
 *   have, since anyone may have handed it over before. In a linked graph that is what `escapes`
 *   and what callbacks call (CG_EDGE_CALLBACK), else what has `addressTaken`. It does not go on
 *   from one that is said to call nothing but what it is handed (`callsOnlyArguments`), unless a
 * start has no body.
 *
 * - From such a one that the program's own headers declare (`fileProperties`), or only a recorded
 *   run showed (`observed`), unless linking says that it is a library's (`callsOnlyArguments` is
 * `false`), and from `dlopen`, also to whatever has other than internal linkage: such code may name
 * it.
 *
 * - In a linked graph, from an unresolved call to what its cg_unresolved_call_extent says.
 *
 * - In a linked graph, from any of these also to whatever has other than internal linkage, if
 *   there is code anywhere that may name it, or the graph is a library's: that code may have
 *   handed itself to the other.
 *
 * This is a proof because a function can be called by name or by address only. Names of internal
 * functions are known to their file alone, and calls by name of what was collected are edges. An
 * address that never got out of what was collected is held by pointers only whose calls linking
 * has closed, or says to be open for a reason that allows anything.
 *
 * Of no starts or no targets (a set that turned out empty, a name misspelt) the answer is no, as
 * nothing can call what is not there, whatever is open: who puts the question checks that they are
 * what was meant.
 *
 * What it takes for granted: system libraries call nothing of the program by name, and what they
 * call of each other is not asked for; a signal handler is called by what installs it, not by what
 * it interrupts; `fileProperties` and linkage are right. Calls are those of the source: what
 * compilers call in place of a library function (puts for printf) or of their own accord (memcpy
 * for an assignment) has no edges, which matters where a program defines such functions itself.
 *
 * @param out receives the answer; release with cg_reach_free
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. As cg_walk_new, and the
 *         unresolved calls of what is reached.
 */
CG_API int cg_reach(struct cg_reach **out, const struct cg_graph *graph,
                    const struct cg_function_set *from, const struct cg_function_set *to,
                    struct cg_error *error);

/** Release an answer. NULL is allowed. */
CG_API void cg_reach_free(struct cg_reach *reach);

#ifdef __cplusplus
}
#endif

#endif
