/*
 * The file `.cgcollect` in an output directory lists the graphs that runs wrote there, so that the
 * next run can remove stale ones: relative names, sorted, one per line. A run lists its graphs
 * before it writes them, so that those of a killed run are known as well. Runs may share a
 * directory: each locks it while it changes the list, and leaves alone what others have added
 * meanwhile.
 */
#ifndef CGCOLLECT_DRIVER_MANIFEST_H
#define CGCOLLECT_DRIVER_MANIFEST_H

#include <glib.h>
#include <stdbool.h>

#include <libcg/common.h>

struct manifest;

/**
 * Add the graphs that a run is going to write to the list.
 *
 * @param out       end it with manifest_end
 * @param directory exists; borrowed
 * @param planned   of char *: absolute paths below directory; borrowed
 * @return CG_OK or CG_E_IO
 */
int manifest_begin(struct manifest **out, const char *directory, const GPtrArray *planned,
                   struct cg_error *error);

/**
 * Record which graphs were written, and remove the files of others that were listed.
 *
 * @param written of char *: a part of those planned
 * @param whole   whether this run covered all files; if not, nothing is removed
 * @return CG_OK or CG_E_IO
 */
int manifest_end(struct manifest *manifest, const GPtrArray *written, bool whole,
                 struct cg_error *error);

#endif
