/* Writes a graph file. */
#include "verbs/export/export.h"

#include <libcg/file.h>
#include <write/graph_output.h>

#include <errno.h>

struct sink {
    FILE *out;
    int reason; /* why writing failed */
};

static int write_bytes(void *user, const void *bytes, size_t length)
{
    struct sink *sink = user;
    errno = 0;
    if (fwrite(bytes, 1, length, sink->out) != length) {
        sink->reason = errno ? errno : EIO;
    }
    return sink->reason;
}

/* cli_finish would know that writing failed, but not why. A closed pipe is not reported. */
static void report_failure(struct exporting *x, int reason)
{
    x->query->trouble = true;
    if (reason != EPIPE) {
        cli_error("cannot write standard output: %s", g_strerror(reason));
        clearerr(stdout);
    }
}

static int write_version(struct exporting *x, int version, struct cg_error *error)
{
    const struct cg_write_options options = {CG_WRITE_OPTIONS_VERSION, .mcg_version = version,
                                             .jobs = 1};
    struct sink sink = {x->out, 0};
    if (x->out == stdout && graph_output_is_shown()) {
        return graph_output_write(x->query->graph, "-", &options, error);
    }
    int status = cg_write(x->query->graph, write_bytes, &sink, &options, error);
    if (status != CG_E_IO) {
        return status;
    }
    if (x->out == stdout) {
        report_failure(x, sink.reason);
        return CG_OK;
    }
    g_strlcpy(error->file, x->path, sizeof error->file);
    return status;
}

int export_mcg(struct exporting *x, struct cg_error *error)
{
    return write_version(x, 4, error);
}

int export_mcg2(struct exporting *x, struct cg_error *error)
{
    return write_version(x, 2, error);
}
