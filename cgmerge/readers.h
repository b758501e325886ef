/*
 * Reads many graphs ahead in threads and returns them in the order of their paths.
 */
#ifndef CGMERGE_READERS_H
#define CGMERGE_READERS_H

#include <glib.h>

#include <libcg/file.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

struct readers;

/**
 * Start reading.
 *
 * @param paths    files; borrowed until readers_free
 * @param embedded texts of those that are no files, GBytes by path; borrowed, may be NULL
 * @param registry kinds to read the graphs with; must outlive the graphs
 * @param jobs     threads, at least 1; holds at most twice as many graphs at a time
 */
struct readers *readers_new(const GPtrArray *paths, GHashTable *embedded,
                            const struct cg_registry *registry, unsigned jobs);

/** Read the graph of one path. @param embedded as of readers_new @return CG_OK or the status of
 *  reading */
int readers_read(struct cg_graph **out, const char *path, GHashTable *embedded,
                 const struct cg_read_options *options, struct cg_error *error);

/**
 * Wait for the next graph, in the order of the paths. Prints its warnings.
 *
 * @param out   receives a graph to release with cg_graph_free
 * @param error receives the reason of a failure
 * @return CG_OK or the status of reading
 */
int readers_next(struct readers *readers, struct cg_graph **out, struct cg_error *error);

/** Stop reading and release everything. */
void readers_free(struct readers *readers);

#endif
