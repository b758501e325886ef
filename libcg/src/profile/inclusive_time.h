/*
 * What groups of frames cost: themselves, and with what they call, recursion once.
 *
 * A path counts for its group unless one of the group is above it. The cost of a call of a piece is
 * in the inclusive value of the piece, and in that of the callee's piece, so a circle of calls
 * (f calls g, g calls f) has costs twice: in g's call of f is what f costs by calling g. Two things
 * are known then, and neither is less than what f really cost; the lesser one is taken:
 *
 *   - its pieces with the calls they made, but for calls of itself
 *   - as gprof has it: what all functions of its strongly connected component cost themselves, and
 *     the calls that leave the component
 *
 * Pieces of CG_PATH_RECURSIVE are in calls of other pieces, and only those count. Where a format
 * has them the first is exact, and never more than the second: each cost is below a chain of
 * pieces, whose end is a cost itself, or a call that is one of CG_PATH_RECURSIVE or leaves the
 * component.
 */
#ifndef PROFILE_INCLUSIVE_TIME_H
#define PROFILE_INCLUSIVE_TIME_H

#include "profile/profile.h"

/** What paths mean for the inclusive values of groups, whatever the metric. */
struct inclusive {
    const struct cg_profile *profile;
    const uint32_t *group; /**< by frame, borrowed */
    uint32_t groups;
    bool *within;        /**< by path: in a piece of CG_PATH_RECURSIVE */
    bool *repeats;       /**< by path: one of the group is above */
    uint32_t *component; /**< by group; NULL: there are no calls of pieces */
    uint32_t *sizes;     /**< by component: how many groups */
};

/** @param group by frame: less than `groups`; must outlive it
 *  @return false when memory is out; release in either case. O(paths + groups) */
bool inclusive_init(struct inclusive *out, const struct cg_profile *profile, const uint32_t *group,
                    uint32_t groups);
void inclusive_free(struct inclusive *inclusive);

/** Add up a metric of CG_FOLD_SUM. @param exclusive, total by group: with and without what is
 *  called. @return false when memory is out. O(paths + groups) */
bool inclusive_add_up(const struct inclusive *inclusive, uint32_t metric, double *exclusive,
                      double *total);

/**
 * Find which paths have one of the same key above them. Of callers that are known in part
 * (CG_PATH_CALL, no leaf) none counts: their pieces do.
 *
 * @param repeats receives it by path
 * @param key     by path: less than `keys`, or CG_NO_PATH
 * @return false when memory is out. O(paths + keys)
 */
bool inclusive_find_repeats(bool *repeats, const struct cg_profile *profile, const uint32_t *key,
                            uint32_t keys);

#endif
