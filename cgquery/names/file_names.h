/*
 * Files by the last component of their paths: the candidates for a path that a user shortened.
 */
#ifndef CGQUERY_NAMES_FILE_NAMES_H
#define CGQUERY_NAMES_FILE_NAMES_H

#include <glib.h>

/** @return an index without files; release with g_hash_table_unref. */
GHashTable *file_names_new(void);

/** Add a file, once. @param file its path, which must outlive the index. O(length) expected */
void file_names_add(GHashTable *names, const char *file);

/** @return the paths, char *, whose last component is that of a path, in order of addition; NULL:
 *          none. Borrowed. O(length) expected */
const GPtrArray *file_names_find(GHashTable *names, const char *path);

#endif
