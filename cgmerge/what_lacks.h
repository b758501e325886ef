/*
 * What the graphs lack: sources that were collected only in part, or not at all.
 */
#ifndef CGMERGE_WHAT_LACKS_H
#define CGMERGE_WHAT_LACKS_H

#include <glib.h>

#include <libcg/graph.h>

/** Record the sources that have no graph: of const char *, or NULL. @return CG_OK or an error */
int incomplete_add(struct cg_graph *whole, const GPtrArray *lost, struct cg_error *error);

/** Report what the graph lacks. @param graphs the number of graphs merged */
int incomplete_report(const struct cg_graph *whole, unsigned graphs, struct cg_error *error);

#endif
