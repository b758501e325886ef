/*
 * The paths of a profile with all their properties, as text.
 */
#ifndef TESTS_PROFILE_PATHS_H
#define TESTS_PROFILE_PATHS_H

#include <libcg/profile.h>

/**
 * "FRAME;FRAME METRIC=VALUE ...\n" for each path that has values of its own, in the order of the
 * profile. A frame is NAME, and as far as there is something to say: "(FILE:LINE)", "@OBJECT",
 * "%KIND", "{GROUP}", "!" inlined, "~" a piece, "^" a call, "<FILE:LINE" its site. Values are as
 * measured. @return to be freed
 */
char *paths_text(const struct cg_profile *profile);

/** "NAME GROUP RANK THREAD\n" for each location. @return to be freed */
char *locations_text(const struct cg_profile *profile);

/** Compare paths_text of a parsed text, and its warnings: "" means none, else a part of them. */
void check_paths(const char *input, const char *paths, const char *warning);

/** Check that an input is refused so: a part of the message, that follows file and line. */
void check_refused(const char *input, const char *message);

#endif
