/*
 * Source files that define the same functions whenever they are compiled. What a function calls by
 * a name is known by its file only there: elsewhere another compile of the file may lack the
 * definition.
 */
#ifndef LINKED_SOURCE_FILES_H
#define LINKED_SOURCE_FILES_H

#include "graph/graph.h"

/** @return by string of the graph: whether it names such a file (CG_KEY_SOURCES); release with
 * free. NULL when memory is exhausted. O(strings + length of the value). */
bool *source_files_steady(const struct cg_graph *graph);

/** Whether all that a function does is written in one file of those, and its name is that of no
 *  other definition in the same program. O(kinds there). */
bool source_files_have_all(const bool *steady, const struct cg_graph *graph, cg_node node);

/** Remove CG_KEY_SOURCES, unless names have several definitions: merging the graph with others
 * would need it to tell their calls apart again. O(nodes). */
void source_files_forget(struct cg_graph *graph);

#endif
