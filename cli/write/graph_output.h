/*
 * Graphs that are written where the user says.
 */
#ifndef CLI_GRAPH_OUTPUT_H
#define CLI_GRAPH_OUTPUT_H

#include <libcg/file.h>

#include "cli.h"

/** As cg_write_file; but a terminal gets what cli_printable_json makes of it. Files and pipes get
 * the bytes, since what is unknown in a graph stays as it is. */
int graph_output_write(const struct cg_graph *graph, const char *path,
                       const struct cg_write_options *options, struct cg_error *error);

/** Write a graph to an output that is open, and finish or discard that. */
int graph_output_fill(struct cli_output *output, const struct cg_graph *graph,
                      const struct cg_write_options *options, struct cg_error *error);

/** @return whether standard output is a terminal */
bool graph_output_is_shown(void);

#endif
