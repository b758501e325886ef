/*
 * Reads a number for each function from what --sort and --top may name: counts of the graph,
 * numbers of metadata, visits of a run.
 */
#include "values/function_values.h"

#include <libcg/inclusive.h>
#include <libcg/kinds.h>
#include <libcg/validate.h>
#include <out_of_memory.h>

#include <math.h>
#include <stdlib.h>

/* Measures of the graph */

static void count_calls(struct values *out, struct query *query, bool callers)
{
    const struct cg_graph *graph = query->graph;
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        if (cg_edge_kinds(graph, edge) != CG_EDGE_CANDIDATE) {
            out->values[callers ? cg_edge_callee(graph, edge) : cg_edge_caller(graph, edge)]++;
        }
    }
}

static int count_callers(struct values *out, struct query *query, struct cg_error *error)
{
    (void)error;
    count_calls(out, query, true);
    return CG_OK;
}

static int count_callees(struct values *out, struct query *query, struct cg_error *error)
{
    (void)error;
    count_calls(out, query, false);
    return CG_OK;
}

static int count_sites(struct values *out, struct query *query, struct cg_error *error)
{
    (void)error;
    for (cg_edge edge = 0; edge < cg_graph_edge_count(query->graph); edge++) {
        if (cg_edge_kinds(query->graph, edge) != CG_EDGE_CANDIDATE) {
            struct cg_site_list *sites = query_sites(query, edge, CG_KEY_CALL_SITES);
            out->values[cg_edge_callee(query->graph, edge)] += (double)site_count(sites);
            cg_site_list_free(sites);
        }
    }
    return CG_OK;
}

/* The function itself does not count. */
static int count_reach(struct values *out, struct query *query, enum cg_direction direction,
                       struct cg_error *error)
{
    uint32_t count = cg_graph_node_count(query->graph);
    for (cg_node node = 0; node < count; node++) {
        out->values[node] = 1;
    }
    int status = cg_inclusive_sums(out->values, query->graph, out->values, direction, error);
    for (cg_node node = 0; node < count; node++) {
        out->values[node]--;
    }
    out->inclusive = true;
    return status;
}

static int count_reaches(struct values *out, struct query *query, struct cg_error *error)
{
    return count_reach(out, query, CG_CALLEES, error);
}

static int count_reached(struct values *out, struct query *query, struct cg_error *error)
{
    return count_reach(out, query, CG_CALLERS, error);
}

static int read_visits(struct values *out, struct query *query, struct cg_error *error)
{
    (void)error;
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        int64_t visits = cg_measured_visits(query->graph, CG_ON_NODE, node);
        out->has[node] = visits >= 0;
        out->values[node] = visits > 0 ? (double)visits : 0;
    }
    return CG_OK;
}

static const struct measure {
    const char *key;
    int (*read)(struct values *out, struct query *query, struct cg_error *error);
} measures[] = {
    {"callers", count_callers}, {"callees", count_callees}, {"sites", count_sites},
    {"reaches", count_reaches}, {"reached", count_reached}, {"visits", read_visits},
};

/* Metadata */

static void read_metadata(struct values *out, const struct query *query)
{
    char *buffer = NULL;
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        out->has[node] = cg_metadata_number(&out->values[node], query->graph, CG_ON_NODE, node,
                                            out->key, &buffer);
        if (out->has[node] && isnan(out->values[node])) {
            memory_end();
        }
    }
    free(buffer);
}

/* All */

static const struct measure *find_measure(const char *key)
{
    for (size_t i = 0; i < G_N_ELEMENTS(measures); i++) {
        if (g_str_equal(measures[i].key, key)) {
            return &measures[i];
        }
    }
    return NULL;
}

static bool has_any(const struct values *values, uint32_t count)
{
    bool any = false;
    for (cg_node node = 0; node < count && !any; node++) {
        any = values->has[node];
    }
    return any;
}

/* Sums of doubles depend on their order, so add in canonical order. */
static double sum_of(const struct values *values, const struct query *query)
{
    uint32_t count = cg_graph_node_count(query->graph);
    double *by_rank = g_new(double, count + 1);
    double sum = 0;
    for (cg_node node = 0; node < count; node++) {
        by_rank[query_rank(query)[node]] = values->values[node];
    }
    for (uint32_t i = 0; i < count; i++) {
        sum += by_rank[i];
    }
    g_free(by_rank);
    return sum;
}

static int find_total(struct values *values, struct query *query, bool metadata)
{
    struct cg_error error;
    int status = CG_OK;
    if (metadata) {
        status = cg_metadata_whole(&values->total, query->graph, values->key, &error);
    } else {
        values->total =
            values->inclusive ? (double)cg_graph_node_count(query->graph) : sum_of(values, query);
    }
    if (status == CG_E_FORMAT) {
        values->total = NAN;
        status = CG_OK;
    }
    return status ? query_fail(query, &error) : CLI_OK;
}

static void report_absent(struct query *query, const char *key)
{
    const char *names[G_N_ELEMENTS(measures) + 1] = {NULL};
    for (size_t i = 0; i < G_N_ELEMENTS(measures); i++) {
        names[i] = measures[i].key;
    }
    values_report_absent(query, key, names);
}

int values_read(struct values *out, struct query *query, const char *key)
{
    const struct measure *measure = find_measure(key);
    uint32_t count = cg_graph_node_count(query->graph);
    struct cg_error error;
    *out = (struct values){
        .key = key, .values = g_new0(double, count + 1), .has = g_new0(bool, count + 1)};
    for (cg_node node = 0; node < count; node++) {
        out->has[node] = measure != NULL;
    }
    if (measure && measure->read(out, query, &error)) {
        return query_fail(query, &error);
    }
    if (!measure) {
        read_metadata(out, query);
        out->inclusive = cg_metadata_is_inclusive(key);
    }
    if (count > 0 && !has_any(out, count)) {
        report_absent(query, key);
        return CLI_TROUBLE;
    }
    return find_total(out, query, !measure);
}

char *query_unit(const struct query *query, enum cg_place place, const char *path)
{
    char *unit;
    if (cg_metadata_unit(&unit, query->graph, place, path, NULL)) {
        memory_end();
    }
    char *copy = g_strdup(unit);
    free(unit);
    return copy;
}

void values_clear(struct values *values)
{
    g_free(values->values);
    g_free(values->has);
}
