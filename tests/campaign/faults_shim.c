/*
 * Makes one call of a process fail: a library for LD_PRELOAD, steered by the environment.
 *
 *   CG_FAULT=KIND:N:ERRNO[:rest]  the Nth call of the kind fails with errno ERRNO (a number); with
 *                                 `rest`, so do all after it. ERRNO 0 makes a read or write short;
 *                                 a negative one is a signal, which comes just before the call.
 *   CG_FAULT_BELOW=DIRECTORY      only calls on files below it count
 *   CG_FAULT_PROGRAM=NAME         only calls of this program count
 *   CG_FAULT_COUNT=FILE           of 16 bytes: the calls so far, and how many of them failed. The
 *                                 children of a process count on.
 *
 * Streams of stdio call the C library's own functions, which nobody can stand in for, so each one
 * that is opened by name or descriptor, and standard output, becomes one of fopencookie.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct count {
    _Atomic uint64_t calls;
    _Atomic uint64_t failed;
};

static struct {
    char kind[16];
    uint64_t at;
    int error;
    bool rest;
    bool started; /* main has begun: what the loader does before cannot be handled */
    const char *below;
    struct count *count;
} fault;

static __thread bool inside;

/* Steering */

static bool is_below(const char *path)
{
    size_t length = strlen(fault.below);
    return strncmp(path, fault.below, length) == 0 && (!path[length] || path[length] == '/');
}

static bool fd_is_below(int fd)
{
    char self[64], path[4096];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    long length = syscall(SYS_readlink, self, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    return is_below(path);
}

static bool path_is_below(const char *path)
{
    char whole[8192], here[4096];
    if (path[0] == '/') {
        return is_below(path);
    }
    if (syscall(SYS_getcwd, here, sizeof here) <= 0) {
        return false;
    }
    snprintf(whole, sizeof whole, "%s/%s", here, path);
    return is_below(whole);
}

static bool counts(const char *kind)
{
    return fault.started && fault.count && !inside && strcmp(kind, fault.kind) == 0;
}

static bool take(void)
{
    uint64_t number = atomic_fetch_add(&fault.count->calls, 1) + 1;
    bool fails = number == fault.at || (fault.rest && number > fault.at);
    if (fails) {
        atomic_fetch_add(&fault.count->failed, 1);
        errno = fault.error;
    }
    if (fails && fault.error < 0) {
        raise(-fault.error);
        fails = false;
    }
    return fails;
}

static bool fails(const char *kind)
{
    return counts(kind) && !fault.below && take();
}

static bool fails_at_fd(const char *kind, int fd)
{
    return counts(kind) && (!fault.below || fd_is_below(fd)) && take();
}

static bool fails_at_path(const char *kind, const char *path)
{
    return counts(kind) && (!fault.below || path_is_below(path)) && take();
}

#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real) {                                                                                   \
        inside = true;                                                                             \
        real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name);                                       \
        inside = false;                                                                            \
    }

/* Memory */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size)
{
    return fails("malloc") ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails("malloc") ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails("malloc") ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails("malloc") ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *memory = fails("malloc") ? NULL : __libc_memalign(alignment, size);
    *out = memory ? memory : *out;
    return memory ? 0 : ENOMEM;
}

/* Descriptors */

static ssize_t shorter(size_t length)
{
    return (ssize_t)(length > 1 ? length / 2 : length);
}

ssize_t read(int fd, void *into, size_t length)
{
    if (fails_at_fd("read", fd)) {
        if (fault.error) {
            return -1;
        }
        length = (size_t)shorter(length);
    }
    return syscall(SYS_read, fd, into, length);
}

ssize_t __read_chk(int fd, void *into, size_t length, size_t room)
{
    (void)room;
    return read(fd, into, length);
}

ssize_t pread64(int fd, void *into, size_t length, off64_t offset)
{
    if (fails_at_fd("read", fd)) {
        if (fault.error) {
            return -1;
        }
        length = (size_t)shorter(length);
    }
    return syscall(SYS_pread64, fd, into, length, offset);
}

ssize_t pread(int fd, void *into, size_t length, off_t offset)
{
    return pread64(fd, into, length, offset);
}

ssize_t __pread64_chk(int fd, void *into, size_t length, off64_t offset, size_t room)
{
    (void)room;
    return pread64(fd, into, length, offset);
}

