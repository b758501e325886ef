/*
 * Paths without symbolic links: a compiler's command and the user may name the same file of a build
 * by different paths.
 */
#ifndef CGMERGE_PROGRAMS_REAL_PLACE_H
#define CGMERGE_PROGRAMS_REAL_PLACE_H

/** @return the absolute path of a directory without symbolic links, as far as it exists; release
 *  with g_free. */
char *real_directory(const char *path);

/**
 * The absolute path of a file in its real directory. Neither need exist. A path of PATH_MAX bytes
 * or more, which no file has, stays as it is.
 *
 * @param directory what a relative path is relative to; has no symbolic links
 * @return release with g_free
 */
char *real_place(const char *path, const char *directory);

#endif
