/*
 * Reading many graphs ahead, in threads, and handing them out in order.
 */
#ifndef CGMERGE_READERS_H
#define CGMERGE_READERS_H

#include <glib.h>

#include <libcg/graph.h>
#include <libcg/metadata.h>

struct readers;

/**
 * Start reading.
 *
 * @param paths    files; borrowed until readers_free
 * @param registry kinds the graphs are read with; must outlive them
 * @param jobs     threads, at least 1; at most twice as many graphs are held at a time
 */
struct readers *readers_new(const GPtrArray *paths, const struct cg_registry *registry,
                            unsigned jobs);

/**
 * Wait for the next graph, in the order of the paths. Its warnings are printed.
 *
 * @param out   receives a graph to release with cg_graph_free
 * @param error receives why it could not be read
 * @return CG_OK or the failure of reading
 */
int readers_next(struct readers *readers, struct cg_graph **out, struct cg_error *error);

/** Stop reading and release. */
void readers_free(struct readers *readers);

#endif
