/*
 * The tool's view of a file that a running process still writes (recording.h). The process may
 * write anything there: what is read is checked to be inside of the file.
 */
#ifndef CGRECORD_GROWING_H
#define CGRECORD_GROWING_H

#include "recording.h"

#include <stdbool.h>

struct growing {
    char *path;
    struct cgr_header *header;
    uint64_t mapped;  /**< bytes of addresses: as many as the file may get */
    uint64_t size;    /**< bytes that the file had at the last look */
    uint64_t scanned; /**< chunks before this place were returned */
};

/** Map a file. @param path copied
 *  @return false: it is not there, its header is not complete, or there is no memory */
bool growing_open(struct growing *file, const char *path);

/** Unmap the file, and release the path. All zero is allowed. */
void growing_close(struct growing *file);

/** Find out how many bytes the file has. */
void growing_look(struct growing *file);

/** The next complete chunk, of CGR_PAGE bytes at least. Call growing_look first.
 *  @return NULL: none yet */
struct cgr_chunk *growing_next(struct growing *file);

#endif
