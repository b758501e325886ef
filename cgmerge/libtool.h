/*
 * What libtool writes in the place of a program, library or object, and what it stands for.
 */
#ifndef CGMERGE_LIBTOOL_H
#define CGMERGE_LIBTOOL_H

/**
 * Find the file that one of libtool's stands for: the program for which a script in its place
 * starts
 * `.libs/NAME`, the shared library of a `.la`, or else its archive, the object of a `.lo` for a
 * shared library, or else the other.
 *
 * @return its path, release with g_free; NULL: it is no such file, or what it stands for is not
 * there
 */
char *libtool_real(const char *path);

#endif
