/*
 * Kinds that say something of each callee of a function, by its linkage name.
 */
#ifndef CGCOLLECT_METADATA_COMMON_CALLEES_H
#define CGCOLLECT_METADATA_COMMON_CALLEES_H

#include "metadata/common/kind.h"

/** All calls of one function in another. */
struct callee {
    unit_id caller;
    const char *name; /**< linkage name */
    uint32_t loops;   /**< most loops around one of them */
    double times;     /**< estimate of how often all of them run, for once that the caller does */
};

/**
 * Gather the callees of functions whose bodies were measured, those of one caller together and by
 * name; none, when no kind wants to know. Several calls of one callee at one place count once:
 * compilers make several of what is written once, such as the destructors of a scope.
 *
 * @return of struct callee; release it with g_array_free
 */
GArray *callees_gather(const struct unit *unit);

/**
 * Write an object with its callees to every function that has some (rendering.callees).
 *
 * @param frame what stands before and behind the members
 * @param print appends the member of a callee; or nothing, for it to have none. Functions without
 *              members get nothing.
 * @return an enum cg_status
 */
int write_callees(const struct rendering *r, const char *key, const char *const frame[2],
                  void (*print)(GString *out, const struct callee *callee), struct cg_error *error);

#endif
