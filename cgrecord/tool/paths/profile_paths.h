/*
 * One profile of the recordings of all processes: every thread is a location.
 */
#ifndef CGRECORD_PATHS_H
#define CGRECORD_PATHS_H

#include "count/counters.h"
#include "read/recordings.h"

#include <libcg/profile_write.h>

/** What all recordings have in common, for messages. */
struct paths_summary {
    uint32_t processes;
    uint32_t threads;
    uint64_t calls;
    uint64_t lost; /**< calls without a path: memory was exhausted */
    uint64_t too_deep;
    uint32_t unknown; /**< threads that could not ask the system for their number */
    uint64_t limit;   /**< bytes that the first process that lost some could have */
    bool sampled;     /**< they are of samples */
    uint32_t full;    /**< enum cgr_full: why it was, of the first process where something did */
    uint32_t
        unchosen; /**< executables and libraries that were recorded whole, in spite of a choice */
};

struct paths;

/**
 * Make the profile.
 *
 * @param recordings paths, see recordings_find; each is read by itself, so that memory does not
 *                   grow with their number
 * @param creator    what recorded them
 * @param counters   what was counted besides calls and time; borrowed as long as the profile; NULL:
 *                   nothing
 * @param out        receives the profile and its values; release with paths_free
 * @return CG_OK or the first error. O(nodes), plus symbols of the distinct addresses
 */
int paths_make(struct paths **out, const GPtrArray *recordings, const char *creator,
               const struct counters *counters, struct cg_error *error);
void paths_free(struct paths *paths);

const struct cg_profile *paths_profile(const struct paths *paths);
/** Add a note to the profile. @return CG_OK or the error */
int paths_note(struct paths *paths, const char *text, struct cg_error *error);

const struct paths_summary *paths_summary(const struct paths *paths);

/** Values by location, for cg_profile_write. @param user a struct paths */
bool paths_values(void *user, const struct cg_profile_row *row, double *values);

#endif
