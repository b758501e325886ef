/*
 * Parts of CG_KEY_PROFILE: what its merges and its accessors both look at.
 */
#ifndef METADATA_PROFILE_H
#define METADATA_PROFILE_H

#include <libcg/metadata.h>

/** Merges: of several runs the one that cost more, and all of them together. */
cg_metadata_merge profile_merge_greatest;
cg_metadata_merge profile_merge_sum;

/** The number that is a member. @return false when there is none; *out is then as it was */
bool profile_number(double *out, const struct cg_value *object, const char *key);

#endif
