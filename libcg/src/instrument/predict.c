#include <libcg/instrument.h>

#include "instrument/measured.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

static int find_costs(struct cg_prediction *out, const struct cg_graph *graph,
                      const struct cg_choice *choice, const struct cg_probe *probe,
                      struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    double *counts = NULL;
    bool *estimated = NULL;
    int status = cg_query_allocate(&counts, nodes, sizeof *counts, error);
    status = status ? status : cg_query_allocate(&estimated, nodes, sizeof *estimated, error);
    status = status ? status : cg_call_counts(counts, estimated, graph, error);
    for (size_t i = 0; i < cg_choice_count(choice) && !status; i++) {
        cg_node node = cg_choice_at(choice, i)->node;
        double cost = counts[node] * probe->seconds;
        out->overhead += cost;
        out->estimated += estimated[node] ? cost : 0;
        out->guesses += estimated[node];
    }
    free(estimated);
    free(counts);
    return status;
}

static int find_covered(struct cg_prediction *out, const struct cg_graph *graph,
                        const struct cg_choice *choice, const char *metric, struct cg_error *error)
{
    struct measured measured;
    if (!metric && !cg_measured_metric(graph)) {
        return CG_OK;
    }
    int status = measured_read(&measured, graph, metric, error);
    for (size_t i = 0; choice && i < cg_choice_count(choice) && !status; i++) {
        out->covered += measured.exclusive[cg_choice_at(choice, i)->node];
    }
    out->metric = measured.metric;
    measured_clear(&measured);
    return status;
}

int cg_predict(struct cg_prediction *out, const struct cg_graph *graph,
               const struct cg_choice *choice, const struct cg_probe *probe, const char *metric,
               struct cg_error *error)
{
    const struct cg_probe standard = CG_PROBE_INIT;
    struct cg_prediction found = {0};
    probe = probe ? probe : &standard;
    found.run = probe->run;
    int status = cg_query_check_graph(graph, error);
    if (!status && !(found.run > 0)) {
        status = measured_seconds(&found.run, graph, error);
    }
    if (!status && choice) {
        status = find_costs(&found, graph, choice, probe, error);
    }
    status = status ? status : find_covered(&found, graph, choice, metric, error);
    if (!status) {
        *out = found;
    }
    return status;
}
