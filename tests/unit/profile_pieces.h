/*
 * The contents of a profile of fragments, one line each:
 *
 *     self  OBJECT  FILE  NAME  METRIC=VALUE ...
 *     call  OBJECT  FILE  NAME  OBJECT  FILE  NAME  SITE-FILE  SITE-LINE  METRIC=VALUE ...
 *     edge  NAME  NAME  VISITS
 *
 * separated by tabs, "-" for unknown values. The callers above a fragment follow its name, each
 * after a "'"; those with CG_CONTEXT_RECURSIVE are called NAME'2. Metrics without a value are left
 * out.
 */
#ifndef TESTS_PROFILE_PIECES_H
#define TESTS_PROFILE_PIECES_H

#include <libcg/profile.h>

#include <stdio.h>

/** Print a profile. @return false when memory is out */
bool profile_pieces(FILE *out, const struct cg_profile *profile);

#endif
