/*
 * Which input has the facts or classes that cannot be linked. Neither the merged graph nor two
 * values of it show that.
 */
#ifndef CGMERGE_CULPRITS_H
#define CGMERGE_CULPRITS_H

#include "cgmerge.h"

struct culprits {
    const struct merge_settings *settings;
    GHashTable
        *errors; /**< struct cg_error by path, of inputs that can be read only once; NULL: none */
};

/** Look at a graph if it comes from standard input or a pipe, which cannot be looked at later.
 *  @param part is not needed any more. O(facts) */
void culprits_look(struct culprits *culprits, struct cg_graph *part, const char *path);

/** Have an error of format without a file name the first input that is to blame: reads them again.
 *  @param error is left as it is if there is none */
void culprits_name(const struct culprits *culprits, struct cg_error *error);

void culprits_clear(struct culprits *culprits);

#endif
