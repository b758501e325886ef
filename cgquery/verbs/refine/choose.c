/* Selections: the first by the graph, the next by what the profile of the one before shows. */
#include "verbs/refine/refine.h"

#include "names/limit.h"

#include <libcg/kinds.h>

#include <math.h>

/* Reasons */

static char *why_came(const struct cg_chosen *chosen)
{
    char *value = percent_text(chosen->value), *cost = percent_text(chosen->cost), *why;
    switch (chosen->why) {
    case CG_CHOSEN_ENTRY:
        why = g_strdup("entry point");
        break;
    case CG_CHOSEN_COVER:
        why = g_strdup_printf("%s of the run for %s of overhead", value, cost);
        break;
    case CG_CHOSEN_EXPLORE:
        why = g_strdup_printf("not measured yet, about %s of overhead", cost);
        break;
    case CG_CHOSEN_SUM:
        why = g_strdup("does much with what it leads to, and is called little");
        break;
    default:
        why = g_strdup("cheap");
    }
    g_free(cost);
    g_free(value);
    return why;
}

static char *why_went(const struct refining *refining, const struct query *measured, cg_node node)
{
    int64_t visits = cg_measured_visits(measured->graph, CG_ON_NODE, node);
    if (visits < 0) {
        return g_strdup("was never entered");
    }
    char *cost = percent_text((double)visits * refining->probe.seconds / refining->probe.run);
    char *calls = cli_quantity((double)visits, NULL);
    char *why = g_strdup_printf("%s call%s for %s of overhead, more than it shows", calls,
                                cli_s((uint64_t)visits), cost);
    g_free(calls);
    g_free(cost);
    return why;
}

/* The last selection is not for finding out more: nobody would see what that costs. A run with all
 * probes has found out. */
static bool is_allowed(const struct refining *refining, const struct cg_chosen *chosen)
{
    bool last = refining->iterations->len + 1 >= refining->iterations_most;
    bool known = last || refining->census.graph.graph;
    return chosen->why == CG_CHOSEN_ENTRY ||
           (!refining->banned[chosen->node] && query_is_within(refining->query, chosen->node) &&
            !(known && chosen->why == CG_CHOSEN_EXPLORE));
}

static void take_choice(struct iteration *iteration, const struct refining *refining,
                        const struct cg_choice *choice)
{
    for (size_t i = 0; i < cg_choice_count(choice); i++) {
        const struct cg_chosen *chosen = cg_choice_at(choice, i);
        if (is_allowed(refining, chosen)) {
            refine_iteration_add(iteration, chosen->node);
        }
    }
}

static void note_came(struct iteration *iteration, const struct iteration *before,
                      const struct cg_choice *choice)
{
    for (size_t i = 0; i < cg_choice_count(choice); i++) {
        const struct cg_chosen *chosen = cg_choice_at(choice, i);
        struct change change = {chosen->node, true, NULL};
        if (iteration->set[chosen->node] && !before->set[chosen->node]) {
            change.why = why_came(chosen);
            g_array_append_val(iteration->changes, change);
        }
    }
}

/* What goes was measured, so it need not be tried again. */
static void note_went(struct refining *refining, struct iteration *iteration,
                      const struct iteration *before, const struct query *measured)
{
    for (cg_node node = 0; node < cg_graph_node_count(refining->query->graph); node++) {
        struct change change = {node, false, NULL};
        if (before->set[node] && !iteration->set[node]) {
            refining->banned[node] = true;
            change.why = why_went(refining, measured, node);
            g_array_append_val(iteration->changes, change);
        }
    }
}

struct iteration *refine_least(struct refining *refining)
{
    const struct cg_function_set *entries = &refining->options.entries;
    struct iteration *iteration = refine_iteration_new(refining, "least");
    for (size_t i = 0; i < entries->count; i++) {
        refine_iteration_add(iteration, entries->nodes[i]);
    }
    return iteration;
}

/* What start-up leaves of the budget, as a share of the run. */
static double rest_of_budget(const struct refining *refining, double run)
{
    return fmax(refining->budget - refining->startup / run, 0);
}

static gint compare_counts(gconstpointer a, gconstpointer b, gpointer counts)
{
    cg_node x = *(const cg_node *)a, y = *(const cg_node *)b;
    double left = ((const double *)counts)[x], right = ((const double *)counts)[y];
    return left != right ? (left > right ? 1 : -1) : (x > y) - (x < y);
}

