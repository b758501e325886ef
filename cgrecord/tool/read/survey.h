/*
 * A first look at the recordings of a command, which decides whether there is a profile.
 */
#ifndef CGRECORD_SURVEY_H
#define CGRECORD_SURVEY_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct survey {
    uint32_t threads;
    uint32_t missing; /**< children that were not recorded */
    uint32_t failure; /**< enum cgr_full: what kept a process from recording */
    bool unread;      /**< some cannot be read */
    bool by_xray;     /**< functions were patched */
    bool has_program; /**< one is of the program that was looked for */
};

/** @param paths of recordings, see recordings_find @param program path to look for; NULL: none
 *  @param unpatched warn of libraries whose places for XRay are not patched */
void survey_recordings(struct survey *out, const GPtrArray *paths, const char *program,
                       bool unpatched);

/** What recorded them, as profiles name it. */
const char *survey_creator(const struct survey *survey);

/** Add the processes and programs that were not recorded to what the profile does not have.
 *  @param directory of the recordings @param sampled also programs without hooks */
void survey_missing(const struct survey *survey, const char *directory, bool sampled);

#endif
