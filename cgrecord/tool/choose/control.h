/*
 * The file of --control: the words on and off in it say whether the command is recorded.
 */
#ifndef CGRECORD_CONTROL_H
#define CGRECORD_CONTROL_H

#include <stdbool.h>

struct control;

/**
 * Make what the processes look at, as the file says.
 *
 * @param file      made with the word on if it does not exist
 * @param directory of the recordings
 * @return release with control_free; NULL after reporting why not
 */
struct control *control_new(const char *file, const char *directory);

/** Remove the file if control_new made it. NULL is allowed. */
void control_free(struct control *control);

/** The directory of the file: where to look for changes. Borrowed. */
const char *control_directory(const struct control *control);

/** Do what the file says now. @param name of a file in that directory that has changed
 *  @return whether it says something else than before */
bool control_changed(struct control *control, const char *name);

/** Whether the command is not recorded now. NULL is allowed. */
bool control_is_off(const struct control *control);

#endif
