/*
 * The file of this process: made, mapped, and grown chunk by chunk. The descriptor is closed at
 * once and the file opened again to grow, since programs close descriptors that they did not open.
 * Space is allocated before it is written to: on a full disk recording ends, the program does not.
 */
#include "runtime.h"

#include "../recording/stacks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void *cgr_memory(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void cgr_memory_free(void *memory, size_t size)
{
    if (memory) {
        munmap(memory, size);
    }
}

static int open_file(const char *path, int flags)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_RDWR | O_CLOEXEC, 0600);
}

static bool write_zeros(int file, uint64_t from, uint64_t size)
{
    static const char zeros[CGR_PAGE];
    uint64_t done = 0;
    while (done < size &&
           pwrite(file, zeros, sizeof zeros, (off_t)(from + done)) == (ssize_t)sizeof zeros) {
        done += sizeof zeros;
    }
    return done == size;
}

static bool allocate(int file, uint64_t from, uint64_t size)
{
    if (syscall(SYS_fallocate, file, 0, from, size) == 0) {
        return true;
    }
    return errno == EOPNOTSUPP && write_zeros(file, from, size);
}

/* A file larger than the process may write would end it by a signal. */
static uint64_t size_limit(uint64_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < wanted) {
        wanted = limit.rlim_cur;
    }
    return wanted / CGR_PAGE * CGR_PAGE;
}

/* The first free name. @return a descriptor, or -1 */
static int create(void)
{
    const char *end = cgr_runtime.stacks ? CGR_NAME_STACKS : CGR_NAME_END;
    int file = -1;
    errno = EEXIST;
    for (unsigned number = 0; file < 0 && errno == EEXIST && number < 1000000; number++) {
        snprintf(cgr_runtime.path, sizeof cgr_runtime.path, "%s/%d.%u%s", cgr_runtime.directory,
                 (int)getpid(), number, end);
        file = open_file(cgr_runtime.path, O_CREAT | O_EXCL);
        cgr_runtime.follows = number > 0;
    }
    return file;
}

bool cgr_file_open(void)
{
    uint64_t limit = size_limit(cgr_runtime.limit);
    int old_errno = errno;
    int file = limit >= 4 * CGR_PAGE ? create() : -1;
    void *mapped = MAP_FAILED;
    if (file >= 0 && allocate(file, 0, CGR_PAGE)) {
        mapped = mmap(NULL, limit, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    }
    if (file >= 0) {
        close(file);
    }
    errno = old_errno;
    if (mapped == MAP_FAILED) {
        return false;
    }
    cgr_runtime.header = mapped;
    cgr_runtime.header->limit = limit;
    cgr_runtime.header->base = (uintptr_t)mapped;
    cgr_runtime.header->used = CGR_PAGE;
    return true;
}

uint64_t cgr_file_size(void)
{
    struct stat status;
    int old_errno = errno;
    uint64_t used = __atomic_load_n(&cgr_runtime.header->used, __ATOMIC_RELAXED);
    uint64_t size = stat(cgr_runtime.path, &status) == 0 ? (uint64_t)status.st_size : 0;
    errno = old_errno;
    return used < size ? used : size;
}

static bool extend(uint64_t from, uint32_t size)
{
    int old_errno = errno;
    int file = open_file(cgr_runtime.path, 0);
    bool done = file >= 0 && allocate(file, from, size);
    if (!done) {
        __atomic_store_n(&cgr_runtime.header->disk_full, 1, __ATOMIC_RELAXED);
    }
    if (file >= 0) {
        close(file);
    }
    errno = old_errno;
    return done;
}

struct cgr_chunk *cgr_chunk_new(uint32_t size)
{
    struct cgr_header *header = cgr_runtime.header;
    if (__atomic_load_n(&header->disk_full, __ATOMIC_RELAXED) ||
        __atomic_load_n(&header->used, __ATOMIC_RELAXED) + size > header->limit) {
        return NULL;
    }
    uint64_t from = __atomic_fetch_add(&header->used, size, __ATOMIC_RELAXED);
    if (from + size > header->limit || !extend(from, size)) {
        return NULL;
    }
    struct cgr_chunk *chunk = (struct cgr_chunk *)((char *)header + from);
    chunk->size = size;
    return chunk;
}

struct cgr_chunk *cgr_chunk_next(struct cgr_chunk *chunk)
{
    char *at = chunk ? (char *)chunk + chunk->size : (char *)cgr_runtime.header + CGR_PAGE;
    const char *end = (char *)cgr_runtime.header + cgr_file_size();
    while (at < end &&
           __atomic_load_n(&((struct cgr_chunk *)at)->kind, __ATOMIC_ACQUIRE) == CGR_CHUNK_NONE) {
        at += CGR_PAGE;
    }
    return at < end ? (struct cgr_chunk *)at : NULL;
}

void cgr_chunk_publish(struct cgr_chunk *chunk, enum cgr_chunk_kind kind, uint32_t thread)
{
    chunk->thread = thread;
    __atomic_store_n(&chunk->kind, (uint32_t)kind, __ATOMIC_RELEASE);
}
