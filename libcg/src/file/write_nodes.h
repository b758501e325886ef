/*
 * Writing all nodes, in one thread or several.
 */
#ifndef FILE_WRITE_NODES_H
#define FILE_WRITE_NODES_H

#include "file/graph_writer.h"

/** Write the members of the object of nodes, in the order of the writer. With w->jobs > 1, threads
 *  format runs of nodes in parallel; the bytes are the same. */
void writer_nodes(struct writer *w);

#endif