/* Leave out what is called most, until the rest is within the budget; entry points stay. */
static void drop_most_called(struct refining *refining, struct iteration *iteration, double *counts)
{
    const struct cg_function_set *entries = &refining->options.entries;
    double rest = rest_of_budget(refining, refining->probe.run) * refining->probe.run /
                  refining->probe.seconds;
    GArray *chosen = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(refining->query->graph); node++) {
        if (iteration->set[node]) {
            g_array_append_val(chosen, node);
        }
        iteration->set[node] = false;
    }
    iteration->functions = 0;
    for (size_t i = 0; i < entries->count; i++) {
        refine_iteration_add(iteration, entries->nodes[i]);
    }
    g_array_sort_with_data(chosen, compare_counts, counts);
    for (guint i = 0; i < chosen->len; i++) {
        cg_node node = g_array_index(chosen, cg_node, i);
        rest -= counts[node];
        if (rest >= 0) {
            refine_iteration_add(iteration, node);
        }
    }
    g_array_unref(chosen);
}

struct iteration *refine_first(struct refining *refining)
{
    const struct cg_threshold threshold = {CG_THRESHOLD_UNIQUE_MEDIAN, 0};
    const struct cg_graph *graph = refining->query->graph;
    double *most = g_new0(double, cg_graph_node_count(graph) + 1);
    struct cg_choice *choice = NULL;
    struct cg_error error;
    struct iteration *iteration = NULL;
    if (cg_choose_statements(&choice, graph, &threshold, &refining->options, &error) ||
        cg_call_bounds(most, graph, &refining->options.entries, &error)) {
        query_fail(refining->query, &error);
    } else {
        iteration = refine_iteration_new(refining, NULL);
        take_choice(iteration, refining, choice);
        drop_most_called(refining, iteration, most);
    }
    cg_choice_free(choice);
    g_free(most);
    return iteration;
}

/* Without times, the functions that ran and are called least come first. */
static void choose_by_calls(struct refining *refining, struct iteration *iteration,
                            const struct iteration *before, const struct query *measured)
{
    uint32_t nodes = cg_graph_node_count(measured->graph);
    double *counts = g_new0(double, nodes + 1);
    for (cg_node node = 0; node < nodes; node++) {
        int64_t visits = cg_measured_visits(measured->graph, CG_ON_NODE, node);
        bool can = refining->census.graph.graph ? visits > 0 && !refining->banned[node] &&
                                                      query_is_within(refining->query, node)
                                                : before->set[node];
        counts[node] = visits > 0 ? (double)visits : 0;
        if (can) {
            refine_iteration_add(iteration, node);
        }
    }
    drop_most_called(refining, iteration, counts);
    g_free(counts);
}

/* What the probes of a selection take, as a share of the run. */
static double predict(const struct refining *refining, const struct iteration *iteration,
                      const struct query *measured)
{
    double calls = 0;
    for (cg_node node = 0; node < cg_graph_node_count(measured->graph); node++) {
        int64_t visits = cg_measured_visits(measured->graph, CG_ON_NODE, node);
        calls += iteration->set[node] && visits > 0 ? (double)visits : 0;
    }
    return (calls * refining->probe.seconds + refining->startup) / refining->probe.run;
}

struct iteration *refine_next(struct refining *refining, const struct iteration *before,
                              struct query *measured)
{
    struct cg_choice *choice = NULL;
    struct cg_error error;
    refining->probe.run = before->vanilla_median;
    bool timed = cg_measured_metric(measured->graph) != NULL;
    if (timed &&
        cg_choose_budget(&choice, measured->graph, rest_of_budget(refining, refining->probe.run),
                         &refining->probe, &refining->options, &error)) {
        query_fail(measured, &error);
        return NULL;
    }
    struct iteration *iteration = refine_iteration_new(refining, NULL);
    if (timed) {
        take_choice(iteration, refining, choice);
        note_came(iteration, before, choice);
    } else {
        choose_by_calls(refining, iteration, before, measured);
    }
    note_went(refining, iteration, before, measured);
    if (refining->census.graph.graph) {
        iteration->predicted = predict(refining, iteration, measured);
    }
    cg_choice_free(choice);
    return iteration;
}
