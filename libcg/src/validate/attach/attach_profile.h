/*
 * Measurements of a profile for functions and calls of a graph, to be written as CG_KEY_PROFILE.
 *
 * A *target* is a node or an edge. A path belongs to the node of its function and, if the graph has
 * the call, to its edge. Frames that may be several functions, and calls that the graph only
 * explains, have no target.
 */
#ifndef VALIDATE_ATTACH_ATTACH_PROFILE_H
#define VALIDATE_ATTACH_ATTACH_PROFILE_H

#include "profile/inclusive_time.h"
#include "strings/text.h"
#include "validate/common/validation.h"

#define ANNOTATE_NONE UINT32_MAX

/** A place for values. */
struct annotate_target {
    enum cg_place place;
    uint32_t number; /**< node or edge */
};

/** The targets of a validation: nodes first, then edges, both ascending. */
struct annotate_targets {
    struct annotate_target *all;
    uint32_t count;
    uint32_t *of_function; /**< ANNOTATE_NONE: none */
    uint32_t *of_call;
};

/** Find them. @return CG_OK or CG_E_MEMORY; release in either case */
int annotate_targets_find(struct annotate_targets *out, const struct cg_validation *v,
                          const struct cg_graph *graph, struct cg_error *error);
/** Release. */
void annotate_targets_free(struct annotate_targets *targets);

/** What a path contributes to: nodes [0] and edges [1]. */
struct annotate_path {
    uint32_t target[2];
    bool again[2];    /**< the target occurs further up on the path: inclusive values count there */
    bool calls;       /**< CG_CONTEXT_CALL */
    bool below_known; /**< of callers known in part or below them: the cost of the call is at a leaf
                       */
};

/** The paths of a profile. */
struct annotate_paths {
    struct annotate_path *paths; /**< by path */
    struct inclusive inclusive;  /**< by group: nodes by target, then frames without a node */
    uint32_t *group;             /**< by frame */
    double *exclusive;           /**< by group, of one metric at a time */
    double *total;
};

/** Find out for every path what it contributes to. @return CG_OK or CG_E_MEMORY; release in either
 *  case. O(paths + targets) */
int annotate_paths_init(struct annotate_paths *out, const struct annotate_targets *targets,
                        const struct validation_profile *in, struct cg_error *error);
/** Release. */
void annotate_paths_free(struct annotate_paths *paths);

/** The sum of the least or the greatest values of paths. */
struct annotate_extreme {
    double sum;
    uint32_t at;
    bool known; /**< `at` is valid: where all of them are */
};

/** A metric at a target, over all its paths. */
struct annotate_sum {
    double exclusive; /**< for metrics that do not add up: the value */
    double inclusive;
    double most; /**< upper bound of a call: the inclusive cost of its caller, or of its callee */
    double sum;  /**< of locations, as measured */
    double mean;
    struct annotate_extreme min;
    struct annotate_extreme max;
    double deviation;
    uint32_t paths; /**< that were measured */
    bool has_calls; /**< the exclusive cost of the callee is not known for each call */
    bool varies;    /**< a path has different values at the locations */
    bool bounds;    /**< several paths vary: only bounds of their total are known */
};

/** Add up a metric. @param out by target. @return CG_OK or CG_E_MEMORY. O(targets + paths). */
int annotate_add_up(struct annotate_sum *out, const struct annotate_targets *targets,
                    const struct cg_profile *profile, uint32_t metric, struct annotate_paths *paths,
                    struct cg_error *error);

/** Append a member of "metrics", unless all values are 0. */
void annotate_put_metric(struct cg_text *out, const struct cg_profile *profile, uint32_t metric,
                         const struct annotate_sum *sum);

#endif
