/*
 * Finding frames and paths of a profile by their content.
 */
#ifndef PROFILE_TABLES_H
#define PROFILE_TABLES_H

#include "profile/profile.h"

/** Number of a frame that says just this, adding it if it is new; UINT32_MAX when memory is out or
 *  there are too many. O(1) expected. */
cg_frame tables_frame(struct cg_profile *profile, const struct profile_frame *frame);

/** As tables_frame, of a path. */
cg_path tables_path(struct cg_profile *profile, const struct profile_path *path);

/** Release. */
void tables_free(struct profile_table *table);

/** Make room for one more in a table of `count` numbers whose hashes `hash` tells.
 *  @return false when memory is out */
bool tables_reserve(struct profile_table *table, uint32_t (*hash)(const void *user, uint32_t i),
                    const void *user);

#endif
