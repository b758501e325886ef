/*
 * Entry points of a program or library: the functions that run without a call in the graph.
 */
#ifndef LIBCG_ENTRIES_H
#define LIBCG_ENTRIES_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @return the entry point of a program: the one recorded in the graph, else a `main` with a body.
 *  CG_NONE if there is none: the graph is a library. O(functions named main). */
CG_API cg_node cg_graph_main(const struct cg_graph *graph);

/** @return whether a program begins with a function: it is cg_graph_main, or the function of that
 *  name of another program in the graph. O(functions of the name). */
CG_API bool cg_begins_program(const struct cg_graph *graph, cg_node node);

/** @return whether a function runs when a program or library is loaded or ends: initialisers of
 *          files (`_GLOBAL__…`), and functions with the attribute `constructor` or `destructor`.
 *          cgcollect also gives these attributes to functions whose addresses are in `.init_array`,
 *          `.fini_array` and the like. */
CG_API bool cg_runs_at_load(const struct cg_graph *graph, cg_node node);

/**
 * All entry points of a graph: those of its programs or, for a library, all definitions without
 * internal linkage (if it was linked with that known, those that other code may call: by name, or
 * by address); and the functions that run at load.
 *
 * @param out   receives them in ascending order; release with free
 * @param count receives their number
 * @return CG_OK or CG_E_MEMORY. O(nodes).
 */
CG_API int cg_graph_entries(cg_node **out, size_t *count, const struct cg_graph *graph,
                            struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
