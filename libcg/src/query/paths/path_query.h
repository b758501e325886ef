/*
 * What paths are asked for, and the order of those that are found.
 */
#ifndef QUERY_PATHS_PATH_QUERY_H
#define QUERY_PATHS_PATH_QUERY_H

#include <libcg/paths.h>

/** Order of paths: by weight, then edges, then the canonical order of their nodes. */
int path_compare(const struct cg_graph *graph, const struct cg_call_path *a,
                 const struct cg_call_path *b);

/** Take over what is asked for, and check it. @return CG_OK, CG_E_STATE or CG_E_ARGUMENT. O(starts
 * + ends + edges). */
int path_query_take(struct cg_path_query *own, const struct cg_graph *graph,
                    const struct cg_path_query *query, struct cg_error *error);

#endif
