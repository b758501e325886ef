/*
 * Profiles that are directories.
 */
#ifndef PROFILE_READ_DIRECTORY_H
#define PROFILE_READ_DIRECTORY_H

#include "profile/builder.h"

/**
 * Read a directory of TAU profiles (profile.NODE.CONTEXT.THREAD; with several metrics in a
 * directory MULTI__METRIC each) into one profile. Directories of other tools are refused, with the
 * command that makes a profile of them.
 *
 * @param b       of format "tau"; its error is the caller's
 * @param options borrowed, may be NULL
 * @return CG_OK or the failure. O(bytes)
 */
int profile_read_directory(struct builder *b, const char *path,
                           const struct cg_profile_options *options, struct cg_error *error);

#endif
