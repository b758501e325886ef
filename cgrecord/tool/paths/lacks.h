/*
 * What a profile of recordings lacks.
 */
#ifndef CGRECORD_LACKS_H
#define CGRECORD_LACKS_H

#include "paths/profile_paths.h"

/** Add what recordings lost to what the profile does not have. @param times sampled ones are wanted
 */
void lacks_add(const struct paths_summary *summary, bool times);

/** Make notes of the profile of all that it does not have. @return CG_OK or the first error */
int lacks_note(struct paths *paths, struct cg_error *error);

#endif
