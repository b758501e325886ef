/*
 * What libtool writes in the place of a program, library or object, and what it stands for.
 */
#ifndef CGMERGE_PROGRAMS_LIBTOOL_H
#define CGMERGE_PROGRAMS_LIBTOOL_H

/**
 * Find the file that one of libtool's stands for: of a script, the program `.libs/NAME` that it
 * starts; of a `.la`, the shared library, else the archive; of a `.lo`, the object for a shared
 * library, else the other one.
 *
 * @return its path, release with g_free; NULL: it is no such file, or that file is not there
 */
char *libtool_real(const char *path);

#endif
