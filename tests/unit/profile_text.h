/*
 * What tests of profile readers share: profiles from text and to text.
 */
#ifndef TESTS_PROFILE_TEXT_H
#define TESTS_PROFILE_TEXT_H

#include <libcg/profile.h>

#include <stddef.h>

/** The reports of a read. */
struct told {
    unsigned warnings;
    char text[4096]; /**< text of all warnings, one per line, as far as there is room */
};

/** Read a well-formed text.
 *  @param told may be NULL: then there must be no warning */
struct cg_profile *profile_from(const void *data, size_t length, const char *binary,
                                struct told *told);

/** Read what must be refused. @return the status; the message, with file and line, in `text` */
int refusal(const void *data, size_t length, const char *binary, char *text, size_t room);

/**
 * A profile as text: "a;b;c VISITS NANOSECONDS\n" for each path that was visited or took time,
 * sorted; the time is as measured, of all locations. @return to be freed
 */
char *profile_text(const struct cg_profile *profile);

#endif
