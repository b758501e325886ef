/*
 * Queries on a frozen graph: reachability, paths, and what the graph cannot know.
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

/** Some functions: those of a question, borrowed from the caller, or those of an answer, borrowed
 *  from the answer. */
struct cg_function_set {
    const cg_node *nodes;
    size_t count;
};

/** Some calls, likewise. */
struct cg_call_set {
    const cg_edge *edges;
    size_t count;
};

/**
 * Breadth-first search from several nodes at once. Edges that are only guesses (CG_EDGE_CANDIDATE
 * alone) are not followed, here and in all functions about paths and reachability.
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
 * A breadth-first search that matches callbacks with their contexts. In a linked graph a function
 * may have a call that only calls functions received as a parameter (`context`, see
 * docs/decisions/0005-answers.md). Such a call is followed only if the chain of calls that leads
 * there passed that callee, or if it is unknown what was passed: at the ends of chains, at calls
 * through pointers, and after uncollected code. Other searches always follow it.
 */
struct cg_walk;

/**
 * Search as cg_search does, but match callbacks with their contexts.
 *
 * @param out    release with cg_walk_free
 * @param graph  frozen; must outlive the walk
 * @return as cg_search. O(nodes + edges), plus for each parameter that is called the functions that
 *         may be passed as it times the calls that pass it on.
 */
CG_API int cg_walk_new(struct cg_walk **out, const struct cg_graph *graph, const cg_node *starts,
                       size_t count, enum cg_direction direction, struct cg_error *error);

/** @return by node the least number of calls from any start (with CG_CALLERS: to any), CG_NONE for
 *          nodes that no chain reaches; borrowed. */
CG_API const uint32_t *cg_walk_distances(const struct cg_walk *walk);

/**
 * The calls between the starts and a node, in the order they are made. Of several shortest chains
 * the choice depends only on the canonical order of the nodes, beginning at this one.
 *
 * @param path   receives the edges; release with free(); NULL if there are none
 * @param length receives their number: 0 for a start, and for a node that no chain reaches
 * @return CG_OK, CG_E_ARGUMENT (no such node) or CG_E_MEMORY. O(edges) at most.
 */
CG_API int cg_walk_path(cg_edge **path, size_t *length, const struct cg_walk *walk, cg_node node,
                        struct cg_error *error);

/** NULL is allowed. */
CG_API void cg_walk_free(struct cg_walk *walk);

/**
 * @return whether a chain of calls is possible when it must pass what it calls (cg_walk_new).
 * @param graph a frozen graph; the program is aborted if it is not
 * @param path edges in order, each beginning where the previous one ends. O(length * parameters)
 */
CG_API bool cg_path_fits(const struct cg_graph *graph, const cg_edge *path, size_t length);

/** The result of a path query. */
struct cg_found_path {
    cg_edge *edges; /**< in order; release with free(); NULL if there is no path or it is empty */
    size_t length;  /**< number of edges */
    bool found;     /**< there is a path */
    bool simple;    /**< no function occurs twice */
};

/**
 * A shortest path from any of some nodes to any of others, as edges in order; it passes what it
 * calls (cg_walk_new). If a node is in both sets the path is empty, and found. Of several shortest
 * ones the choice depends only on the canonical order of the nodes.
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

/** What a call with an unknown callee may call. Each value includes the ones before it. */
enum cg_open_extent {
    /** Uncollected code, and through it what that may call: functions that escape. */
    CG_OPEN_OUTSIDE,
    /** Functions that can be found by name: those that are not internal. */
    CG_OPEN_NAMED,
    /** Any function: nothing is known of the callee. */
    CG_OPEN_ANYTHING,
};

/**
 * @return what an unresolved call of a linked graph may call. A pointer, called or passed to be
 *         called, whose value came from uncollected code (`unknown` is "code not collected",
 *         "library result") or does not fit the call ("incompatible type": data that is code, or a
 *         function that escapes) holds uncollected code or a function whose address escaped; one
 *         that came from dlsym, any function with a name. All its other values are edges. With any
 *         other reason, or none, nothing is known of the callee. In a graph that is not linked all
 *         unresolved calls may call anything.
 */
CG_API enum cg_open_extent cg_unresolved_call_extent(const struct cg_site *site);

/** The three answers to "can this ever reach that?" */
enum cg_answer {
    CG_YES,     /**< there is a path */
    CG_NO,      /**< there is no path, and nothing reached is unknown */
    CG_UNKNOWN, /**< no path is known, but calls that the graph cannot resolve may make one */
};

/** An answer with its evidence. Its functions take O(1) and return what is borrowed from it. */
struct cg_reach;

/** @return the answer. */
CG_API enum cg_answer cg_reach_answer(const struct cg_reach *reach);

/** @return CG_YES: the calls of a shortest path, in order, none when start and end are one; else
 *  none. */
CG_API struct cg_call_set cg_reach_path(const struct cg_reach *reach);

/** @return the number of functions that known calls reach. */
CG_API uint32_t cg_reach_known_count(const struct cg_reach *reach);

