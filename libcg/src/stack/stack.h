/*
 * What the files of src/stack share.
 *
 * Calls are rows: those of node n are start[n] .. start[n + 1] - 1, by canonical order of callees,
 * so that the first of several that are as good is the same however the graph was built. Nodes are
 * gone through component by component, callees first.
 *
 * Bounded functions part a component into stretches of others. Taking them out leaves components of
 * its own, the inner ones; one with a cycle makes its whole component unbounded.
 */
#ifndef STACK_STACK_H
#define STACK_STACK_H

#include <libcg/stack.h>

/** What a component is. */
enum component_kind {
    COMPONENT_SINGLE,    /**< one function that does not call itself */
    COMPONENT_COUNTED,   /**< every cycle has a bounded function */
    COMPONENT_UNBOUNDED, /**< some has not */
};

struct component {
    uint8_t kind; /**< enum component_kind */
    bool unsure;  /**< it, or what it leads to */
    bool endless; /**< likewise, recursion without bound */
    /* Of counted ones: */
    int64_t turns;        /**< bytes of all activations of bounded functions and what is between */
    int64_t tail;         /**< most that is needed behind the last of them */
    cg_node last;         /**< that one */
    uint32_t tail_row;    /**< how it goes on, or CG_NONE */
    uint64_t activations; /**< of bounded functions */
};

struct cg_stack {
    uint32_t nodes;
    uint32_t *rank; /**< by node, in canonical order */

    uint32_t *start;
    cg_node *callees; /**< by row */
    cg_edge *edges;   /**< by row; CG_NONE: not of the graph */
    int64_t *between; /**< by row; never negative */

    int64_t *frame;      /**< by node; never negative */
    bool *unsure;        /**< by node: it, or a call it makes */
    uint32_t *recursion; /**< by node; 0 outside recursion */

    uint32_t component_count;
    uint32_t *component;    /**< by node */
    uint32_t *inner;        /**< by node: component when bounded functions are out, each of which is
                                 one; calls within go to the same or a smaller one */
    uint32_t *member_start; /**< by component, count + 1 numbers */
    cg_node *members;       /**< by inner component, within it in canonical order */
    struct component *components;

    int64_t *deep;       /**< by node: bytes needed from it on, without entering bounded functions
                              of its component; of unbounded components along the chain */
    uint32_t *deep_next; /**< by node: the row to go on with, CG_NONE at the end */
    int64_t *flat;       /**< by node of counted components: bytes of the longest stretch from it */
    uint32_t *flat_next;

    struct cg_stack_recursion *recursions;
    size_t recursion_count;
    cg_node *recursion_nodes; /**< members and cycles of them all */
};

/** Fill in deep, flat and components. @return CG_OK or CG_E_MEMORY. O(nodes + rows). */
int stack_weigh(struct cg_stack *stack, struct cg_error *error);

/** Find the recursions without bound. @return CG_OK or CG_E_MEMORY.
 *  O(nodes log nodes + rows). */
int stack_find_recursions(struct cg_stack *stack, struct cg_error *error);

/** Sums and products of what is not negative; INT64_MAX where they are beyond it. */
static inline int64_t stack_add(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static inline int64_t stack_multiply(int64_t a, uint64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

#endif
