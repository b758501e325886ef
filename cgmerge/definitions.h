/*
 * Notices when the graphs are of several programs: functions that more than one source defines.
 */
#ifndef CGMERGE_DEFINITIONS_H
#define CGMERGE_DEFINITIONS_H

#include <stdbool.h>

#include <libcg/graph.h>

/** The external definitions seen so far. */
struct definitions;

/** Begin; release with definitions_free. */
struct definitions *definitions_new(void);

/** Add those of a graph. @param program the only one of the given programs that has it, or NULL */
void definitions_add(struct definitions *definitions, const struct cg_graph *graph,
                     const char *program);

/** Report functions that several sources define, `main` first.
 *  @param whole the graph of all
 *  @param one   all graphs are those of one program and its shared libraries
 *  @return whether there are any */
bool definitions_report(const struct definitions *definitions, const struct cg_graph *whole,
                        bool one);

/** Release. NULL is allowed. */
void definitions_free(struct definitions *definitions);

#endif
