/*
 * The two graphs being compared, and growing lists.
 */
#ifndef DIFF_SIDES_H
#define DIFF_SIDES_H

#include <libcg/diff.h>

/** One of the graphs. */
struct side {
    const struct cg_graph *graph;
    uint32_t nodes;
    cg_node *order; /**< canonical */
    uint32_t *rank; /**< by node: its place in `order` */
    cg_node *other; /**< by node: its counterpart in the other graph, CG_NONE if there is none */
};

/** Numbers of nodes or edges. */
struct numbers {
    uint32_t *at;
    size_t count;
    size_t capacity;
};

struct cg_diff {
    cg_node *new_of;
    cg_node *old_of;
    struct numbers gone, added, moved, defined, undefined, reached, unreached;
    struct numbers calls_gone, calls_added, calls_changed;
    struct cg_diff_cycle *cycles;
    size_t cycle_count;
    uint32_t *cycle_members; /**< storage of the cycles' members */
};

/** @return CG_OK or CG_E_MEMORY */
int numbers_add(struct numbers *numbers, uint32_t number, struct cg_error *error);

/** Match the functions (libcg/diff.h): fill in `other` of both sides. */
void match_functions(struct side *old_side, struct side *new_side);

/**
 * The calls that only one side has.
 *
 * @param changed if not NULL, receives the calls of both sides whose kinds differ
 * @return CG_OK or CG_E_MEMORY
 */
int compare_calls(struct numbers *missing, struct numbers *changed, const struct side *side,
                  const struct side *other, struct cg_error *error);

/** Fill in the cycles. @return CG_OK or CG_E_MEMORY */
int compare_cycles(struct cg_diff *diff, const struct side *old_side, const struct side *new_side,
                   struct cg_error *error);

#endif
