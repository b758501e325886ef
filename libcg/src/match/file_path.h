/*
 * Whether two paths may name one file, judged by their ends. Compilers record paths as given on the
 * command line, graphs relative to a root.
 */
#ifndef MATCH_FILE_PATH_H
#define MATCH_FILE_PATH_H

#include <libcg/metadata.h>

/**
 * Compare whole components from the end; `.` and `x/..` are resolved, and leading `..` do not
 * count.
 *
 * @return the number of equal components if one path is the end of the other (an absolute one only
 *         of itself); else 0. O(length).
 */
size_t path_agree(const struct cg_value *a, const struct cg_value *b);

#endif
