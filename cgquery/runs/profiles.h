/*
 * Reads recorded runs, for several verbs.
 */
#ifndef CGQUERY_RUNS_PROFILES_H
#define CGQUERY_RUNS_PROFILES_H

#include "core/cgquery.h"

#include <libcg/profile.h>

/** Read a profile. The error names its file. @return CG_OK or what cg_profile_read_file returns */
int profiles_read(struct cg_profile **out, const char *path, struct cg_error *error);

#endif
