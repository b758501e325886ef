/* Output of graphs: to descriptors, and to files that are replaced whole or not at all. */
#include "base/io.h"

#include <libcg/file.h>
#include <libcg/output.h>

#include <stdio.h>
#include <string.h>

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

int cg_write_file(const struct cg_graph *graph, const char *path,
                  const struct cg_write_options *options, struct cg_error *error)
{
    const char *name = strcmp(path, "-") == 0 ? "<stdout>" : path;
    struct cg_output *output;
    int status = cg_output_open(&output, path, NULL, error);
    if (status) {
        return status;
    }
    status = cg_write_fd(graph, cg_output_descriptor(output), name, options, error);
    if (status) {
        cg_output_discard(output);
        return status;
    }
    return cg_output_finish(output, error);
}
