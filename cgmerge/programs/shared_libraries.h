/*
 * The shared libraries that a program needs.
 */
#ifndef CGMERGE_PROGRAMS_SHARED_LIBRARIES_H
#define CGMERGE_PROGRAMS_SHARED_LIBRARIES_H

#include <glib.h>

/**
 * Find the shared libraries that an ELF file names, where the loader looks: in its run paths, in
 * LD_LIBRARY_PATH, in those of /etc/ld.so.conf, and in the usual directories. Before these, those
 * are searched where it was linked with libraries.
 *
 * @param linked  of char *: the paths of libraries that it was linked with
 * @param missing receives the names of those that are nowhere; or NULL
 * @return paths: an array of char *, to be released with g_ptr_array_unref
 */
GPtrArray *shared_libraries_of(const char *path, const GPtrArray *linked, GPtrArray *missing);

#endif
