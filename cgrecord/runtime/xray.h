/*
 * Recording by XRay: what its files share.
 */
#ifndef CGRECORD_RUNTIME_XRAY_H
#define CGRECORD_RUNTIME_XRAY_H

#include "runtime.h"

/** XRay's runtime in the executable. */
struct cgr_xray_runtime {
    const struct cgr_selection *selection; /**< says where its functions are */
    uintptr_t base;                        /**< of the file in memory */
};

/** A function of it; NULL: it has no such function. */
static inline void *cgr_xray_at(const struct cgr_xray_runtime *runtime, enum cgr_xray function)
{
    uint64_t place = runtime->selection->xray[function];
    return place ? (void *)(runtime->base + place) : NULL;
}

/** Which functions are patched (patches.c). */
struct cgr_patches {
    uintptr_t *recorded; /**< by number: where it begins; 0: it is not recorded now; atomic */
    uint32_t count;      /**< numbers are 1 to `count` */
    uint32_t changes;    /**< how often patches changed; atomic */
    int signal;          /**< that changes them; 0: nothing does */
};

extern struct cgr_patches cgr_patches;

/** Patch what is recorded. @param changing it may change @return whether there is anything */
bool cgr_patches_start(const struct cgr_xray_runtime *runtime, bool changing);
/** In a child made by fork: nobody else changes patches there. */
void cgr_patches_fork_child(void);
/** Whether a function was patched all the time since a number of changes, or need not be: it has
 *  hooks. O(1) */
bool cgr_patches_had(uintptr_t function, uint32_t change);

#endif
