/*
 * Reading the profiles of the command line.
 */
#ifndef CGVALIDATE_SETTINGS_READ_PROFILES_H
#define CGVALIDATE_SETTINGS_READ_PROFILES_H

#include "settings/settings.h"

#include <libcg/profile.h>

/** Receives values while a profile is read; see struct cg_profile_options. */
typedef bool profile_row_function(void *user, const struct cg_profile *profile,
                                  const struct cg_profile_row *row);

/**
 * Read a profile, showing progress on a terminal.
 *
 * @param out   receives a profile to release with cg_profile_free
 * @param row   called with the values of each location, and `user`; or NULL
 * @return CG_OK or the first error
 */
int profile_load(struct cg_profile **out, const char *path,
                 const struct validate_settings *settings, profile_row_function *row, void *user,
                 struct cg_error *error);

/** @return whether a profile gets its names from --binary */
bool profile_needs_binary(const struct cg_profile *profile);

/** Report when --binary is given and no profile needed it. */
void profile_report_binary(const struct validate_settings *settings, bool needed);

#endif
