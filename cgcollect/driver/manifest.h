/*
 * The record of an output directory (collect_record.h), as a run uses it: what need not be
 * collected again, and which graphs are of sources that are gone. A run lists its graphs before it
 * writes them, so that those of a killed run are known as well, and takes back what was known of
 * them. It has the directory for itself from begin to end; others wait.
 */
#ifndef CGCOLLECT_DRIVER_MANIFEST_H
#define CGCOLLECT_DRIVER_MANIFEST_H

#include <glib.h>
#include <stdbool.h>

#include <libcg/common.h>

struct manifest;

/** What is known of a graph that was written. */
struct manifest_entry {
    char *object;      /**< or NULL */
    char *key;         /**< graph_key.h */
    GPtrArray *inputs; /**< of char *: absolute paths; empty if they are not known */
};

/**
 * Lock a directory and read its record.
 *
 * @param out       end it with manifest_end
 * @param directory exists; borrowed
 * @return CG_OK or CG_E_IO
 */
int manifest_begin(struct manifest **out, const char *directory, struct cg_error *error);

/** @return whether a graph (absolute path) is there and need not be made again. */
bool manifest_is_current(struct manifest *manifest, const char *path, const char *key);

/**
 * List the graphs that the run is going to write.
 *
 * @param planned of char *: absolute paths below the directory
 * @return CG_OK or CG_E_IO
 */
int manifest_plan(struct manifest *manifest, const GPtrArray *planned, struct cg_error *error);

/** A graph (absolute path) was written. @param entry released by the manifest */
void manifest_made(struct manifest *manifest, const char *path, struct manifest_entry entry);

/**
 * Record what was written, remove the files of listed graphs that are stale, and unlock.
 *
 * @param kept  of char *: graphs that were written or are current
 * @param whole whether this run covered all files; if not, nothing is removed
 * @return CG_OK or CG_E_IO
 */
int manifest_end(struct manifest *manifest, const GPtrArray *kept, bool whole,
                 struct cg_error *error);

#endif
