/*
 * What cg_reach decides by, for programs that carry the graph elsewhere and answer there: the facts
 * of each function, those of the graph, and the contexts of calls.
 */
#ifndef LIBCG_REACH_FACTS_H
#define LIBCG_REACH_FACTS_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a function is to cg_reach; a set of these. */
enum cg_reach_fact {
    CG_REACH_LEADS_OUT = 1u << 0,      /**< no body, and may call more than its arguments; when a
                                          start has no body, every function without a body does */
    CG_REACH_MAY_BE_PROGRAM = 1u << 1, /**< if it leads out: may be code of the program that was
                                          not collected, or run such code */
    CG_REACH_HAS_ADDRESS = 1u << 2,    /**< code that was not collected may have its address */
    CG_REACH_HAS_NAME = 1u << 3,       /**< such code may name it */
    CG_REACH_MISTYPED = 1u << 4,       /**< unresolved calls may have its address */
    CG_REACH_CONFINED = 1u << 5,       /**< if it has an address: no CG_REACH_RUNTIME calls it */
    CG_REACH_RUNTIME = 1u << 6,        /**< if it leads out: it calls nothing confined; when a start
                                          has no body, no function is one */
    CG_REACH_AT_EXIT = 1u << 7,        /**< if it has an address: no CG_REACH_EXITLESS calls it */
    CG_REACH_EXITLESS = 1u << 8,       /**< as CG_REACH_RUNTIME: it calls no CG_REACH_AT_EXIT */
};

/** All of cg_reach_fact are below this bit. */
#define CG_REACH_FACT_BITS 9u

/** What the unresolved calls of a function may call. */
enum cg_reach_calls {
    CG_REACH_CALLS_UNRECORDED, /**< the graph does not record whether all its calls are known */
    CG_REACH_CALLS_KNOWN,      /**< it has none */
    CG_REACH_CALLS_OUTSIDE,    /**< at most CG_OPEN_OUTSIDE */
    CG_REACH_CALLS_NAMED,      /**< at most CG_OPEN_NAMED */
    CG_REACH_CALLS_ANYTHING,
};

/** The facts of one function. */
struct cg_reach_function {
    unsigned facts;            /**< set of enum cg_reach_fact */
    enum cg_reach_calls calls; /**< what its unresolved calls may call */
};

/** The facts of a graph. */
struct cg_reach_graph {
    bool linked;                   /**< cg_graph_link */
    bool library;                  /**< linked as a library */
    bool records_unresolved_calls; /**< some function has `unresolvedCalls` */
    bool code_may_name;            /**< code that was not collected may name functions, wherever
                                      any is reached */
    bool code_may_name_outside;    /**< the same when a start has no body */
};

/**
 * Read the facts of a graph and of all its functions.
 *
 * @param functions array of cg_graph_node_count entries: receives those of each function
 * @param out       receives those of the graph
 * @param graph     frozen
 * @return CG_OK, CG_E_STATE (not frozen), CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges + unresolved
 *         calls).
 */
CG_API int cg_reach_facts(struct cg_reach_function *functions, struct cg_reach_graph *out,
                          const struct cg_graph *graph, struct cg_error *error);

/** A call of a parameter: the function that `cell`, a parameter of the caller, holds. */
struct cg_context_call {
    cg_edge edge;
    uint32_t cell;
    uint32_t value; /**< the one that makes it this edge */
};

/** A call by name passes to a cell of its callee a value, what a cell of its caller holds, or
 *  (neither) nothing that matters. */
struct cg_context_argument {
    cg_edge edge;
    uint32_t to;
    uint32_t from;  /**< cell or CG_NONE */
    uint32_t value; /**< or CG_NONE */
};

/** The contexts of the calls of a graph, which cg_walk_new follows. Arrays are borrowed from the
 *  graph until it is thawed; they are NULL where there are none. */
struct cg_contexts {
    const cg_node *cells; /**< by cell: the function whose parameter it is, ascending */
    uint32_t cell_count;
    const struct cg_context_call *calls; /**< by edge */
    uint32_t call_count;
    const struct cg_context_argument *arguments; /**< by edge */
    uint32_t argument_count;
};

/** @return the contexts of a graph. @param graph frozen; the program is aborted if it is not.
 *  O(1). */
CG_API struct cg_contexts cg_graph_contexts(const struct cg_graph *graph);

#ifdef __cplusplus
}
#endif

#endif
