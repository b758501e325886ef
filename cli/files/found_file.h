/*
 * Files that nobody named: found in a tree, or named by another file. One that is not regular is
 * refused, and none is waited for: a FIFO has no end.
 */
#ifndef CLI_FOUND_FILE_H
#define CLI_FOUND_FILE_H

#include <glib.h>
#include <stdbool.h>

/** Open a file to read. @return a descriptor, or -1 with the reason in errno; 0: it is not regular
 */
int found_open(const char *path);

/** Read a whole file. @param text receives it, terminated; release with g_free @param length may be
 *  NULL @return whether that succeeded; if not, errno has the reason as for found_open */
bool found_read(char **text, gsize *length, const char *path);

/** The same for a file that the user named, which may be a pipe. */
bool named_read(char **text, gsize *length, const char *path);

/** Map a file. @return NULL with errno as for found_open */
GMappedFile *found_map(const char *path);

/** What a reason says; borrowed. */
const char *found_reason(int reason);

#endif
