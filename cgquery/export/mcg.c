/* A graph again. */
#include "export.h"

#include <libcg/file.h>

#include <errno.h>

static int write_bytes(void *user, const void *bytes, size_t length)
{
    errno = 0;
    return fwrite(bytes, 1, length, user) == length ? 0 : errno ? errno : EIO;
}

static int write_version(struct exporting *x, int version, struct cg_error *error)
{
    const struct cg_write_options options = {.version = version, .jobs = 1};
    int status = cg_write(x->query->graph, write_bytes, x->out, &options, error);
    if (status != CG_E_IO) {
        return status;
    }
    g_strlcpy(error->file, x->path, sizeof error->file);
    return x->out == stdout ? CG_OK : status; /* cli_finish tells */
}

int export_mcg(struct exporting *x, struct cg_error *error)
{
    return write_version(x, 4, error);
}

int export_mcg2(struct exporting *x, struct cg_error *error)
{
    return write_version(x, 2, error);
}
