/* Reads the exclusive and inclusive values of a metric, as parts of the whole run. */
#include "instrument/measured.h"

#include "base/error.h"
#include "query/common/query_internal.h"

#include <libcg/inclusive.h>
#include <libcg/instrument.h>
#include <libcg/kinds.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool any_has(const struct cg_graph *graph, const char *metric)
{
    struct cg_measured measured;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        if (cg_measured(&measured, graph, CG_ON_NODE, node, metric)) {
            return true;
        }
    }
    return false;
}

const char *cg_measured_metric(const struct cg_graph *graph)
{
    static const char *const metrics[] = {"time", "samples", "weight", "Ir", "Cycles"};
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        if (any_has(graph, metrics[i])) {
            return metrics[i];
        }
    }
    return NULL;
}

/* The run: what percentages are of. */
static int find_whole(double *whole, const struct cg_graph *graph, const char *metric,
                      struct cg_error *error)
{
    char *path;
    if (asprintf(&path, "profile.%s.exclusive", metric) < 0) {
        return cg_fail_memory(error);
    }
    int status = cg_metadata_whole(whole, graph, path, error);
    free(path);
    return status;
}

static int allocate(struct measured *out, uint32_t nodes, struct cg_error *error)
{
    int status = cg_query_allocate(&out->has, nodes, sizeof *out->has, error);
    status =
        status ? status : cg_query_allocate(&out->exclusive, nodes, sizeof *out->exclusive, error);
    return status ? status
                  : cg_query_allocate(&out->inclusive, nodes, sizeof *out->inclusive, error);
}

int measured_read(struct measured *out, const struct cg_graph *graph, const char *metric,
                  struct cg_error *error)
{
    *out = (struct measured){.metric = metric ? metric : cg_measured_metric(graph)};
    if (!out->metric || !any_has(graph, out->metric)) {
        return cg_fail(error, CG_E_FORMAT, "no function of the graph has measurements%s%.100s",
                       metric ? " of " : "", metric ? metric : "");
    }
    uint32_t nodes = cg_graph_node_count(graph);
    int status = allocate(out, nodes, error);
    status = status ? status : find_whole(&out->whole, graph, out->metric, error);
    for (cg_node node = 0; node < nodes && !status; node++) {
        struct cg_measured value = {0};
        out->has[node] = cg_measured(&value, graph, CG_ON_NODE, node, out->metric);
        out->exclusive[node] = out->whole > 0 ? fmax(value.exclusive, 0) / out->whole : 0;
        out->inclusive[node] = out->whole > 0 ? fmax(value.inclusive, 0) / out->whole : 0;
    }
    return status;
}

void measured_clear(struct measured *measured)
{
    free(measured->has);
    free(measured->exclusive);
    free(measured->inclusive);
}

int measured_seconds(double *seconds, const struct cg_graph *graph, struct cg_error *error)
{
    *seconds = 0;
    return any_has(graph, "time") ? find_whole(seconds, graph, "time", error) : CG_OK;
}
