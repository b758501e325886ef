/*
 * What strategies begin with: which functions they may choose, where the program begins, how much
 * functions do.
 */
#ifndef INSTRUMENT_GROUND_H
#define INSTRUMENT_GROUND_H

#include "instrument/choice.h"

struct ground {
    const struct cg_graph *graph;
    uint32_t nodes;
    struct cg_choose_options options; /**< complete: `key` and `entries` are set */
    cg_node *entries;                 /**< those of the graph; NULL: the caller gave some */
    bool *runs;                       /**< by node: it is reached (or may be, `beyond`) */
    bool *can;                        /**< by node: it runs and can be instrumented */
    uint32_t *distance;               /**< by node: known calls from an entry point, or CG_NONE */
};

/** Fill in. @param options may be NULL @return CG_OK, CG_E_STATE, CG_E_ARGUMENT or CG_E_MEMORY;
 *  release with ground_clear in any case */
int ground_lay(struct ground *ground, const struct cg_graph *graph,
               const struct cg_choose_options *options, struct cg_error *error);

void ground_clear(struct ground *ground);

/** Sum the numbers of `key` over all that each function reaches.
 *  @param sums receives an array to release with free @param known likewise: whether it or anything
 *         it reaches has a number; may be NULL
 *  @return CG_OK, CG_E_ARGUMENT or CG_E_MEMORY */
int ground_sums(double **sums, bool **known, const struct ground *ground, struct cg_error *error);

/** The caller on a shortest chain of known calls to a function, of several the first by name.
 *  @param distance by node: calls from where chains begin; not 0 for the function
 *  @return CG_NONE: there is none */
cg_node ground_caller_towards(const struct ground *ground, const uint32_t *distance, cg_node node);

/** Choose the entry points that can be instrumented. @return CG_OK or CG_E_MEMORY */
int ground_choose_entries(struct cg_choice *choice, const struct ground *ground,
                          struct cg_error *error);

#endif
