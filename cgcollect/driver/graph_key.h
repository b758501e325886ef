/*
 * What a graph depends on beside the files it is made from.
 */
#ifndef CGCOLLECT_DRIVER_GRAPH_KEY_H
#define CGCOLLECT_DRIVER_GRAPH_KEY_H

#include "driver/collect_unit.h"
#include "driver/options.h"

/** A hash of everything that a task's graph depends on, except the content of files: the command
 *  line as clang gets it, options, versions of the programs; release with g_free. */
char *graph_key(const struct collect_task *task, const struct options *options);

#endif
