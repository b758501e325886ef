/* Output of graphs: to descriptors, and to files that are replaced whole or not at all. */
#include "base/error.h"
#include "base/io.h"

#include <libcg/file.h>

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_all(void *user, const void *bytes, size_t length)
{
    return cg_write_bytes(*(int *)user, bytes, length);
}

int cg_write_fd(const struct cg_graph *graph, int fd, const char *name,
                const struct cg_write_options *options, struct cg_error *error)
{
    int status = cg_write(graph, write_all, &fd, options, error);
    if (status && error) {
        snprintf(error->file, sizeof error->file, "%s", name);
    }
    return status;
}

static int fail_errno(struct cg_error *error, const char *path, const char *what, int reason)
{
    return cg_fail_at(error, CG_E_IO, path, 0, 0, "cannot %s: %s", what, strerror(reason));
}

static int write_in_place(const struct cg_graph *graph, const char *path,
                          const struct cg_write_options *options, struct cg_error *error)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return fail_errno(error, path, "open for writing", errno);
    }
    int status = cg_write_fd(graph, fd, path, options, error);
    if (close(fd) && !status) {
        status = fail_errno(error, path, "write", errno);
    }
    return status;
}

/* A name next to `path` that is probably free; NULL when memory is exhausted. */
static char *name_aside(const char *path, unsigned attempt)
{
    unsigned number = (unsigned)getpid() + attempt * 7919u;
    char *aside;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) < 0) {
        number ^= (unsigned)(uintptr_t)&aside;
    }
    return asprintf(&aside, "%s.%08x.tmp", path, number) < 0 ? NULL : aside;
}

/* Give a file without a name one next to `path`. */
static char *link_aside(int fd, const char *path)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        char *aside = name_aside(path, attempt);
        if (!aside || linkat(AT_FDCWD, self, AT_FDCWD, aside, AT_SYMLINK_FOLLOW) == 0) {
            return aside;
        }
        free(aside);
        if (errno != EEXIST) {
            break;
        }
    }
    return NULL;
}

/* Open a new file next to `path` for writing. If the file system allows, it has no name, and *aside
 * is NULL: then nothing is left behind however the process ends. */
static int open_aside(char **aside, const char *path)
{
    char *copy = strdup(path);
    *aside = NULL;
    if (!copy) {
        return -1;
    }
    bool can_link = access("/proc/self/fd", X_OK) == 0;
    int fd = can_link ? open(dirname(copy), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666) : -1;
    free(copy);
    for (unsigned attempt = 0; fd < 0 && attempt < 100; attempt++) {
        free(*aside);
        *aside = name_aside(path, attempt);
        if (!*aside) {
            return -1;
        }
        fd = open(*aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) {
            break;
        }
    }
    return fd;
}

static int write_aside(int fd, const struct cg_graph *graph, const char *path,
                       const struct stat *old, const struct cg_write_options *options,
                       struct cg_error *error)
{
    if (old) {
        (void)!fchmod(fd, old->st_mode & 0777); /* no right to run as its owner */
    }
    return cg_write_fd(graph, fd, path, options, error);
}

static int replace(const struct cg_graph *graph, const char *path, const struct stat *old,
                   const struct cg_write_options *options, struct cg_error *error)
{
    char *aside;
    int fd = open_aside(&aside, path);
    if (fd < 0) {
        int reason = errno;
        free(aside);
        return fail_errno(error, path, "create", reason);
    }
    int status = write_aside(fd, graph, path, old, options, error);
    if (!status && !aside && !(aside = link_aside(fd, path))) {
        status = fail_errno(error, path, "create", errno);
    }
    if (close(fd) && !status) {
        status = fail_errno(error, path, "write", errno);
    }
    if (!status && rename(aside, path)) {
        status = fail_errno(error, path, "replace", errno);
    }
    if (status && aside) {
        unlink(aside);
    }
    free(aside);
    return status;
}

int cg_write_file(const struct cg_graph *graph, const char *path,
                  const struct cg_write_options *options, struct cg_error *error)
{
    if (strcmp(path, "-") == 0) {
        return cg_write_fd(graph, STDOUT_FILENO, "<stdout>", options, error);
    }
    struct stat info;
    bool exists = stat(path, &info) == 0;
    char *target = exists ? realpath(path, NULL) : NULL; /* a link stays a link */
    if (exists && (!S_ISREG(info.st_mode) || !target)) { /* /dev/stdout may resolve to no name */
        free(target);
        return write_in_place(graph, path, options, error);
    }
    int status = replace(graph, target ? target : path, exists ? &info : NULL, options, error);
    if (status && error && target) {
        snprintf(error->file, sizeof error->file, "%s", path); /* the caller's name for it */
    }
    free(target);
    return status;
}
