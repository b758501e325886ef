/* Files that are replaced whole or not at all: written aside, then given their name. */
#include <libcg/output.h>

#include "base/error.h"
#include "base/versioned_options.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define ATTEMPTS 100u

struct cg_output {
    struct cg_output_options options;
    int fd;
    char *path;   /**< as the caller says it */
    char *target; /**< the path with links followed; NULL: written in place */
    char *aside;  /**< name of what is written; NULL: it has none */
};

static int cannot(const struct cg_output *output, const char *what, int reason,
                  struct cg_error *error)
{
    return cg_fail_at(error, CG_E_IO, output->path, 0, 0, "cannot %s: %s", what, strerror(reason));
}

static void note_temporary(const struct cg_output *output, bool exists)
{
    if (output->options.note) {
        output->options.note(output->options.user, output->aside, exists);
    }
}

/* Take a name next to the target that is probably free. @return false when memory is exhausted */
static bool name_aside(struct cg_output *output, unsigned attempt)
{
    unsigned number = (unsigned)getpid() + attempt * 7919u;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) < 0) {
        number ^= (unsigned)(uintptr_t)&number;
    }
    free(output->aside);
    if (asprintf(&output->aside, "%s.%08x.tmp", output->target, number) < 0) {
        output->aside = NULL;
    }
    return output->aside;
}

/* Give the file one of these names. @return what `try` returns, negative with errno set if none is
 * free */
static int take_name(struct cg_output *output, int (*try)(const struct cg_output *output))
{
    int result = -1;
    errno = ENOMEM;
    for (unsigned attempt = 0; result < 0 && attempt < ATTEMPTS; attempt++) {
        if (!name_aside(output, attempt)) {
            return -1;
        }
        note_temporary(output, true);
        result = try(output);
        if (result < 0) {
            int reason = errno;
            note_temporary(output, false);
            errno = reason;
        }
        if (result < 0 && errno != EEXIST) {
            break;
        }
    }
    if (result < 0) {
        int reason = errno;
        free(output->aside);
        output->aside = NULL;
        errno = reason;
    }
    return result;
}

static int create(const struct cg_output *output)
{
    return open(output->aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static int link_file(const struct cg_output *output)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", output->fd);
    return linkat(AT_FDCWD, self, AT_FDCWD, output->aside, AT_SYMLINK_FOLLOW);
}

/* A file without a name, where the file system supports that, else one beside the target. */
static int open_aside(struct cg_output *output)
{
    char *copy = strdup(output->target);
    bool can_link = copy && !output->options.named && access("/proc/self/fd", X_OK) == 0;
    int fd = can_link ? open(dirname(copy), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666) : -1;
    free(copy);
    return fd < 0 ? take_name(output, create) : fd;
}

/* Find out what the path names: the file to replace, or, without a target, to write in place. */
static int find_target(struct cg_output *output, const struct stat *old, struct cg_error *error)
{
    bool exact = output->options.exact;
    char *real = old && !exact ? realpath(output->path, NULL) : NULL; /* a link stays a link */
    /* Pipes and devices; and /dev/stdout, which may lead to a file that was removed. */
    bool in_place = old && !exact && (!S_ISREG(old->st_mode) || !real);
    if (in_place) {
        free(real);
        return output->options.named ? cg_fail_at(error, CG_E_IO, output->path, 0, 0,
                                                  "this output must be a regular file")
                                     : CG_OK;
    }
    output->target = real ? real : strdup(output->path);
    return output->target ? CG_OK : cg_fail_memory(error);
}

static int open_file(struct cg_output *output, struct cg_error *error)
{
    struct stat info;
    int found = output->options.exact ? lstat(output->path, &info) : stat(output->path, &info);
    int status = find_target(output, found == 0 ? &info : NULL, error);
    if (status) {
        return status;
    }
    output->fd = output->target ? open_aside(output) : open(output->path, O_WRONLY | O_CLOEXEC);
    if (output->fd < 0) {
        return cannot(output, output->target ? "create" : "open for writing", errno, error);
    }
    if (found == 0 && output->target) {
        (void)!fchmod(output->fd, info.st_mode & 0777); /* no right to run as its owner */
    }
    return CG_OK;
}

int cg_output_open(struct cg_output **out, const char *path,
                   const struct cg_output_options *options, struct cg_error *error)
{
    static const struct cg_output_options defaults = CG_OUTPUT_OPTIONS_INIT;
    struct cg_output *output = calloc(1, sizeof *output);
    *out = NULL;
    if (output) {
        *output = (struct cg_output){.options = defaults, .fd = -1, .path = strdup(path)};
    }
    if (!output || !output->path) {
        free(output);
        return cg_fail_memory(error);
    }
    int status = OPTIONS_TAKE(&output->options, options, cg_output_options, error);
    if (!status && strcmp(path, "-") != 0) {
        status = open_file(output, error);
    } else if (!status && output->options.named) {
        status = cg_fail_at(error, CG_E_IO, "standard output", 0, 0,
                            "this output must be a regular file");
    } else if (!status) {
        output->fd = STDOUT_FILENO;
    }
    if (status) {
        cg_output_discard(output);
        return status;
    }
    *out = output;
    return CG_OK;
}

int cg_output_descriptor(const struct cg_output *output)
{
    return output->fd;
}

const char *cg_output_name(const struct cg_output *output)
{
    return output->aside;
}

/* Some file systems report write errors only on close. */
static int close_file(struct cg_output *output)
{
    int fd = output->fd;
    output->fd = -1;
    return fd < 0 || fd == STDOUT_FILENO ? 0 : close(fd);
}

int cg_output_finish(struct cg_output *output, struct cg_error *error)
{
    int status = CG_OK;
    if (output->target && !output->aside && take_name(output, link_file) < 0) {
        status = cannot(output, "create", errno, error);
    }
    if (close_file(output) && !status) {
        status = cannot(output, "write", errno, error);
    }
    if (!status && output->target && rename(output->aside, output->target)) {
        status = cannot(output, "replace", errno, error);
    }
    if (!status && output->aside) { /* it has become the target */
        note_temporary(output, false);
        free(output->aside);
        output->aside = NULL;
    }
    cg_output_discard(output);
    return status;
}

void cg_output_discard(struct cg_output *output)
{
    if (!output) {
        return;
    }
    close_file(output);
    if (output->aside) {
        unlink(output->aside);
        note_temporary(output, false);
    }
    free(output->aside);
    free(output->target);
    free(output->path);
    free(output);
}
