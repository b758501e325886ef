/*
 * Where a program, or a library, is entered: what runs without any call in the graph.
 */
#ifndef LIBCG_ENTRIES_H
#define LIBCG_ENTRIES_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @return the entry point of a program: as the file states it, else a `main` that has a body;
 *  CG_NONE when there is none: a library. O(functions named main). */
CG_API cg_node cg_graph_main(const struct cg_graph *graph);

/** @return whether a function runs when a program or library is loaded or ends: initialisers of
 *  files (`_GLOBAL__…`), functions with the attributes `constructor` and `destructor`, which
 * cgcollect gives also to those whose addresses stand in `.init_array`, `.fini_array` and their
 * like. */
CG_API bool cg_runs_at_load(const struct cg_graph *graph, cg_node node);

/**
 * All functions at which a graph is entered: the entry point, or, of a library, all definitions
 * that have other than internal linkage; and what runs at load.
 *
 * @param out   receives them, rising; release with free
 * @param count receives how many
 * @return CG_OK or CG_E_MEMORY. O(nodes).
 */
CG_API int cg_graph_entries(cg_node **out, size_t *count, const struct cg_graph *graph,
                            struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
