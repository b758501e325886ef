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

/* What a process has that may make no system calls any more. */
#define RESERVE (UINT32_C(8) << 20)
#define LEAST_RESERVE (UINT32_C(64) << 10)
static uint64_t reserve_end; /* 0: nothing is reserved */

static uint64_t readable; /* bytes of the file that it had when somebody looked */

void *cgr_memory(size_t size)
{
    if (cgr_sealed) {
        return cgr_sealed_memory(size);
    }
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void cgr_memory_free(void *memory, size_t size)
{
    if (memory && !cgr_sealed && !cgr_is_sealed_memory(memory)) {
        munmap(memory, size);
    }
}

void cgr_close(int file)
{
    syscall(SYS_close, file);
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
           syscall(SYS_pwrite64, file, zeros, sizeof zeros, from + done) == (ssize_t)sizeof zeros) {
        done += sizeof zeros;
    }
    return done == size;
}

static bool allocate(int file, uint64_t from, uint64_t size)
{
    if (syscall(SYS_fallocate, file, 0, from, size) == 0) {
        return true;
    }
    bool unknown = errno == EOPNOTSUPP || errno == ENOSYS || errno == EPERM;
    return unknown && write_zeros(file, from, size);
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

/* Why the file could not be opened or made: errno. */
static enum cgr_full reason(void)
{
    bool too_many = errno == EMFILE || errno == ENFILE;
    bool no_space = errno == ENOSPC || errno == EDQUOT;
    return too_many ? CGR_FULL_FILES : no_space ? CGR_FULL_DISK : CGR_FULL_RIGHTS;
}

/* Tell the tool that this process is not recorded. Needs neither a descriptor nor space. */
static void note_failure(enum cgr_full why)
{
    char path[sizeof cgr_runtime.path];
    snprintf(path, sizeof path, "%s/%d%s", cgr_runtime.directory, (int)why, CGR_NAME_FAILED);
    syscall(SYS_mknodat, AT_FDCWD, path, S_IFREG | 0600, 0);
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

/* @return MAP_FAILED: the process cannot be recorded, which is noted */
static void *make_file(uint64_t limit)
{
    void *mapped = MAP_FAILED;
    int file = limit >= 4 * CGR_PAGE ? create() : -1;
    enum cgr_full why = limit < 4 * CGR_PAGE ? CGR_FULL_SIZE : reason();
    if (file >= 0 && allocate(file, 0, CGR_PAGE)) {
        mapped = mmap(NULL, limit, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
        why = CGR_FULL_MEMORY;
    } else if (file >= 0) {
        why = reason();
    }
    if (file >= 0) {
        cgr_close(file);
    }
    if (mapped == MAP_FAILED) {
        note_failure(why);
    }
    return mapped;
}

bool cgr_file_open(void)
{
    uint64_t limit = size_limit(cgr_runtime.limit);
    int old_errno = errno;
    void *mapped = make_file(limit);
    errno = old_errno;
    if (mapped == MAP_FAILED) {
        return false;
    }
    cgr_runtime.header = mapped;
    readable = 0;
    reserve_end = 0;
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
    if (cgr_sealed) {
        return reserve_end < used ? reserve_end : used;
    }
    uint64_t size = stat(cgr_runtime.path, &status) == 0 ? (uint64_t)status.st_size : 0;
    errno = old_errno;
    return used < size ? used : size;
}

/* The process may have set a limit since it began. @return whether the file has the bytes now */
static bool extend(int file, uint64_t from, uint32_t size)
{
    struct cgr_header *header = cgr_runtime.header;
    bool may = size_limit(UINT64_MAX) >= from + size;
    bool done = may && allocate(file, from, size);
    if (!done) {
        enum cgr_full why = may ? CGR_FULL_DISK : CGR_FULL_SIZE;
        __atomic_store_n(&header->full, (uint32_t)why, __ATOMIC_RELAXED);
    }
    return done;
}

/* Space that is taken stays taken, so the file is opened first: that may work again later.
 * @return where it begins; 0: there is none */
static uint64_t take_space(uint32_t size)
{
    struct cgr_header *header = cgr_runtime.header;
    int file = open_file(cgr_runtime.path, 0);
    if (file < 0) {
        __atomic_store_n(&header->full, (uint32_t)reason(), __ATOMIC_RELAXED);
        return 0;
    }
    uint64_t from = __atomic_fetch_add(&header->used, size, __ATOMIC_RELAXED);
    bool done = from + size <= header->limit && extend(file, from, size);
    cgr_close(file);
    return done ? from : 0;
}

static bool is_full(const struct cgr_header *header, uint32_t size)
{
    uint32_t full = __atomic_load_n(&header->full, __ATOMIC_RELAXED);
    return full == CGR_FULL_DISK || full == CGR_FULL_SIZE || full == CGR_FULL_SEALED ||
           __atomic_load_n(&header->used, __ATOMIC_RELAXED) + size > header->limit;
}

void cgr_file_reserve(void)
{
    struct cgr_header *header = cgr_runtime.header;
    uint32_t size = RESERVE;
    while (size > LEAST_RESERVE && is_full(header, size)) {
        size /= 2;
    }
    uint64_t from = reserve_end || is_full(header, size) ? 0 : take_space(size);
    if (from) {
        header->reserve = from;
        reserve_end = from + size;
    }
}

/* Readers that follow the growing file wait for what is not published. */
static void leave_rest(uint64_t from)
{
    struct cgr_chunk *chunk = (struct cgr_chunk *)((char *)cgr_runtime.header + from);
    if (from < reserve_end) {
        chunk->size = (uint32_t)(reserve_end - from);
        cgr_chunk_publish(chunk, CGR_CHUNK_REST, 0);
    }
}

void cgr_file_release(void)
{
    leave_rest(__atomic_exchange_n(&cgr_runtime.header->reserve, reserve_end, __ATOMIC_RELAXED));
    reserve_end = 0;
}

/* The children of the process share the file. @return where it begins; 0: there is none */
static uint64_t take_reserved(uint32_t size)
{
    struct cgr_header *header = cgr_runtime.header;
    uint64_t from = __atomic_fetch_add(&header->reserve, size, __ATOMIC_RELAXED);
    if (from + size > reserve_end) {
        leave_rest(from);
        __atomic_store_n(&header->full, CGR_FULL_SEALED, __ATOMIC_RELAXED);
        return 0;
    }
    return from;
}

struct cgr_chunk *cgr_chunk_new(uint32_t size)
{
    struct cgr_header *header = cgr_runtime.header;
    int old_errno = errno;
    uint64_t from = 0;
    if (cgr_sealed) {
        from = take_reserved(size);
    } else if (!is_full(header, size)) {
        from = take_space(size);
    }
    errno = old_errno;
    if (!from) {
        return NULL;
    }
    struct cgr_chunk *chunk = (struct cgr_chunk *)((char *)header + from);
    chunk->size = size;
    return chunk;
}

/* The file only grows. */
static bool may_be_read(const char *at)
{
    uint64_t from = (uint64_t)(at - (const char *)cgr_runtime.header);
    if (from >= readable) {
        readable = cgr_file_size();
    }
    return from < readable;
}

struct cgr_chunk *cgr_chunk_next(struct cgr_chunk *chunk)
{
    char *at = chunk ? (char *)chunk + chunk->size : (char *)cgr_runtime.header + CGR_PAGE;
    while (may_be_read(at) &&
           __atomic_load_n(&((struct cgr_chunk *)at)->kind, __ATOMIC_ACQUIRE) == CGR_CHUNK_NONE) {
        at += CGR_PAGE;
    }
    return may_be_read(at) ? (struct cgr_chunk *)at : NULL;
}

void cgr_chunk_publish(struct cgr_chunk *chunk, enum cgr_chunk_kind kind, uint32_t thread)
{
    chunk->thread = thread;
    __atomic_store_n(&chunk->kind, (uint32_t)kind, __ATOMIC_RELEASE);
}
