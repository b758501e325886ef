/*
 * What a profile of pieces says, a line each:
 *
 *     self  OBJECT  FILE  NAME  METRIC=VALUE ...
 *     call  OBJECT  FILE  NAME  OBJECT  FILE  NAME  SITE-FILE  SITE-LINE  METRIC=VALUE ...
 *     edge  NAME  NAME  VISITS
 *
 * separated by tabs, "-" for what is not known. Callers that a piece is under stand behind its
 * name, each after a "'"; those of CG_PATH_RECURSIVE are called NAME'2. Metrics without a value are
 * left out.
 */
#ifndef TESTS_PROFILE_PIECES_H
#define TESTS_PROFILE_PIECES_H

#include <libcg/profile.h>

#include <stdio.h>

/** Print a profile. @return false when memory is out */
bool profile_pieces(FILE *out, const struct cg_profile *profile);

#endif
