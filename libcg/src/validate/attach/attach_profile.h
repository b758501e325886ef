/*
 * What a profile measured of functions and calls of a graph, for writing it as CG_KEY_PROFILE.
 *
 * A *target* is a node or an edge. A path belongs to the node of the function that runs there, and,
 * where the call is one the graph has, to its edge. Frames that may be several functions, and calls
 * that the graph only explains, belong to none.
 */
#ifndef VALIDATE_ATTACH_ATTACH_PROFILE_H
#define VALIDATE_ATTACH_ATTACH_PROFILE_H

#include "base/text.h"
#include "profile/inclusive_time.h"
#include "validate/common/validation.h"

#define ANNOTATE_NONE UINT32_MAX

/** A place that values hang on. */
struct annotate_target {
    enum cg_place place;
    uint32_t number; /**< node or edge */
};

/** The targets of a validation: nodes first, then edges, both in rising order. */
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

/** What a path adds to, for nodes [0] and edges [1]. */
struct annotate_path {
    uint32_t target[2];
    bool again[2];    /**< the target is on the path above already: inclusive values count there */
    bool calls;       /**< CG_PATH_CALL */
    bool below_known; /**< of or below callers known in part: what the call cost is at a leaf */
};

/** The paths of a profile. */
struct annotate_paths {
    struct annotate_path *paths; /**< by path */
    struct inclusive inclusive;  /**< of groups: nodes by target, then frames of no node */
    uint32_t *group;             /**< by frame */
    double *exclusive;           /**< by group, of one metric at a time */
    double *total;
};

/** Say of every path what it adds to. @return CG_OK or CG_E_MEMORY; release in either case.
 *  O(paths + targets) */
int annotate_paths_init(struct annotate_paths *out, const struct annotate_targets *targets,
                        const struct validation_profile *in, struct cg_error *error);
/** Release. */
void annotate_paths_free(struct annotate_paths *paths);

/** A metric at a target: of all its paths. */
struct annotate_sum {
    double exclusive; /**< of metrics that do not add up: the value */
    double inclusive;
    double most; /**< a call costs no more than its caller or its callee, with what they call */
    double sum;  /**< of locations, as measured */
    double mean;
    double min;
    double max;
    double deviation;
    uint32_t min_at;
    uint32_t max_at;
    uint32_t paths; /**< that were measured */
    bool has_calls; /**< what the callee cost itself is not known for each call */
    bool varies;    /**< a path has not the same value at all locations */
    bool bounds;    /**< several vary: of what they are together only bounds are known */
    bool min_known; /**< `min` is at `min_at` */
    bool max_known;
};

/** Add up a metric. @param out by target. @return CG_OK or CG_E_MEMORY. O(targets + paths). */
int annotate_add_up(struct annotate_sum *out, const struct annotate_targets *targets,
                    const struct cg_profile *profile, uint32_t metric, struct annotate_paths *paths,
                    struct cg_error *error);

/** Whether values of a metric add up along paths. */
bool annotate_adds_up(const struct cg_metric *metric);

/** Append a member of "metrics"; nothing when there is nothing but 0. */
void annotate_put_metric(struct cg_text *out, const struct cg_profile *profile, uint32_t metric,
                         const struct annotate_sum *sum);

#endif
