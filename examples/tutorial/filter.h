/* A filter: can a function reach any of some others? Asked very often, of a graph that stays. */
#ifndef FILTER_H
#define FILTER_H

#include <libcg/query.h>

struct filter;

/**
 * @param out     release with filter_close
 * @param path    a linked graph
 * @param targets a set (libcg/select.h) of functions, such as "MPI_*"
 * @return CG_OK, CG_E_ARGUMENT when no function is in the set, or as cg_read_file and cg_select
 */
int filter_open(struct filter **out, const char *path, const char *targets, struct cg_error *error);
void filter_close(struct filter *filter);

/** @return the graph, borrowed. */
const struct cg_graph *filter_graph(const struct filter *filter);

/**
 * Can this function, by linkage name, come to any of the targets? Where several have the name: can
 * any of them? What the graph does not have, and what memory runs out for, is not known. The first
 * question about a function may walk through the graph; from the second on it is a look-up.
 */
enum cg_answer filter_ask(struct filter *filter, const char *function);

#endif
