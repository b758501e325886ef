/*
 * Do two paths name one file, as far as their ends tell? Compilers name files as they were called,
 * graphs relative to a root.
 */
#ifndef MATCH_FILE_PATH_H
#define MATCH_FILE_PATH_H

#include <libcg/metadata.h>

/**
 * Compare whole components from the end; `.` and `x/..` are undone, and leading `..` do not count.
 *
 * @return how many components agree when one path is the end of the other (an absolute one only of
 *         itself); else 0. O(length).
 */
size_t path_agree(const struct cg_value *a, const struct cg_value *b);

#endif
