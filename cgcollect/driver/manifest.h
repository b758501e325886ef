/*
 * The file `.cgcollect` in an output directory lists the graphs of the last run, so that the next
 * run can remove stale ones: relative names, sorted, one per line.
 */
#ifndef CGCOLLECT_DRIVER_MANIFEST_H
#define CGCOLLECT_DRIVER_MANIFEST_H

#include <glib.h>
#include <stdbool.h>

/**
 * Record the written graphs, and remove those that the manifest lists and this run did not write.
 *
 * @param written of char *: absolute paths below directory
 * @param whole   whether this run covered all files; if not, nothing is removed
 * @return whether the manifest was written; if not, errno has the reason
 */
bool manifest_update(const char *directory, const GPtrArray *written, bool whole);

#endif
