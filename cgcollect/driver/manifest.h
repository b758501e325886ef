/*
 * The record of an output directory (collect_record.h), as a run uses it: what need not be
 * collected again, and which graphs are of sources that are gone. A run lists its graphs before it
 * writes them, so that those of a killed run are known as well, and takes back what was known of
 * them. It has the directory for itself from begin to end; others wait.
 *
 * Several compilation databases may share a directory. A graph belongs to the databases that list
 * its source, with its object, as long as they exist; runs with others neither overwrite nor remove
 * it. Databases that cannot be named, such as pipes, count as one that never exists.
 */
#ifndef CGCOLLECT_DRIVER_MANIFEST_H
#define CGCOLLECT_DRIVER_MANIFEST_H

#include <glib.h>
#include <stdbool.h>

#include <libcg/common.h>

struct manifest;

/** What is known of a graph that was written. */
struct manifest_entry {
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

/** @return whether a graph (absolute path) is not for the source whose object is given (NULL:
 * none): another database has it for another one. */
bool manifest_is_others(const struct manifest *manifest, const char *path, const char *object);

/** @return the graph (absolute path, to be released with g_free) that other databases have of the
 *  source whose object is given; NULL: there is none */
char *manifest_shared(const struct manifest *manifest, const char *object);

/** @return the number of graphs that belong to other databases, and not to that of the run, of
 *  which all tasks are current or planned. */
size_t manifest_count_others(const struct manifest *manifest);

/** @return whether a graph (absolute path) is there and need not be made again. It belongs to the
 *  database of the run then. */
bool manifest_is_current(struct manifest *manifest, const char *path, const char *key);

/** A graph that is going to be written. */
struct manifest_plan {
    const char *path; /**< absolute, below the directory */
    char *object;     /**< or NULL */
};

/**
 * List the graphs that the run is going to write.
 *
 * @param planned of struct manifest_plan
 * @return CG_OK or CG_E_IO
 */
int manifest_plan(struct manifest *manifest, const GArray *planned, struct cg_error *error);

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
