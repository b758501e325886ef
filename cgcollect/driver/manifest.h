/*
 * What a run left in its output directory, so that the next one can take away what is stale: the
 * file `.cgcollect` there lists the graphs, relative names, sorted, one a line.
 */
#ifndef CGCOLLECT_DRIVER_MANIFEST_H
#define CGCOLLECT_DRIVER_MANIFEST_H

#include <glib.h>
#include <stdbool.h>

/**
 * Note what was written, and remove what the manifest lists but this run no longer has.
 *
 * @param written of char *: absolute paths below directory
 * @param whole   whether this run was about all there is: if not, nothing is removed
 * @return whether the manifest could be written; if not, errno says why
 */
bool manifest_update(const char *directory, const GPtrArray *written, bool whole);

#endif
