/*
 * Lexical operations on paths; only path_here and path_of_file access the file system.
 */
#ifndef CGCOLLECT_TEXT_LEXICAL_PATHS_H
#define CGCOLLECT_TEXT_LEXICAL_PATHS_H

#include <stdbool.h>

/** @return the working directory, as $PWD names it unless that means another one in each process
 *  (Bazel sets /proc/self/cwd); release with g_free. */
char *path_here(void);

/** @return a path as an absolute one, relative to an absolute directory, without "." and "..";
 *  release with g_free. */
char *path_absolute(const char *directory, const char *path);

/** @return the absolute path of an existing file, without "." and ".."; its real path if a symbolic
 *  link before ".." would make the lexical one wrong. Release with g_free. */
char *path_of_file(const char *directory, const char *path);

/** @return the part of an absolute path below root, or the path itself if it is not below it.
 *  Nothing counts as below "/". */
const char *path_below(const char *root, const char *path);

/**
 * Shorten root, a directory, to its common part with another directory.
 *
 * @param root  changed in place; NULL-terminated, absolute
 * @param other absolute
 */
void path_common(char *root, const char *other);

/** @return whether an absolute path is below a directory where libraries are installed. */
bool path_is_installed(const char *path);

/** @return whether name is path or its last components. */
bool path_has_suffix(const char *path, const char *name);

#endif
