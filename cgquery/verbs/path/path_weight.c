/* Computes the length of calls for --weight. */
#include "verbs/path/path.h"

#include "values/function_values.h"

#include <out_of_memory.h>

#include <libcg/kinds.h>
#include <libcg/value.h>

#include <math.h>
#include <stdlib.h>

static double number_at(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                        const char *key)
{
    struct cg_value value;
    char *buffer = NULL;
    double found;
    bool exists = cg_metadata_at(&value, graph, place, number, key, &buffer);
    if (exists && !value.text) {
        memory_end();
    }
    bool is_number = exists && cg_value_number(&found, &value);
    free(buffer);
    return is_number ? found : NAN;
}

/* @return whether any has one */
static bool read_numbers(struct path_weight *weight, const struct cg_graph *graph,
                         enum cg_place place)
{
    bool any = false;
    uint32_t count = place == CG_ON_NODE ? cg_graph_node_count(graph) : cg_graph_edge_count(graph);
    weight->on_calls = place == CG_ON_EDGE;
    g_free(weight->values);
    weight->values = g_new(double, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        int64_t visits = weight->visits ? cg_measured_visits(graph, place, i) : -1;
        weight->values[i] = !weight->visits ? number_at(graph, place, i, weight->key)
                            : visits < 0    ? NAN
                                            : (double)visits;
        any = any || !isnan(weight->values[i]);
    }
    return any;
}

static double value_or_nothing(double value)
{
    return isnan(value) ? 0 : value;
}

static double length_of(const struct path_weight *weight, const struct cg_graph *graph,
                        cg_edge edge, const bool *is_start)
{
    cg_node caller = cg_edge_caller(graph, edge);
    if (weight->visits) {
        return weight->values[edge] > 0 ? 1 / weight->values[edge] : INFINITY;
    }
    if (weight->on_calls) {
        return value_or_nothing(weight->values[edge]);
    }
    return value_or_nothing(weight->values[cg_edge_callee(graph, edge)]) +
           (is_start[caller] ? value_or_nothing(weight->values[caller]) : 0);
}

static void measure_path(struct path_weight *weight, const struct cg_graph *graph,
                         const struct selection *from)
{
    uint32_t count = cg_graph_edge_count(graph);
    bool *is_start = g_new0(bool, cg_graph_node_count(graph) + 1);
    for (size_t i = 0; i < from->count; i++) {
        is_start[from->nodes[i]] = true;
    }
    weight->lengths = g_new(double, count + 1);
    for (cg_edge edge = 0; edge < count; edge++) {
        weight->lengths[edge] = length_of(weight, graph, edge, is_start);
    }
    g_free(is_start);
}

/* Sums of as many numbers up to this as there are functions are finite; larger numbers cannot be on
 * a path. */
#define MOST 1e300

static int check_range(const struct path_weight *weight, struct query *query)
{
    uint32_t count =
        weight->on_calls ? cg_graph_edge_count(query->graph) : cg_graph_node_count(query->graph);
    for (uint32_t i = 0; i < count; i++) {
        if (weight->values[i] < 0 || weight->values[i] > MOST) {
            cg_node node = weight->on_calls ? cg_edge_caller(query->graph, i) : i;
            cli_error("paths cannot be measured by '%s': it is %s %s %s", weight->key,
                      weight->values[i] < 0 ? "below 0" : "above 1e+300",
                      weight->on_calls ? "at a call of" : "at", query_name(query, node));
            return CLI_TROUBLE;
        }
    }
    return CLI_OK;
}

int path_weigh(struct path_weight *out, struct query *query, const char *key,
               const struct selection *from)
{
    const struct cg_graph *graph = query->graph;
    *out = (struct path_weight){.key = key, .visits = g_strcmp0(key, "visits") == 0};
    if (!key) {
        return CLI_OK;
    }
    bool any = !out->visits && read_numbers(out, graph, CG_ON_NODE);
    if (!any && !read_numbers(out, graph, CG_ON_EDGE)) {
        cli_error(out->visits ? "%s does not record how often calls were made; 'cgvalidate "
                                "--annotate' adds that from recorded runs"
                              : "%s has no number '%s', neither at functions nor at calls; "
                                "'cgquery stats' lists the kinds of metadata it has",
                  query->graph_name, key);
        return CLI_TROUBLE;
    }
    if (check_range(out, query) != CLI_OK) {
        return CLI_TROUBLE;
    }
    out->unit = query_unit(query, out->on_calls ? CG_ON_EDGE : CG_ON_NODE, key);
    measure_path(out, graph, from);
    return CLI_OK;
}

void path_weight_clear(struct path_weight *weight)
{
    g_free(weight->unit);
    g_free(weight->values);
    g_free(weight->lengths);
    *weight = (struct path_weight){0};
}

static void add_value(struct path_sum *sum, double value, bool least)
{
    if (isnan(value)) {
        sum->missing++;
    } else if (!least) {
        sum->total += value;
    } else if (value < sum->total) {
        sum->total = value;
    }
}

struct path_sum path_sum(const struct path_weight *weight, const struct cg_graph *graph,
                         const cg_edge *edges, size_t length)
{
    struct path_sum sum = {.total = weight->visits ? INFINITY : 0};
    if (!weight->on_calls) {
        add_value(&sum, weight->values[cg_edge_caller(graph, edges[0])], false);
    }
    for (size_t i = 0; i < length; i++) {
        uint32_t at = weight->on_calls ? edges[i] : cg_edge_callee(graph, edges[i]);
        add_value(&sum, weight->values[at], weight->visits);
    }
    return sum;
}
