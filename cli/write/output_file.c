/* Writes files that appear as a whole or not at all. */
#include "cli.h"
#include "out_of_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ATTEMPTS 100

static int fail_with(const struct cli_output *output, const char *text, struct cg_error *error)
{
    *error = (struct cg_error){.status = CG_E_IO};
    g_strlcpy(error->file, output->path, sizeof error->file);
    g_strlcpy(error->text, text, sizeof error->text);
    return CG_E_IO;
}

static int fail(const struct cli_output *output, const char *what, int reason,
                struct cg_error *error)
{
    char *text = g_strdup_printf("cannot %s: %s", what, g_strerror(reason));
    fail_with(output, text, error);
    g_free(text);
    return CG_E_IO;
}

static char *name_aside(const char *target, int attempt)
{
    return g_strdup_printf("%s.%ld.%d", target, (long)getpid(), attempt);
}

/* A file without a name, where the file system supports that, so that a killed process leaves
 * nothing behind. Else a temporary file beside the target. */
static int open_aside(struct cli_output *output, bool named)
{
    char *directory = g_path_get_dirname(output->target);
    bool can_link = !named && access("/proc/self/fd", X_OK) == 0;
    int fd = can_link ? open(directory, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666) : -1;
    g_free(directory);
    for (int attempt = 0; fd < 0 && attempt < ATTEMPTS; attempt++) {
        g_free(output->aside);
        output->aside = name_aside(output->target, attempt);
        fd = open(output->aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) {
            break;
        }
    }
    if (fd >= 0 && output->aside) {
        memory_note_unfinished(output->aside);
    }
    return fd;
}

static bool link_aside(struct cli_output *output, int fd)
{
    char *from = g_strdup_printf("/proc/self/fd/%d", fd);
    bool linked = false;
    for (int attempt = 0; !linked && attempt < ATTEMPTS; attempt++) {
        char *name = name_aside(output->target, attempt);
        linked = linkat(AT_FDCWD, from, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
        if (linked) {
            output->aside = name;
            memory_note_unfinished(name);
            break;
        }
        int reason = errno;
        g_free(name);
        errno = reason;
        if (reason != EEXIST) {
            break;
        }
    }
    int reason = errno;
    g_free(from);
    errno = reason;
    return linked;
}

/* Copies the permissions of the old file, but not what lets others run it as its owner. */
static int open_stream(struct cli_output *output, int fd, const struct stat *old,
                       struct cg_error *error)
{
    if (fd < 0) {
        return fail(output, output->replaces ? "create" : "open for writing", errno, error);
    }
    if (old && output->replaces) {
        (void)!fchmod(fd, old->st_mode & 0777);
    }
    output->stream = fdopen(fd, "w");
    if (!output->stream) {
        int reason = errno;
        close(fd);
        return fail(output, "open for writing", reason, error);
    }
    return CG_OK;
}

int cli_output_open_target(struct cli_output *output, const struct stat *old,
                           struct cg_error *error)
{
    output->replaces = true;
    int status = open_stream(output, open_aside(output, false), old, error);
    if (status) {
        cli_output_discard(output);
    }
    return status;
}

static int open_target(struct cli_output *output, bool named, struct cg_error *error)
{
    struct stat info;
    bool exists = stat(output->path, &info) == 0;
    char *real = exists ? realpath(output->path, NULL) : NULL; /* a link stays a link */
    /* Pipes and devices; and a /dev/fd path whose file was removed. */
    bool in_place = exists && (!S_ISREG(info.st_mode) || !real);
    output->target = g_strdup(real ? real : output->path);
    free(real);
    output->replaces = !in_place;
    if (in_place && named) {
        return fail_with(output, "this output must be a regular file", error);
    }
    int fd = in_place ? open(output->path, O_WRONLY | O_CLOEXEC) : open_aside(output, named);
    return open_stream(output, fd, exists ? &info : NULL, error);
}

static int open_file(struct cli_output *output, bool named, struct cg_error *error)
{
    int status = open_target(output, named, error);
    if (status) {
        cli_output_discard(output);
    }
    return status;
}

int cli_output_open(struct cli_output *output, const char *path, struct cg_error *error)
{
    *output = (struct cli_output){.path = path};
    if (strcmp(path, "-") == 0) {
        output->stream = stdout;
        return CG_OK;
    }
    return open_file(output, false, error);
}

int cli_output_open_named(struct cli_output *output, const char *path, struct cg_error *error)
{
    *output = (struct cli_output){.path = path};
    if (strcmp(path, "-") == 0) {
        output->path = "standard output";
        return fail_with(output, "this output must be a regular file", error);
    }
    return open_file(output, true, error);
}

void cli_output_discard(struct cli_output *output)
{
    if (output->stream && output->stream != stdout) {
        fclose(output->stream);
    }
    if (output->aside) {
        unlink(output->aside);
        memory_forget_unfinished(output->aside);
    }
    if (output->has_directory) {
        close(output->directory);
    }
    g_free(output->target);
    g_free(output->aside);
    *output = (struct cli_output){.path = output->path};
}

/* Give the finished file its name. */
static int complete(struct cli_output *output, struct cg_error *error)
{
    bool failed = ferror(output->stream);
    errno = 0;
    if (fflush(output->stream) || failed) {
        return fail(output, "write", errno ? errno : EIO, error);
    }
    if (output->replaces && !output->aside && !link_aside(output, fileno(output->stream))) {
        return fail(output, "create", errno, error);
    }
    return CG_OK;
}

/* some file systems report write errors only on close */
static int close_stream(struct cli_output *output, struct cg_error *error)
{
    FILE *stream = output->stream;
    output->stream = NULL;
    return fclose(stream) ? fail(output, "write", errno, error) : CG_OK;
}

static int replace_target(struct cli_output *output, struct cg_error *error)
{
    if (rename(output->aside, output->target)) {
        return fail(output, "replace", errno, error);
    }
    memory_forget_unfinished(output->aside);
    g_clear_pointer(&output->aside, g_free); /* it has become the target */
    return CG_OK;
}

int cli_output_finish(struct cli_output *output, struct cg_error *error)
{
    if (output->stream == stdout) {
        return CG_OK; /* cli_finish reports failures */
    }
    int status = complete(output, error);
    status = status ? status : close_stream(output, error);
    if (!status && output->replaces) {
        status = replace_target(output, error);
    }
    cli_output_discard(output);
    return status;
}
