/*
 * What a profile does not have: said when it is found, and kept for the notes of the profile.
 */
#ifndef CGRECORD_LOSSES_H
#define CGRECORD_LOSSES_H

#include <glib.h>

/** Warn of something, as printf does. */
void losses_add(const char *format, ...) G_GNUC_PRINTF(1, 2);

/** What was added up to now, in that order. */
const GPtrArray *losses_all(void);

#endif
