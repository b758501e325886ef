/*
 * Parts of CG_KEY_PROFILE that its merges and its accessors share.
 */
#ifndef METADATA_PROFILE_PARTS_H
#define METADATA_PROFILE_PARTS_H

#include <libcg/metadata.h>

/** Merges: of several runs the most expensive, and all of them together. */
cg_metadata_merge profile_merge_greatest;
cg_metadata_merge profile_merge_sum;

/** A member that is a number. @return false if there is none; *out is then unchanged */
bool profile_number(double *out, const struct cg_value *object, const char *key);

#endif
