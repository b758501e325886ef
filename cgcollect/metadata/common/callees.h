/*
 * Kinds with a value for each callee of a function, by the callee's linkage name.
 */
#ifndef CGCOLLECT_METADATA_COMMON_CALLEES_H
#define CGCOLLECT_METADATA_COMMON_CALLEES_H

#include "metadata/common/kind.h"

/** All calls between two functions. */
struct callee {
    unit_id caller;
    const char *name; /**< linkage name */
    uint32_t loops;   /**< most loops around one of them */
    double times;     /**< estimate of their runs for one run of the caller */
};

/**
 * Collect the callees of functions with measured bodies, grouped by caller and sorted by name; none
 * if no kind needs them. Several calls of one callee at one place count once: compilers make
 * several from one in the source, such as the destructors of a scope.
 *
 * @return of struct callee; release with g_array_free
 */
GArray *callees_gather(const struct unit *unit);

/**
 * Write to every function with callees an object with a member for each (rendering.callees).
 *
 * @param frame the text before and after the members
 * @param print appends the member of a callee, or nothing. Functions without members get no object.
 * @return an enum cg_status
 */
int write_callees(const struct rendering *r, const char *key, const char *const frame[2],
                  void (*print)(GString *out, const struct callee *callee), struct cg_error *error);

#endif