/** @return whether any function of the graph has `unresolvedCalls`. */
CG_API bool cg_reach_records_unresolved_calls(const struct cg_reach *reach);

/** @return whether the graph is linked (cg_graph_link). */
CG_API bool cg_reach_is_linked(const struct cg_reach *reach);

/** @return whether it is linked as a library: any code may call by name. */
CG_API bool cg_reach_is_library(const struct cg_reach *reach);

/* The evidence of CG_NO and CG_UNKNOWN; a CG_YES has none. Functions are in canonical order unless
 * noted otherwise. */

/** @return the number of further functions that uncollected code may reach. */
CG_API uint32_t cg_reach_beyond_count(const struct cg_reach *reach);

/** @return reached functions that have unresolved calls. CG_NO: these calls may not call anything
 *  (cg_unresolved_call_extent), and what they may call does not lead to the target. CG_UNKNOWN:
 *  those that may call anything, or all if cg_reach_callbacks or cg_reach_named is not empty. */
CG_API struct cg_function_set cg_reach_unresolved(const struct cg_reach *reach);

/** @return reached functions with a body but no `unresolvedCalls`: the graph does not record
 * whether all their calls are known. */
CG_API struct cg_function_set cg_reach_unrecorded(const struct cg_reach *reach);

/** @return functions without a body that known calls reach. */
CG_API struct cg_function_set cg_reach_uncollected(const struct cg_reach *reach);

/** @return those of cg_reach_uncollected that may call more than what is passed to them. */
CG_API struct cg_function_set cg_reach_may_call_back(const struct cg_reach *reach);

/** @return those of cg_reach_may_call_back that may call one of cg_reach_callbacks; all if there
 *  are none of these. */
CG_API struct cg_function_set cg_reach_calling_back(const struct cg_reach *reach);

/** @return functions that uncollected code may call, if such code is reached. */
CG_API struct cg_function_set cg_reach_callable(const struct cg_reach *reach);

/** @return those of cg_reach_callable that lead to the target and that uncollected code, or an
 *  unresolved call, may call by address, nearest to it first. */
CG_API struct cg_function_set cg_reach_callbacks(const struct cg_reach *reach);

/** @return functions without a body that no system header declares, that load code, or that only a
 *  recorded run showed: perhaps code of the program, or of a library of its own, which may call by
 *  name. Those that are reached; in a linked graph all, if any uncollected code is reached. */
CG_API struct cg_function_set cg_reach_possible_program_code(const struct cg_reach *reach);

/** @return functions without internal linkage that lead to the target, nearest to it first, if
 *  reached code may call by name. */
CG_API struct cg_function_set cg_reach_named(const struct cg_reach *reach);

/**
 * Can any of `from` ever call, directly or not, any of `to`?
 *
 * Yes, if there is a path. Otherwise no, if a walk along every possible call does not reach the
 * target and meets nothing that may call anything: no unresolved call of that sort, and no function
 * without `unresolvedCalls` while others of the graph have it. Otherwise unknown.
 *
 * The walk follows edges, as cg_walk_new does, and goes on
 *
 * - From a function without a body to every function whose address uncollected code may have, since
 *   any code may have passed it earlier. In a linked graph those are the functions that `escapes`
 *   marks and those that callbacks call (CG_EDGE_CALLBACK), else those with `addressTaken`. Not
 *   from a function that calls only what is passed to it (`callsOnlyArguments`), nor from one of a
 *   runtime (`runtime`) to a `confined` one, unless a start has no body.
 *
 * - From a function without a body that the program's own headers declare (`fileProperties`), or
 *   that only a recorded run showed (`observed`), unless linking found that it belongs to a library
 *   (`callsOnlyArguments` is `false`), and from one that loads code (`loadsCode`), also to all
 *   functions without internal linkage: such code may name them.
 *
 * - In a linked graph, from an unresolved call to what its cg_unresolved_call_extent allows, and to
 *   what `mistyped` marks.
 *
 * - In a linked graph, from any of these also to all functions without internal linkage, if any
 *   code may name them, or the graph is a library's: that code may have passed itself to the other.
 *
 * This is a proof because a function can only be called by name or by address. Names of internal
 * functions are known to their file only, and calls by name in collected code are edges. An address
 * that never left collected code is held only by pointers whose calls linking has resolved, or has
 * left unresolved for a reason that allows anything.
 *
 * If there are no starts or no targets (an empty set, a misspelt name) the answer is no, whatever
 * is unresolved, as nothing can call a function that does not exist: the caller must check the
 * sets.
 *
 * Assumptions: system libraries call nothing of the program by name, and calls between them do not
 * matter; the function that installs a signal handler calls it, not the code that it interrupts;
 * `fileProperties` and linkage are right. Calls are those of the source: what compilers call in
 * place of a library function (puts for printf) or on their own (memcpy for an assignment) has no
 * edges, which matters if a program defines such functions itself.
 *
 * @param out receives the answer; release with cg_reach_free
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. As cg_walk_new, plus the
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
