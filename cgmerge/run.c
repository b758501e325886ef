/* Merging: a few partial graphs in memory at a time, beside the whole. */
#include "cgmerge.h"
#include "readers.h"

#include <builtin.h>
#include <libcg/merge.h>

static int merge_next(struct readers *readers, struct cg_merger *merger, struct cg_error *error)
{
    struct cg_graph *part;
    int status = readers_next(readers, &part, error);
    if (!status) {
        status = cg_merger_add(merger, part, error);
        cg_graph_free(part);
    }
    return status;
}

static int merge_inputs(struct cg_merger *merger, const struct merge_settings *settings,
                        struct cg_error *error)
{
    int status = CG_OK;
    guint count = settings->inputs->len;
    struct readers *readers = readers_new(settings->inputs, MIN(settings->jobs, count));
    struct cli_progress *progress = cli_progress_start("merging", count);
    for (guint i = 0; i < count && !status; i++) {
        cli_progress_update(progress, i, settings->inputs->pdata[i]);
        status = merge_next(readers, merger, error);
    }
    cli_progress_end(progress);
    readers_free(readers);
    return status;
}

static int merge_all(struct cg_graph **out, const struct merge_settings *settings,
                     const struct cg_merge_options *options, struct cg_error *error)
{
    struct cg_merger *merger;
    int status = cg_merger_new(&merger, options, error);
    if (!status) {
        status = merge_inputs(merger, settings, error);
        status = status ? status : cg_merger_finish(out, merger, error);
        cg_merger_free(merger);
    }
    return status;
}

int merge_run(const struct merge_settings *settings)
{
    struct cg_error error;
    struct cg_registry *registry = NULL;
    struct cg_graph *whole = NULL;
    int status = cg_registry_new(&registry, &error);
    status = status ? status : metadata_register_builtin(registry, &error);
    if (!status) {
        struct cg_merge_options options = {.registry = registry};
        status = merge_all(&whole, settings, &options, &error);
    }
    status = status ? status : cg_graph_settle_open_calls(whole, &error);
    status = status ? status : cg_write_file(whole, settings->output, &settings->write, &error);
    cg_graph_free(whole);
    cg_registry_free(registry);
    if (status) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    return cli_finish(CLI_OK);
}
