/*
 * The cost of groups of frames: exclusive, and inclusive with recursion counted once.
 *
 * A path counts for its group unless another of the group is above it. The cost of a call of a
 * piece is in the inclusive value of the piece, and in that of the callee's piece, so a cycle of
 * calls (f calls g, g calls f) counts costs twice: g's call of f includes the cost of f's call of
 * g. There are two upper bounds of the cost of f; the smaller one counts:
 *
 *   - the cost of its pieces with their calls, except calls of itself
 *   - as in gprof: the exclusive cost of all functions of its strongly connected component, and
 *     the calls that leave the component
 *
 * Pieces with CG_CONTEXT_RECURSIVE are part of calls by other pieces, and only those count. If a
 * format has them the first bound is exact, and never exceeds the second: each cost is below a
 * chain of pieces, whose end is a cost itself, or a call that has CG_CONTEXT_RECURSIVE or leaves
 * the component.
 */
#ifndef PROFILE_INCLUSIVE_TIME_H
#define PROFILE_INCLUSIVE_TIME_H

#include "profile/profile.h"

/** The role of paths in the inclusive values of groups, independent of the metric. */
struct inclusive {
    const struct cg_profile *profile;
    const uint32_t *group; /**< by frame, borrowed */
    uint32_t groups;
    bool *within;        /**< by path: in a piece with CG_CONTEXT_RECURSIVE */
    bool *repeats;       /**< by path: one of the group is above */
    uint32_t *component; /**< by group; NULL: there are no calls of pieces */
    uint32_t *sizes;     /**< by component: number of groups */
};

/** @param group by frame: less than `groups`; must outlive it
 *  @return false when memory is exhausted; release in either case. O(paths + groups) */
bool inclusive_init(struct inclusive *out, const struct cg_profile *profile, const uint32_t *group,
                    uint32_t groups);
void inclusive_free(struct inclusive *inclusive);

/** Add up a metric with CG_FOLD_SUM. @param exclusive, total by group: exclusive and inclusive
 *  cost. @return false when memory is exhausted. O(paths + groups) */
bool inclusive_add_up(const struct inclusive *inclusive, uint32_t metric, double *exclusive,
                      double *total);

/**
 * Find which paths have one with the same key above them. Callers that are known in part
 * (CG_CONTEXT_CALL, not a leaf) do not count: their pieces do.
 *
 * @param repeats receives it by path
 * @param key     by path: less than `keys`, or CG_NO_CONTEXT
 * @return false when memory is exhausted. O(paths + keys)
 */
bool inclusive_find_repeats(bool *repeats, const struct cg_profile *profile, const uint32_t *key,
                            uint32_t keys);

#endif
