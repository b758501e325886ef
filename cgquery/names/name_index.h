/*
 * Candidates for searches by name, once there are many: a table of the hashes of all that nodes are
 * called.
 */
#ifndef CGQUERY_NAMES_NAME_INDEX_H
#define CGQUERY_NAMES_NAME_INDEX_H

#include <libcg/graph.h>

#include <glib.h>

struct name_index;

/** Adds the names of a node with name_index_add. */
typedef void name_index_names(struct name_index *index, void *data, cg_node node);

/**
 * The next node, from `node` on, that may have a name. The first searches through an index look at
 * all nodes, which costs less than making it; later ones look at those whose hash is right.
 *
 * @param index  NULL before the first search; release with name_index_free
 * @param name   spaces in it do not count
 * @param node   0 for the first
 * @param names  called for each node once, to make the index
 * @return CG_NONE: there is none. Whoever asks compares: hashes may be alike.
 */
cg_node name_index_next(struct name_index **index, const struct cg_graph *graph, const char *name,
                        cg_node node, name_index_names *names, void *data);

/** Add a name of a node, while names are collected. */
void name_index_add(struct name_index *index, cg_node node, const char *name, size_t length);

/** NULL is allowed. */
void name_index_free(struct name_index *index);

#endif
