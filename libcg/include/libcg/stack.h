/*
 * Stack depth: the deepest chain of calls, by the bytes of its frames.
 */
#ifndef LIBCG_STACK_H
#define LIBCG_STACK_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A call that is not in the graph. */
struct cg_stack_call {
    cg_node caller;
    cg_node callee;
};

/** Input of the computation. Initialise with CG_STACK_QUERY_INIT. Arrays are borrowed. */
struct cg_stack_query {
    unsigned version; /**< CG_STACK_QUERY_VERSION */
    /** By node: the bytes of each activation; negative: unknown, counted as 0. */
    const int64_t *frame;
    /** By node: it may need more stack than known, because its frame grows or it makes unknown
     *  calls; NULL: none. */
    const bool *unsure;
    /** By edge: bytes between the frames of caller and callee, such as the frame of the library
     *  function that calls back; negative: unknown, counted as 0; NULL: none. */
    const int64_t *between;
    /** By node: most simultaneous activations of a recursive function; 0: unknown; NULL: none is
     *  known. */
    const uint32_t *recursion;
    const struct cg_stack_call *calls; /**< calls that are not in the graph */
    size_t call_count;
};
#define CG_STACK_QUERY_VERSION 1u
#define CG_STACK_QUERY_INIT {CG_STACK_QUERY_VERSION, NULL, NULL, NULL, NULL, NULL, 0}

/**
 * Functions without a body that may call more than what a call passes to them, such as exit, which
 * calls what atexit received. They need more than their frames, wherever they are called: a query
 * that does not count them as `unsure` must list in `calls` what each may call. They are the
 * `may_call_back` of cg_reach, by the same rules; if nothing can be called back there are none.
 *
 * @param callers array of cg_graph_node_count: receives which functions these are
 * @param callees array of cg_graph_node_count: receives the functions whose addresses such code may
 *                know; it may also call functions with a name, unless all of it is known to be a
 *                system library's
 * @param graph   frozen
 * @param starts  where stacks begin; if any has no body, functions passed to code without a body
 *                may be any of `callees`
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges).
 */
CG_API int cg_stack_callbacks(bool *callers, bool *callees, const struct cg_graph *graph,
                              const cg_node *starts, size_t count, struct cg_error *error);

/** What the number of bytes means. */
enum cg_stack_verdict {
    CG_STACK_CERTAIN, /**< no chain of calls needs more */
    CG_STACK_UNKNOWN, /**< a known chain needs this much; unknown calls or frames may need more, or
                         the sum exceeds INT64_MAX */
    CG_STACK_UNBOUNDED, /**< a chain without repetition needs this much; unbounded recursion may
                           need more */
};

/** The stack that each function needs. */
struct cg_stack;

/**
 * Compute the stack that each function needs, itself included.
 *
 * Without cycles this is the longest path. A cycle is bounded if `recursion` bounds a function on
 * it. In a component, S activations of bounded functions, which cost the sum of their frames,
 * divide each chain into S + 1 stretches of others, none longer than the longest: their total is
 * the bound, which is exact for a function that calls only itself. In a component with an unbounded
 * cycle, the bytes are those of a chain without repetition: the shortest way to the call out of it
 * that needs most.
 *
 * Edges that are only guesses (CG_EDGE_CANDIDATE alone) do not count. Sums above INT64_MAX become
 * INT64_MAX, which is not a bound.
 *
 * @param out   release with cg_stack_free, before the graph
 * @param graph frozen; borrowed
 * @param query not needed afterwards
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT (a call of nodes that do not exist) or CG_E_MEMORY.
 *         O(nodes log nodes + edges).
 */
CG_API int cg_stack_new(struct cg_stack **out, const struct cg_graph *graph,
                        const struct cg_stack_query *query, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_stack_free(struct cg_stack *stack);

/** @return the bytes that a function and all it calls need. O(1). */
CG_API int64_t cg_stack_bytes(const struct cg_stack *stack, cg_node node);

/** @return what these bytes mean. O(1). */
CG_API enum cg_stack_verdict cg_stack_verdict(const struct cg_stack *stack, cg_node node);

/** @return whether a function may call itself, directly or not. O(1). */
CG_API bool cg_stack_recurses(const struct cg_stack *stack, cg_node node);

/** A step of the chain of calls that needs most stack. */
struct cg_stack_step {
    cg_node node;
    cg_edge edge;    /**< the call that leads to it; CG_NONE: the first, a call that is not in the
                        graph, or one out of recursion */
    int64_t between; /**< bytes between its frame and the previous one */
    int64_t bytes;   /**< of its frame; for recursion of all its frames */
    /** 0: one frame. Else this step is bounded recursion: the number of activations of bounded
     *  functions, of which `node` is the last, and all between them. */
    uint64_t activations;
};

/**
 * The chain of calls from a function that needs most stack: the sum of `between` and `bytes` is
 * cg_stack_bytes. Of several, the first in canonical order.
 *
 * @param steps receives them in order; release with free
 * @return CG_OK, CG_E_ARGUMENT (no such node) or CG_E_MEMORY. O(length, and calls of the functions
 *         in it).
 */
CG_API int cg_stack_path(struct cg_stack_step **steps, size_t *count, const struct cg_stack *stack,
                         cg_node node, struct cg_error *error);

/**
 * The functions on which the bytes and verdict of a function depend: all that may be on the stack
 * when it runs, itself included, where calls lead, `calls` of the query included.
 *
 * @param nodes   array of cg_graph_node_count: receives them, in no particular order
 * @param count   receives how many
 * @param reached array of cg_graph_node_count, all false: receives true for each of them. Who asks
 *                about many functions makes these false again.
 * @return CG_OK or CG_E_ARGUMENT (no such node). O(functions that are reached and their calls).
 */
CG_API int cg_stack_reached(cg_node *nodes, uint32_t *count, bool *reached,
                            const struct cg_stack *stack, cg_node start, struct cg_error *error);

/** Functions that call each other without a bound. Arrays belong to the stack. */
struct cg_stack_recursion {
    const cg_node *members; /**< canonical order */
    size_t member_count;
    const cg_node
        *cycle; /**< each calls the next, the last the first; no bounded function is on it */
    size_t cycle_length;
};

/** @return the number of unbounded recursions. */
CG_API size_t cg_stack_recursion_count(const struct cg_stack *stack);

/** @return unbounded recursion number i, in canonical order of first members, or NULL past the
 *          last. */
CG_API const struct cg_stack_recursion *cg_stack_recursion_at(const struct cg_stack *stack,
                                                              size_t i);

#ifdef __cplusplus
}
#endif

#endif
