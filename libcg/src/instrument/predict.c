/* Predicts what the probes of a choice cost a run. */
#include <libcg/instrument.h>

#include "base/error.h"
#include "base/versioned_options.h"
#include "instrument/measured.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

struct cg_prediction {
    double run;
    double overhead;
    double estimated; /**< part of the overhead */
    double covered;
    uint32_t guesses; /**< functions whose count is an estimate */
    const char *metric;
};

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

static int predict(struct cg_prediction *out, const struct cg_graph *graph,
                   const struct cg_choice *choice, const struct cg_probe *probe, const char *metric,
                   struct cg_error *error)
{
    int status = cg_query_check_graph(graph, error);
    out->run = probe->run;
    if (!status && !(out->run > 0)) {
        status = measured_seconds(&out->run, graph, error);
    }
    if (!status && choice) {
        status = find_costs(out, graph, choice, probe, error);
    }
    return status ? status : find_covered(out, graph, choice, metric, error);
}

int cg_predict(struct cg_prediction **out, const struct cg_graph *graph,
               const struct cg_choice *choice, const struct cg_probe *probe, const char *metric,
               struct cg_error *error)
{
    struct cg_probe own = CG_PROBE_INIT;
    struct cg_prediction *found = calloc(1, sizeof *found);
    if (!found) {
        return cg_fail_memory(error);
    }
    int status = OPTIONS_TAKE(&own, probe, cg_probe, error);
    status = status ? status : predict(found, graph, choice, &own, metric, error);
    if (status) {
        free(found);
    } else {
        *out = found;
    }
    return status;
}

void cg_prediction_free(struct cg_prediction *prediction)
{
    free(prediction);
}

double cg_prediction_run(const struct cg_prediction *prediction)
{
    return prediction->run;
}

double cg_prediction_overhead(const struct cg_prediction *prediction)
{
    return prediction->overhead;
}

double cg_prediction_estimated(const struct cg_prediction *prediction, uint32_t *functions)
{
    if (functions) {
        *functions = prediction->guesses;
    }
    return prediction->estimated;
}

double cg_prediction_covered(const struct cg_prediction *prediction)
{
    return prediction->covered;
}

const char *cg_prediction_metric(const struct cg_prediction *prediction)
{
    return prediction->metric;
}
