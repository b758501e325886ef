/*
 * What cgcollect knows of the graphs in an output directory: which source file each was made from
 * with which options, so that the next run collects only what changed, and for which object, so
 * that cgmerge finds the graphs of a program. The file `.cgcollect` in that directory holds it as
 * lines:
 *
 *     cgcollect record 1
 *     file HASH STAMP PATH     a source or header; "-" for the hash of one that does not exist
 *     graph NAME               a graph, relative to the directory; what follows is known of it
 *     database PATH            a compilation database that lists its source; any number
 *     object PATH              what the compiler makes of its source
 *     key HASH                 of everything but the files: options, versions
 *     stamp STAMP              of the graph
 *     inputs N N-N ...         its files, counted from 0 in their order, ascending
 *
 * A stamp is the size, both times and the number of a file: as long as they are the same, so is the
 * content. It is "-" if the file changed so recently that a later change might have the same stamp.
 * That of a graph is its size and its time of writing, which survive archives.
 */
#ifndef CLI_COLLECT_RECORD_H
#define CLI_COLLECT_RECORD_H

#include "cli.h"

#include <glib.h>

#define COLLECT_RECORD_NAME ".cgcollect"

/** A source or header with one content: graphs may have been made from several of one path. */
struct recorded_file {
    char *path;
    char *hash;  /**< hexadecimal digits, or "-" */
    char *stamp; /**< or "-" */
    enum { FILE_UNCHECKED, FILE_SAME, FILE_CHANGED } state;
    gint64 changed; /**< when, as collect_record_made found it; -1 before */
};

/** Indices of files, as a record has them: written out they might be as many as its graphs times
 *  its files. */
struct recorded_range {
    guint first;
    guint last;
};

/** A graph. */
struct recorded_graph {
    GPtrArray *databases; /**< of char *: absolute paths of those that are known */
    char *object;         /**< absolute path, or NULL */
    char *key;            /**< NULL: what it was made from is not known */
    char *stamp;          /**< set if key is */
    GArray *inputs;       /**< of struct recorded_range; set if key is */
};

/** How far the inputs of a graph were walked; begins as {0}. */
struct recorded_walk {
    guint range;
    guint offset;
};

struct collect_record {
    GPtrArray *files;    /**< of struct recorded_file */
    GHashTable *by_path; /**< index in files, by path */
    GHashTable *graphs;  /**< struct recorded_graph by name */
    bool touched;        /**< some stamp is newer than what was read */
};

/**
 * Read the record of a directory. One that is missing, damaged or of another version is empty.
 *
 * @return CG_OK, or CG_E_IO if it cannot be read; release with collect_record_free in any case
 */
int collect_record_read(struct collect_record **out, const char *directory, struct cg_error *error);

/** Write the record of a directory; files that no graph has are left out. @return CG_OK or CG_E_IO
 */
int collect_record_write(const struct collect_record *record, const char *directory,
                         struct cg_error *error);

/** Release. NULL is allowed. */
void collect_record_free(struct collect_record *record);

/** The graph of a name, added if it is new. */
struct recorded_graph *collect_record_graph(struct collect_record *record, const char *name);

/** The next of the files that a graph was made from. @return false after the last, or if they are
 * not known */
bool collect_record_next_input(guint *index, struct recorded_walk *walk,
                               const struct recorded_graph *graph);

/** Forget what a graph was made from; which databases and object it is of stays. */
void collect_record_forget(struct recorded_graph *graph);

/**
 * Whether a graph is as it was written, and would be the same if it were made again. Files are
 * looked at once for a record.
 *
 * @param key of what would be made
 */
bool collect_record_is_current(struct collect_record *record, const char *directory,
                               const char *name, const char *key);

/**
 * Record what a graph was made from; call it when nothing is collected any more.
 *
 * @param name   of a graph that was just written
 * @param inputs of char *: absolute paths
 * @param since  when collecting began, in nanoseconds since 1970: with a file that is younger, what
 * the graph was made from is not known
 */
void collect_record_made(struct collect_record *record, const char *directory, const char *name,
                         const char *key, const GPtrArray *inputs, gint64 since);

/** The time by which the file system stamps files, in nanoseconds since 1970. */
gint64 collect_record_now(void);

#endif
