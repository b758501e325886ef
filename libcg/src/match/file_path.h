/*
 * Whether two paths may name one file, judged by their ends. Compilers record paths as given on the
 * command line, graphs relative to a root.
 */
#ifndef MATCH_FILE_PATH_H
#define MATCH_FILE_PATH_H

#include "strings/text.h"

#include <libcg/metadata.h>

/**
 * Compare whole components from the end; `.` and `x/..` are resolved, and leading `..` do not
 * count.
 *
 * @return the number of equal components if one path is the end of the other (an absolute one only
 *         of itself); else 0. O(length).
 */
size_t path_agree(const struct cg_value *a, const struct cg_value *b);

/** The last component, resolved as above; empty if there is none. */
struct cg_value path_last(const struct cg_value *path);

/**
 * Append the components, resolved as above, from the last one to the first, a NUL after each; one
 * more NUL ends an absolute path. So of two paths one is the end of the other if the text of the
 * one begins with that of the other.
 *
 * @return the number of components
 */
size_t path_reversed(struct cg_text *out, const struct cg_value *path);

#endif
