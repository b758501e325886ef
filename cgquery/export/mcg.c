/* A graph again. */
#include "export.h"

#include <libcg/file.h>

/* The stream remembers what fails, and whoever opened it tells. */
static int write_bytes(void *user, const void *bytes, size_t length)
{
    (void)!fwrite(bytes, 1, length, user);
    return 0;
}

static int write_version(struct exporting *x, int version, struct cg_error *error)
{
    const struct cg_write_options options = {.version = version, .jobs = 1};
    return cg_write(x->query->graph, write_bytes, x->out, &options, error);
}

int export_mcg(struct exporting *x, struct cg_error *error)
{
    return write_version(x, 4, error);
}

int export_mcg2(struct exporting *x, struct cg_error *error)
{
    return write_version(x, 2, error);
}
