/*
 * Paths that were found, with their edges.
 */
#ifndef QUERY_PATHS_PATH_LIST_H
#define QUERY_PATHS_PATH_LIST_H

#include <libcg/paths.h>

struct cg_path_list {
    struct cg_call_path *paths; /**< `edges` of each is its own */
    size_t count;
    size_t capacity;
};

/** Add a copy of a path. @return false when memory is out */
bool path_list_add(struct cg_path_list *list, const struct cg_call_path *path);

/** Order of paths: by weight, then edges, then the canonical order of their nodes. */
int path_list_compare(const struct cg_graph *graph, const struct cg_call_path *a,
                      const struct cg_call_path *b);

/** Check what is asked for. @return CG_OK, CG_E_STATE or CG_E_ARGUMENT. O(starts + ends + edges).
 */
int path_query_check(const struct cg_graph *graph, const struct cg_path_query *query,
                     struct cg_error *error);

#endif
