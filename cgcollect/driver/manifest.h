/*
 * The record of an output directory (collect_record.h), as a run uses it: what need not be
 * collected again, and which graphs are of sources that are gone. A run lists its graphs before it
 * writes them, so that those of a killed run are known as well, and takes back what was known of
 * them. It has the directory for itself from begin to end; others wait.
 *
 * Several compilation databases may share a directory. A graph belongs to the database that a run
 * made it from as long as that exists; runs with others neither overwrite nor remove it.
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
 * @param database  of the run; borrowed for the call
 * @return CG_OK or CG_E_IO
 */
int manifest_begin(struct manifest **out, const char *directory, const char *database,
                   struct cg_error *error);

/** @return whether a graph (absolute path) belongs to another database. */
bool manifest_is_others(const struct manifest *manifest, const char *path);

/** @return the number of graphs that belong to other databases. */
size_t manifest_count_others(const struct manifest *manifest);

/** @return whether a graph (absolute path) is there and need not be made again. It belongs to the
 *  database of the run then. */
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
 * Record what was written, remove the files of listed graphs that are stale, and unlock. Those of
 * other databases are not.
 *
 * @param kept  of char *: graphs that were written or are current
 * @param whole whether this run covered all files; if not, nothing is removed
 * @return CG_OK or CG_E_IO
 */
int manifest_end(struct manifest *manifest, const GPtrArray *kept, bool whole,
                 struct cg_error *error);

#endif
