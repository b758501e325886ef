/*
 * Maps a file that a process still writes, and finds its chunks as they come. As many addresses are
 * mapped as the file may get bytes, so that nothing moves when it grows.
 */
#include "growing.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_ready(const struct cgr_header *head)
{
    return memcmp(head->magic, CGR_MAGIC, sizeof head->magic) == 0 &&
           head->version == CGR_VERSION && head->limit >= CGR_PAGE;
}

bool growing_open(struct growing *file, const char *path)
{
    struct cgr_header head = {0};
    void *mapped = MAP_FAILED;
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    *file = (struct growing){.scanned = CGR_PAGE};
    if (descriptor < 0) {
        return false;
    }
    if (pread(descriptor, &head, sizeof head, 0) == sizeof head && is_ready(&head)) {
        mapped = mmap(NULL, head.limit, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                      descriptor, 0);
    }
    close(descriptor);
    if (mapped == MAP_FAILED) {
        return false;
    }
    file->header = mapped;
    file->mapped = head.limit;
    file->path = strdup(path);
    if (!file->path) {
        growing_close(file);
    }
    return file->path != NULL;
}

void growing_close(struct growing *file)
{
    if (file->header) {
        munmap(file->header, file->mapped);
    }
    free(file->path);
    *file = (struct growing){0};
}

void growing_look(struct growing *file)
{
    struct stat status;
    uint64_t size = stat(file->path, &status) == 0 ? (uint64_t)status.st_size : 0;
    file->size = size < file->mapped ? size : file->mapped;
}

struct cgr_chunk *growing_next(struct growing *file)
{
    if (file->scanned + CGR_PAGE > file->size) {
        return NULL;
    }
    struct cgr_chunk *chunk = (struct cgr_chunk *)((char *)file->header + file->scanned);
    bool is_complete = __atomic_load_n(&chunk->kind, __ATOMIC_ACQUIRE) != CGR_CHUNK_NONE;
    uint32_t size = chunk->size;
    bool is_whole = size >= CGR_PAGE && size % CGR_PAGE == 0;
    if (!is_complete || !is_whole || size > file->size - file->scanned) {
        return NULL;
    }
    file->scanned += size;
    return chunk;
}
