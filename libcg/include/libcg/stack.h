/*
 * How much stack a program may need: the deepest chain of calls, by the bytes of its frames.
 */
#ifndef LIBCG_STACK_H
#define LIBCG_STACK_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A call that the graph does not have. */
struct cg_stack_call {
    cg_node caller;
    cg_node callee;
};

/** What is known of the stack. Initialise with CG_STACK_QUERY_INIT. Arrays are borrowed. */
struct cg_stack_query {
    /** By node: the bytes that each activation takes; negative: not known, counted as 0. */
    const int64_t *frame;
    /** By node: more may be on the stack than is told of it, as its frame grows or it makes calls
     *  that nobody knows; NULL: of none. */
    const bool *unsure;
    /** By edge: bytes that lie between the frames of caller and callee, such as the frame of the
     *  library function that calls back; negative: not known, counted as 0; NULL: none. */
    const int64_t *between;
    /** By node: how many activations of it there may be at any time, where it is recursive; 0: not
     *  known; NULL: of none. */
    const uint32_t *recursion;
    const struct cg_stack_call *calls; /**< calls besides those of the graph */
    size_t call_count;
};
#define CG_STACK_QUERY_INIT {NULL, NULL, NULL, NULL, NULL, 0}

/**
 * Functions without body that may call more than what a call hands them, such as exit, which calls
 * what atexit was given. They need more than their frames, from wherever they are called: a query
 * that does not count them as `unsure` is to have in `calls` what each may call. This is what
 * cg_reach calls `may_call_back`, by the same rules; where nothing is there to be called there are
 * none.
 *
 * @param callers array of cg_graph_node_count: receives which these are
 * @param callees array of cg_graph_node_count: receives whose addresses such code may know; it may
 *                call what has a name besides, unless all of it is known to be a system library's
 * @param graph   frozen
 * @param starts  where stacks begin; when any has no body, what functions without body are handed
 *                may be any of `callees`
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_stack_callbacks(bool *callers, bool *callees, const struct cg_graph *graph,
                              const cg_node *starts, size_t count, struct cg_error *error);

/** What the number of bytes says. */
enum cg_stack_verdict {
    CG_STACK_CERTAIN, /**< no chain of calls needs more */
    CG_STACK_UNKNOWN, /**< a chain that is known needs so much; what is not known may need more, or
                           the sum is beyond INT64_MAX */
    CG_STACK_UNBOUNDED, /**< so does a chain in which no function is twice; recursion without bound
                             may need more */
};

/** The stack that each function needs. */
struct cg_stack;

/**
 * Work out how much stack is needed from each function on, itself included.
 *
 * Where calls make no cycle this is the longest path. A cycle has a bound where `recursion` bounds
 * a function on it. Of functions that call each other, S activations of bounded ones, which cost
 * the sum of their frames, part each chain into S + 1 stretches of others, none longer than the
 * longest: that is the bound, which of a function that calls itself alone is exact. Of a component
 * with a cycle that has none, the bytes are those of a chain without repetition: the shortest way
 * to the call out of it below which most is needed.
 *
 * Edges that are but guesses (CG_EDGE_CANDIDATE alone) do not count. Sums beyond INT64_MAX are
 * INT64_MAX, which is no bound.
 *
 * @param out   release with cg_stack_free, before the graph
 * @param graph frozen; borrowed
 * @param query not needed afterwards
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (a call of nodes that the graph has not) or CG_E_MEMORY.
 *         O(nodes log nodes + edges).
 */
CG_API int cg_stack_new(struct cg_stack **out, const struct cg_graph *graph,
                        const struct cg_stack_query *query, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_stack_free(struct cg_stack *stack);

/** @return the bytes needed from a function on. O(1). */
CG_API int64_t cg_stack_bytes(const struct cg_stack *stack, cg_node node);

/** @return what these bytes are. O(1). */
CG_API enum cg_stack_verdict cg_stack_verdict(const struct cg_stack *stack, cg_node node);

/** @return whether a function may call itself, directly or not. O(1). */
CG_API bool cg_stack_recurses(const struct cg_stack *stack, cg_node node);

/** Part of the chain of calls that needs most. */
struct cg_stack_step {
    cg_node node;
    cg_edge edge;    /**< by which it is called; CG_NONE: the first, a call the graph does not have,
                          or one out of recursion */
    int64_t between; /**< bytes between it and the one before */
    int64_t bytes;   /**< of its frame; of recursion of all frames in it */
    /** 0: one frame. Else this stands for recursion with a bound: so many activations of functions
     *  that have one, of which `node` is the last, and all between them. */
    uint64_t activations;
};

/**
 * The chain of calls from a function on that needs most: the sum of `between` and `bytes` is
 * cg_stack_bytes. Of several the one that comes first in canonical order.
 *
 * @param steps receives them in order; release with free
 * @return CG_OK, CG_E_ARGUMENT (no such node) or CG_E_MEMORY. O(length, and calls of the functions
 * in it).
 */
CG_API int cg_stack_path(struct cg_stack_step **steps, size_t *count, const struct cg_stack *stack,
                         cg_node node, struct cg_error *error);

/**
 * What the bytes and the verdict of some functions depend on: all that may be on the stack.
 *
 * @param reached array of cg_graph_node_count: receives whether calls lead there, `calls` of the
 *                query among them
 * @return CG_OK, CG_E_ARGUMENT (no such node) or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_stack_reached(bool *reached, const struct cg_stack *stack, const cg_node *starts,
                            size_t count, struct cg_error *error);

/** Functions that call each other without bound. Arrays belong to the stack. */
struct cg_stack_recursion {
    const cg_node *members; /**< canonical order */
    size_t member_count;
    const cg_node *cycle; /**< each calls the next, the last the first; no bounded one is on it */
    size_t cycle_length;
};

/** @return how many recursions without bound there are. */
CG_API size_t cg_stack_recursion_count(const struct cg_stack *stack);

/** @return recursion number i without bound, in canonical order of first members, or NULL past the
 *          last. */
CG_API const struct cg_stack_recursion *cg_stack_recursion_at(const struct cg_stack *stack,
                                                              size_t i);

#ifdef __cplusplus
}
#endif

#endif
