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

/** The bytes that found_read takes: what is read whole is no larger, and a file may have no end. */
#define FOUND_MOST ((gsize)1 << 30)

/** Read a whole file. @param text receives it, terminated; release with g_free @param length may be
 *  NULL @return whether that succeeded; if not, errno has the reason as for found_open, or EFBIG:
 *  it has more than FOUND_MOST bytes */
bool found_read(char **text, gsize *length, const char *path);

/** The same, unless the file has more than so many bytes (EFBIG). */
bool found_read_short(char **text, gsize *length, const char *path, gsize most);

/** The same for a file that the user named, which may be a pipe. */
bool named_read(char **text, gsize *length, const char *path, gsize most);

/** SHA-256 of a part of a file, in hexadecimal digits. Files are read, not mapped: one that becomes
 *  shorter meanwhile would end the process. @param length -1: to the end @return NULL with the
 * reason in errno; 0: the file ends before. Release with g_free */
char *found_hash(int file, goffset at, goffset length);

/** What a reason says; borrowed. */
const char *found_reason(int reason);

#endif
