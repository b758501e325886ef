/*
 * Waits until files are saved.
 */
#ifndef CGCOLLECT_DRIVER_WATCH_FILES_H
#define CGCOLLECT_DRIVER_WATCH_FILES_H

#include <glib.h>
#include <stdbool.h>

struct watch;

/** Start; from now on the signals that ask to stop end watch_wait. @return NULL, after reporting
 * why, if the system does not tell about changes; release with watch_free */
struct watch *watch_new(void);

/** Release. NULL is allowed. */
void watch_free(struct watch *watch);

/**
 * Watch these files instead of those before.
 *
 * @param files of char *: absolute paths; they need not exist. Borrowed until the next call
 * @param more  receives whether directories are watched that were not before, so that changes
 * before now may have been missed
 * @return false after reporting why a directory cannot be watched
 */
bool watch_set(struct watch *watch, const GPtrArray *files, bool *more);

/** Wait until one of the files changes, and for what follows at once. @return whether one did;
 * false when a signal asks to stop */
bool watch_wait(struct watch *watch);

/** @return whether a signal has asked to stop. */
bool watch_is_over(void);

#endif
