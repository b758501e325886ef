/*
 * Paths, lexically: only path_of_file looks at the file system.
 */
#ifndef CGCOLLECT_TEXT_PATHS_H
#define CGCOLLECT_TEXT_PATHS_H

#include <stdbool.h>

/** @return path as seen from an absolute directory, free of "." and ".."; release with g_free. */
char *path_absolute(const char *directory, const char *path);

/** @return the absolute path of a file that is there, free of "." and ".."; of its real path when a
 *  symbolic link before ".." makes the plain one lead astray. Release with g_free. */
char *path_of_file(const char *directory, const char *path);

/** @return the part of an absolute path below root, or the path itself when it is not below it.
 *  A root of "/" holds nothing. */
const char *path_below(const char *root, const char *path);

/**
 * Shorten root, a directory, to what it has in common with another directory.
 *
 * @param root  changed in place; NULL-terminated, absolute
 * @param other absolute
 */
void path_common(char *root, const char *other);

/** @return whether name is path or its last components. */
bool path_has_suffix(const char *path, const char *name);

#endif
