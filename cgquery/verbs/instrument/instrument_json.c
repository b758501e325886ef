/* Prints chosen functions as JSON. */
#include "print/graph_json.h"
#include "verbs/instrument/instrument.h"

#include <math.h>

static void put_chosen(struct json *json, struct query *query, const struct cg_chosen *chosen)
{
    json_open(json, NULL, '{');
    json_function(json, "function", query, chosen->node);
    json_text(json, "reason", cg_chosen_why_name(chosen->why));
    json_double(json, "value", chosen->value);
    json_double(json, "limit", chosen->limit);
    json_double(json, "cost", chosen->cost);
    if (chosen->because != CG_NONE) {
        json_function(json, "because", query, chosen->because);
    }
    json_close(json, '}');
}

static void put_allocation(struct json *json, struct query *query,
                           const struct cg_allocation *allocation)
{
    cg_node caller = cg_edge_caller(query->graph, allocation->edge);
    json_open(json, NULL, '{');
    json_function(json, "caller", query, caller);
    json_function(json, "callee", query, cg_edge_callee(query->graph, allocation->edge));
    json_sites(json, "sites", query, allocation->edge, CG_KEY_CALL_SITES);
    json_number(json, "returns", allocation->returns);
    if (allocation->where == CG_NONE) {
        json_text(json, "where", NULL);
        json_text(json, "calls", NULL);
    } else {
        json_function(json, "where", query, allocation->where);
        json_number(json, "calls", allocation->calls);
    }
    json_close(json, '}');
}

static void put_allocations(struct json *json, const struct instrumentation *about)
{
    json_open(json, "allocations", '[');
    for (guint i = 0; i < about->allocations->len; i++) {
        put_allocation(json, about->query,
                       &g_array_index(about->allocations, struct cg_allocation, i));
    }
    json_close(json, ']');
}

static void put_prediction(struct json *json, const struct cg_prediction *prediction)
{
    uint32_t guesses;
    double run = cg_prediction_run(prediction);
    double estimated = cg_prediction_estimated(prediction, &guesses);
    const char *metric = cg_prediction_metric(prediction);
    json_open(json, "prediction", '{');
    json_double(json, "runSeconds", run > 0 ? run : NAN);
    json_double(json, "overheadSeconds", cg_prediction_overhead(prediction));
    json_double(json, "estimatedSeconds", estimated);
    json_number(json, "estimatedFunctions", guesses);
    json_text(json, "metric", metric);
    json_double(json, "covered", metric ? cg_prediction_covered(prediction) : NAN);
    json_close(json, '}');
}

void instrument_print_json(FILE *out, const struct instrumentation *about)
{
    struct json json = {.out = out};
    json_begin(&json, about->query);
    json_open(&json, "strategies", '[');
    for (guint i = 0; i < about->strategies->len; i++) {
        json_text(&json, NULL, about->strategies->pdata[i]);
    }
    json_close(&json, ']');
    json_text(&json, "key", about->key);
    json_number(&json, "possible", about->possible);
    if (about->report) {
        json_number(&json, "beyond", about->beyond);
    } else {
        json_text(&json, "beyond", NULL);
    }
    put_prediction(&json, about->prediction);
    put_allocations(&json, about);
    json_open(&json, "functions", '[');
    GPtrArray *sorted = instrument_sorted(about);
    for (guint i = 0; i < sorted->len; i++) {
        put_chosen(&json, about->query, sorted->pdata[i]);
    }
    g_ptr_array_unref(sorted);
    json_close(&json, ']');
    json_end(&json);
}
