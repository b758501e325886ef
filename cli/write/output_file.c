/* Writes files that appear as a whole or not at all, through streams. */
#include "cli.h"
#include "out_of_memory.h"
#include "unfinished.h"

#include <libcg/output.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int cannot(const struct cli_output *output, const char *what, int reason,
                  struct cg_error *error)
{
    return cli_fail(error, CG_E_IO, output->path, "cannot %s: %s", what, g_strerror(reason));
}

static void note_temporary(void *user, const char *name, bool exists)
{
    (void)user;
    (exists ? unfinished_note : unfinished_forget)(name);
}

/* The stream has a descriptor of its own, which it closes. */
static FILE *stream_of(const struct cg_output *file)
{
    int fd = fcntl(cg_output_descriptor(file), F_DUPFD_CLOEXEC, 0);
    FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
    if (!stream && fd >= 0) {
        int reason = errno;
        close(fd);
        errno = reason;
    }
    return stream;
}

/* @param path where it is written, which need not be the name that the user knows */
static int open_file(struct cli_output *output, const char *path,
                     const struct cg_output_options *options, struct cg_error *error)
{
    int status = cg_output_open(&output->file, path, options, error);
    if (status == CG_E_MEMORY) {
        memory_end();
    }
    if (!status && !(output->stream = stream_of(output->file))) {
        status = cannot(output, "open for writing", errno, error);
    }
    if (status) {
        if (path == output->target) {
            g_strlcpy(error->file, output->path, sizeof error->file);
        }
        cli_output_discard(output);
        return status;
    }
    output->aside = cg_output_name(output->file);
    return CG_OK;
}

int cli_output_open_target(struct cli_output *output, struct cg_error *error)
{
    struct cg_output_options options = CG_OUTPUT_OPTIONS_INIT;
    options.exact = true;
    options.note = note_temporary;
    return open_file(output, output->target, &options, error);
}

static int open_path(struct cli_output *output, const char *path, bool named,
                     struct cg_error *error)
{
    struct cg_output_options options = CG_OUTPUT_OPTIONS_INIT;
    options.named = named;
    options.note = note_temporary;
    *output = (struct cli_output){.path = path};
    return open_file(output, path, &options, error);
}

int cli_output_open(struct cli_output *output, const char *path, struct cg_error *error)
{
    if (strcmp(path, "-") == 0) {
        *output = (struct cli_output){.path = path, .stream = stdout};
        return CG_OK;
    }
    return open_path(output, path, false, error);
}

int cli_output_open_named(struct cli_output *output, const char *path, struct cg_error *error)
{
    return open_path(output, path, true, error);
}

void cli_output_discard(struct cli_output *output)
{
    if (output->stream && output->stream != stdout) {
        fclose(output->stream);
    }
    cg_output_discard(output->file);
    if (output->has_directory) {
        close(output->directory);
    }
    g_free(output->target);
    *output = (struct cli_output){.path = output->path};
}

/* Some file systems report write errors only on close. */
static int close_stream(struct cli_output *output, struct cg_error *error)
{
    bool failed = ferror(output->stream);
    errno = 0;
    failed = fflush(output->stream) || failed;
    int reason = errno;
    if (fclose(output->stream) && !failed) {
        failed = true;
        reason = errno;
    }
    output->stream = NULL;
    return failed ? cannot(output, "write", reason ? reason : EIO, error) : CG_OK;
}

int cli_output_finish(struct cli_output *output, struct cg_error *error)
{
    if (output->stream == stdout) {
        return CG_OK; /* cli_finish reports failures */
    }
    int status = close_stream(output, error);
    if (!status) {
        status = cg_output_finish(output->file, error);
        output->file = NULL;
        if (status) {
            g_strlcpy(error->file, output->path, sizeof error->file);
        }
    }
    cli_output_discard(output);
    return status;
}

int cli_output_text(const char *path, const char *text, struct cg_error *error)
{
    struct cli_output output;
    int status = cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    fputs(text, output.stream); /* finishing reports failures */
    return cli_output_finish(&output, error);
}
