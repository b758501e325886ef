/*
 * Reading recordings: the files of all processes in a directory. The processes may have damaged
 * them, so everything is checked against the size of the file.
 */
#ifndef CGRECORD_RECORDINGS_H
#define CGRECORD_RECORDINGS_H

#include "../../recording/recording.h"

#include <glib.h>
#include <stdbool.h>

/** The recording of one process. */
struct recording {
    char *path;
    const struct cgr_header *header;
    uint64_t size;        /**< mapped bytes */
    GPtrArray *threads;   /**< const struct cgr_thread *, in the order they began */
    GPtrArray *chunks;    /**< const struct cgr_chunk * of nodes */
    GPtrArray *modules;   /**< const struct cgr_module * */
    GHashTable *replaced; /**< name by module: its path has another file now */
};

/** Find the recordings of a directory in the order their processes began. Files that are none are
 *  left out, those that cannot be read are not. @return their paths; release with g_ptr_array_unref
 */
GPtrArray *recordings_find(const char *directory);

/** Map one file. @param writable to add times @return NULL if it is no recording; or if it cannot
 * be read, and then errno says why and is not 0 */
struct recording *recording_open(const char *path, bool writable);
void recording_free(struct recording *recording);

/** A node. NULL for a number that names none. */
const struct cgr_node *recording_node(const struct recording *recording, uint32_t number);

/** The nodes of a chunk. @param first receives the number of the first @return how many */
uint32_t recording_nodes(const struct recording *recording, const struct cgr_chunk *chunk,
                         uint32_t *first);

/** The number of a thread as chunks of nodes refer to it. */
uint32_t recording_thread_number(const struct recording *recording,
                                 const struct cgr_thread *thread);

/** The module that an address was in when a node was made; NULL: none is known. */
const struct cgr_module *recording_module(const struct recording *recording, uint64_t address,
                                          uint32_t epoch);

/** The path of a module. */
const char *recording_module_path(const struct cgr_module *module);

/** The same, unless another file was loaded from there later: then a name that no file has. */
const char *recording_module_name(const struct recording *recording,
                                  const struct cgr_module *module);

#endif