ssize_t __pread_chk(int fd, void *into, size_t length, off_t offset, size_t room)
{
    (void)room;
    return pread64(fd, into, length, offset);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    if (fails_at_fd("write", fd)) {
        if (fault.error) {
            return -1;
        }
        length = (size_t)shorter(length);
    }
    return syscall(SYS_write, fd, bytes, length);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset)
{
    if (fails_at_fd("write", fd)) {
        if (fault.error) {
            return -1;
        }
        length = (size_t)shorter(length);
    }
    return syscall(SYS_pwrite64, fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset)
{
    return pwrite64(fd, bytes, length, offset);
}

static int open_at(int directory, const char *path, int flags, mode_t mode)
{
    return fails_at_path("open", path)
               ? -1
               : (int)syscall(SYS_openat, directory, path, flags | O_LARGEFILE, mode);
}

#define MODE(flags)                                                                                \
    mode_t mode = 0;                                                                               \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                       \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode = va_arg(rest, mode_t);                                                               \
        va_end(rest);                                                                              \
    }

int open64(const char *path, int flags, ...)
{
    MODE(flags)
    return open_at(AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    MODE(flags)
    return open_at(AT_FDCWD, path, flags, mode);
}

int openat64(int directory, const char *path, int flags, ...)
{
    MODE(flags)
    return open_at(directory, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...)
{
    MODE(flags)
    return open_at(directory, path, flags, mode);
}

int __open_2(const char *path, int flags)
{
    return open_at(AT_FDCWD, path, flags, 0);
}

int __open64_2(const char *path, int flags)
{
    return open_at(AT_FDCWD, path, flags, 0);
}

/* The descriptor is gone even so. */
int close(int fd)
{
    bool failed = fails_at_fd("close", fd);
    int status = (int)syscall(SYS_close, fd);
    if (failed) {
        errno = fault.error;
        return -1;
    }
    return status;
}

int fsync(int fd)
{
    return fails_at_fd("fsync", fd) ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return fails_at_fd("fsync", fd) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

int ftruncate64(int fd, off64_t length)
{
    return fails_at_fd("ftruncate", fd) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

int ftruncate(int fd, off_t length)
{
    return ftruncate64(fd, length);
}

int fstat64(int fd, struct stat64 *out)
{
    REAL(int, "fstat64", int, struct stat64 *)
    return fails_at_fd("fstat", fd) ? -1 : real(fd, out);
}

int fstat(int fd, struct stat *out)
{
    return fstat64(fd, (struct stat64 *)out);
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset)
{
    bool failed = fd >= 0 ? fails_at_fd("mmap", fd) : fails("mmap");
    return failed ? MAP_FAILED
                  : (void *)syscall(SYS_mmap, address, length, protection, flags, fd, offset);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
    return mmap64(address, length, protection, flags, fd, offset);
}

int pipe2(int pipes[2], int flags)
{
    return fails("pipe") ? -1 : (int)syscall(SYS_pipe2, pipes, flags);
}

int memfd_create(const char *name, unsigned flags)
{
    return fails("memfd") ? -1 : (int)syscall(SYS_memfd_create, name, flags);
}

/* Names */

int rename(const char *from, const char *to)
{
    return fails_at_path("rename", to) ? -1 : (int)syscall(SYS_rename, from, to);
}

int linkat(int from_at, const char *from, int to_at, const char *to, int flags)
{
    return fails_at_path("link", to) ? -1
                                     : (int)syscall(SYS_linkat, from_at, from, to_at, to, flags);
}

int unlink(const char *path)
{
    return fails_at_path("unlink", path) ? -1 : (int)syscall(SYS_unlink, path);
}

int mkdir(const char *path, mode_t mode)
{
    return fails_at_path("mkdir", path) ? -1 : (int)syscall(SYS_mkdir, path, mode);
}

int stat64(const char *path, struct stat64 *out)
{
    REAL(int, "stat64", const char *, struct stat64 *)
    return fails_at_path("stat", path) ? -1 : real(path, out);
}

int stat(const char *path, struct stat *out)
{
    return stat64(path, (struct stat64 *)out);
}

int lstat64(const char *path, struct stat64 *out)
{
    REAL(int, "lstat64", const char *, struct stat64 *)
    return fails_at_path("stat", path) ? -1 : real(path, out);
}

int lstat(const char *path, struct stat *out)
{
    return lstat64(path, (struct stat64 *)out);
}

int flock(int fd, int operation)
{
    return fails_at_fd("flock", fd) ? -1 : (int)syscall(SYS_flock, fd, operation);
}

/* Processes and threads */

pid_t fork(void)
{
    REAL(pid_t, "fork", void)
    return fails("fork") ? -1 : real();
}

pid_t vfork(void)
{
    return fork();
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *argv, char *const *environment)
{
    REAL(int, "posix_spawn", pid_t *, const char *, const posix_spawn_file_actions_t *,
         const posix_spawnattr_t *, char *const *, char *const *)
    return fails("fork") ? fault.error : real(pid, path, actions, attributes, argv, environment);
}

int posix_spawnp(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const *argv, char *const *environment)
{
    REAL(int, "posix_spawnp", pid_t *, const char *, const posix_spawn_file_actions_t *,
         const posix_spawnattr_t *, char *const *, char *const *)
    return fails("fork") ? fault.error : real(pid, path, actions, attributes, argv, environment);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *data)
{
    REAL(int, "pthread_create", pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    return fails("thread") ? fault.error : real(thread, attributes, start, data);
}

/* Streams */

#define STREAMS 256

static struct {
    FILE *stream;
    int fd;
} streams[STREAMS];

static ssize_t stream_read(void *cookie, char *into, size_t length)
{
    return read((int)(intptr_t)cookie, into, length);
}

static ssize_t stream_write(void *cookie, const char *bytes, size_t length)
{
    size_t done = 0;
    while (done < length) {
        ssize_t written = write((int)(intptr_t)cookie, bytes + done, length - done);
        if (written < 0) {
            return (ssize_t)done;
        }
        done += (size_t)written;
    }
    return (ssize_t)done;
}

static int stream_seek(void *cookie, off64_t *offset, int whence)
{
    off64_t at = lseek64((int)(intptr_t)cookie, *offset, whence);
    *offset = at;
    return at < 0 ? -1 : 0;
}

static int stream_close(void *cookie)
{
    return close((int)(intptr_t)cookie);
}

static FILE *stream_of(int fd, const char *mode)
{
    static const cookie_io_functions_t functions = {stream_read, stream_write, stream_seek,
                                                    stream_close};
    char plain[4] = {mode[0], strchr(mode, '+') ? '+' : '\0', '\0'};
    bool before = inside;
    inside = true;
    FILE *stream = fopencookie((void *)(intptr_t)fd, plain, functions);
    inside = before;
    for (size_t i = 0; stream && i < STREAMS; i++) {
        if (!streams[i].stream) {
            streams[i].stream = stream;
            streams[i].fd = fd;
            break;
        }
    }
    return stream;
}

FILE *fdopen(int fd, const char *mode)
{
    return fails_at_fd("fdopen", fd) ? NULL : stream_of(fd, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    int flags = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    flags |= mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT | O_APPEND : 0;
    int fd = open_at(AT_FDCWD, path, flags | O_CLOEXEC, 0666);
    return fd < 0 ? NULL : stream_of(fd, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return fopen64(path, mode);
}

int fileno(FILE *stream)
{
    REAL(int, "fileno", FILE *)
    for (size_t i = 0; i < STREAMS; i++) {
        if (streams[i].stream == stream) {
            return streams[i].fd;
        }
    }
    return real(stream);
}

int fclose(FILE *stream)
{
    REAL(int, "fclose", FILE *)
    for (size_t i = 0; i < STREAMS; i++) {
        if (streams[i].stream == stream) {
            streams[i].stream = NULL;
        }
    }
    return real(stream);
}

/* Beginning */

static void begin(void)
{
    const char *asked = getenv("CG_FAULT"), *file = getenv("CG_FAULT_COUNT");
    char rest[8] = "";
    unsigned long at;
    const char *program = getenv("CG_FAULT_PROGRAM");
    if (!asked || !file || (program && strcmp(program, program_invocation_short_name) != 0) ||
        sscanf(asked, "%15[^:]:%lu:%d:%7s", fault.kind, &at, &fault.error, rest) < 3) {
        return;
    }
    fault.at = at;
    fault.rest = rest[0] != '\0';
    fault.below = getenv("CG_FAULT_BELOW");
    int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0);
    void *shared = (void *)syscall(SYS_mmap, NULL, sizeof *fault.count, PROT_READ | PROT_WRITE,
                                   MAP_SHARED, fd, 0);
    syscall(SYS_close, fd);
    if (shared == MAP_FAILED) {
        return;
    }
    if (!fault.below && strcmp(fault.kind, "malloc") != 0) {
        stdout = stream_of(STDOUT_FILENO, "w");
    }
    fault.count = shared;
    fault.started = true;
}

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

int __libc_start_main(main_function *function, int argc, char **argv, void (*first)(void),
                      void (*last)(void), void (*loader)(void), void *stack)
{
    start_function *real = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
    begin();
    return real(function, argc, argv, first, last, loader, stack);
}
