/*
 * Finding frames and paths of a profile by their content.
 */
#ifndef PROFILE_TABLES_H
#define PROFILE_TABLES_H

#include "profile/profile.h"

/** Number of a frame with this content, made if it is new; UINT32_MAX when memory is exhausted or
 *  there are too many. O(1) expected. */
cg_frame tables_frame(struct cg_profile *profile, const struct profile_frame *frame);

/** As tables_frame, for a path. */
cg_call_context tables_path(struct cg_profile *profile, const struct profile_path *path);

/** As tables_frame and tables_path, but UINT32_MAX if there is none. */
cg_frame tables_find_frame(const struct cg_profile *profile, const struct profile_frame *frame);
cg_call_context tables_find_path(const struct cg_profile *profile, const struct profile_path *path);

#endif
