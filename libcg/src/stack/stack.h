/*
 * Shared by the files of src/stack.
 *
 * Calls are rows: those of node n are start[n] .. start[n + 1] - 1, by canonical order of callees,
 * so that the choice between equally good ones does not depend on how the graph was built. Nodes
 * are processed component by component, callees first.
 *
 * Bounded functions divide a component into stretches of others. Without them it falls into inner
 * components; one with a cycle makes the whole component unbounded.
 */
#ifndef STACK_STACK_H
#define STACK_STACK_H

#include <libcg/stack.h>

/** The kind of a component. */
enum component_kind {
    COMPONENT_SINGLE,    /**< one function that does not call itself */
    COMPONENT_COUNTED,   /**< every cycle has a bounded function */
    COMPONENT_UNBOUNDED, /**< some cycle has none */
};

struct component {
    uint8_t kind; /**< enum component_kind */
    bool unsure;  /**< it or one it reaches is unsure */
    bool endless; /**< likewise, has unbounded recursion */
    /* For counted components: */
    int64_t turns; /**< bytes of all activations of bounded functions and of what is between them */
    int64_t tail;  /**< most bytes needed after the last of them */
    cg_node last;  /**< the last of them */
    uint32_t tail_row;    /**< the call that follows, or CG_NONE */
    uint64_t activations; /**< of bounded functions */
};

struct cg_stack {
    uint32_t nodes;
    uint32_t *rank; /**< by node, in canonical order */

    uint32_t *start;
    cg_node *callees; /**< by row */
    cg_edge *edges;   /**< by row; CG_NONE: not in the graph */
    int64_t *between; /**< by row; never negative */

    int64_t *frame;      /**< by node; never negative */
    bool *unsure;        /**< by node: it, or a call it makes, is unsure */
    uint32_t *recursion; /**< by node; 0 outside recursion */

    uint32_t component_count;
    uint32_t *component; /**< by node */
    uint32_t *inner; /**< by node: component without bounded functions, each of which is one; inner
                        calls go to the same or a smaller one */
    uint32_t *member_start; /**< by component, count + 1 numbers */
    cg_node *members;       /**< by inner component, each in canonical order */
    struct component *components;

    int64_t *deep; /**< by node: bytes needed from it on, without entering bounded functions of its
                      component; in unbounded components along the chain */
    uint32_t *deep_next; /**< by node: the row that follows, CG_NONE at the end */
    int64_t *flat;       /**< by node of counted components: bytes of the longest stretch from it */
    uint32_t *flat_next;

    struct cg_stack_recursion *recursions;
    size_t recursion_count;
    cg_node *recursion_nodes; /**< storage of the members and cycles */
};

/** Fill in deep, flat and components. @return CG_OK or CG_E_MEMORY. O(nodes + rows). */
int stack_weigh(struct cg_stack *stack, struct cg_error *error);

/** Find the unbounded recursions. @return CG_OK or CG_E_MEMORY. O(nodes log nodes + rows). */
int stack_find_recursions(struct cg_stack *stack, struct cg_error *error);

/** Sums and products of numbers that are not negative; INT64_MAX if larger. */
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
