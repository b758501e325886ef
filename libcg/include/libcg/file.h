/*
 * Reading and writing .mcg files, MetaCG's JSON format for call graphs.
 *
 * Reads versions 1 (no header), 2 and 4; writes 4 and 2. Reading is one pass over the bytes in a
 * bounded window, so pipes work and a file is never held whole in memory. Malformed input is
 * refused with its line and column.
 */
#ifndef LIBCG_FILE_H
#define LIBCG_FILE_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of reading. Initialise with CG_READ_OPTIONS_INIT. */
struct cg_read_options {
    unsigned version; /**< CG_READ_OPTIONS_VERSION */
    /** Called for oddities in readable input; may be NULL. `where` is borrowed for the call. */
    void (*warn)(void *user, const struct cg_error *where);
    void *user; /**< passed to warn */
    /** Kinds of metadata. Values without the shape of their kind, or in a place where the kind does
     *  not belong, cause a warning and are kept. NULL: values are not checked. Borrowed for the
     *  call. */
    const struct cg_registry *registry;
};
#define CG_READ_OPTIONS_VERSION 1u
#define CG_READ_OPTIONS_INIT {CG_READ_OPTIONS_VERSION, NULL, NULL, NULL}

/**
 * Read a graph from a file descriptor, to its end.
 *
 * @param out     receives an unfrozen graph; release it with cg_graph_free
 * @param fd      read from its current position; not closed
 * @param name    the name of the input in errors
 * @param options may be NULL
 * @param error   receives file, line, column and text on failure; may be NULL
 * @return CG_OK, CG_E_FORMAT, CG_E_LIMIT, CG_E_IO or CG_E_MEMORY. O(bytes).
 */
CG_API int cg_read_fd(struct cg_graph **out, int fd, const char *name,
                      const struct cg_read_options *options, struct cg_error *error);

/** As cg_read_fd, from a named file; "-" is standard input. */
CG_API int cg_read_file(struct cg_graph **out, const char *path,
                        const struct cg_read_options *options, struct cg_error *error);

/** As cg_read_fd, from memory. */
CG_API int cg_read_memory(struct cg_graph **out, const void *data, size_t length, const char *name,
                          const struct cg_read_options *options, struct cg_error *error);

/** Options of writing. Initialise with CG_WRITE_OPTIONS_INIT. */
struct cg_write_options {
    unsigned version; /**< CG_WRITE_OPTIONS_VERSION */
    int mcg_version;  /**< of the file: 4 or 2 */
    unsigned jobs; /**< threads that format; 0 or 1: only the calling one. The bytes are the same */
};
#define CG_WRITE_OPTIONS_VERSION 1u
#define CG_WRITE_OPTIONS_INIT {CG_WRITE_OPTIONS_VERSION, 4, 1}

/**
 * Receives the next bytes of a file being written.
 *
 * @return 0, or an errno value that ends the writing
 */
typedef int cg_write_function(void *user, const void *bytes, size_t length);

/**
 * Write a graph as .mcg. The bytes depend only on the graph's content, not on the order in which it
 * was built.
 *
 * Version 2 cannot represent everything: functions that share a name become "name#0", "name#1"
 * (reading reverses this), edge metadata goes to a node kind `edgeMetadata`, and metadata of the
 * graph to a top-level key `_CGMeta`.
 *
 * @param graph   frozen or not
 * @param write   called with consecutive pieces
 * @param user    passed to write
 * @param options may be NULL
 * @return CG_OK, CG_E_IO, CG_E_ARGUMENT (the version cannot represent something in the graph),
 *         CG_E_FORMAT (a value refers to a node that does not exist) or CG_E_MEMORY. O(n log n +
 *         bytes).
 */
CG_API int cg_write(const struct cg_graph *graph, cg_write_function *write, void *user,
                    const struct cg_write_options *options, struct cg_error *error);

/** As cg_write, to a file descriptor. */
CG_API int cg_write_fd(const struct cg_graph *graph, int fd, const char *name,
                       const struct cg_write_options *options, struct cg_error *error);

/**
 * As cg_write, to a named file: writes a temporary file beside it and renames that when complete,
 * so that a failure leaves the old file intact. "-" is standard output. A path that is not a
 * regular file is written in place.
 */
CG_API int cg_write_file(const struct cg_graph *graph, const char *path,
                         const struct cg_write_options *options, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
