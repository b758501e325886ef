/* The strategy budget: what shows most of a run for what probes may cost. */
#include "instrument/ground.h"
#include "instrument/measured.h"

#include "base/error.h"
#include "base/versioned_options.h"
#include "query/common/query_internal.h"

#include <libcg/kinds.h>

#include <math.h>
#include <stdlib.h>

#define EXPLORE 0.3   /* part of the budget for functions that were not measured */
#define PENALTY 100.0 /* for functions whose estimate is least certain */

/* A function that may be chosen. */
struct offer {
    cg_node node;
    double value;
    double cost; /* share of the run */
};

struct bargain {
    struct ground ground;
    struct measured measured;
    double *sums;
    double *counts;
    bool *estimated;
    bool *taken; /* by node */
    struct offer *offers;
    size_t count;
    double per_call; /* share of the run */
};

/* Most value for the cost first. What costs nothing comes first of all. */
static int by_value_for_cost(const void *a, const void *b)
{
    const struct offer *x = a, *y = b;
    double left = x->value * y->cost, right = y->value * x->cost;
    if (left != right) {
        return left > right ? -1 : 1;
    }
    return x->value != y->value ? (x->value > y->value ? -1 : 1)
                                : (x->node > y->node) - (x->node < y->node);
}

static double cost_of(const struct bargain *bargain, cg_node node)
{
    const struct cg_graph *graph = bargain->ground.graph;
    struct cg_inline_info info;
    struct cg_recursion recursion;
    bool uncertain =
        bargain->estimated[node] &&
        (cg_recursion(&recursion, graph, node) ||
         (cg_inline_info(&info, graph, node) && (info.likely_inline || info.marked_inline)));
    return bargain->counts[node] * bargain->per_call * (uncertain ? PENALTY : 1);
}

static void offer(struct bargain *bargain, cg_node node, double value)
{
    if (bargain->ground.can[node] && !bargain->taken[node] && value > 0) {
        bargain->offers[bargain->count++] = (struct offer){node, value, cost_of(bargain, node)};
    }
}

/* The offer of most value that fits alone. */
static const struct offer *best_single(const struct bargain *bargain, double budget)
{
    const struct offer *best = NULL;
    for (size_t i = 0; i < bargain->count; i++) {
        const struct offer *offer = &bargain->offers[i];
        if (offer->cost <= budget && (!best || offer->value > best->value)) {
            best = offer;
        }
    }
    return best;
}

/* The value of what fits, in order. */
static double value_in_order(const struct bargain *bargain, double budget)
{
    double value = 0;
    for (size_t i = 0; i < bargain->count; i++) {
        if (bargain->offers[i].cost <= budget) {
            budget -= bargain->offers[i].cost;
            value += bargain->offers[i].value;
        }
    }
    return value;
}

/* Take an offer if it fits, and lower the budget. */
static int take_fitting(struct cg_choice *choice, struct bargain *bargain,
                        const struct offer *offer, double *budget, enum cg_chosen_why why,
                        struct cg_error *error)
{
    if (bargain->taken[offer->node] || offer->cost > *budget) {
        return CG_OK;
    }
    *budget -= offer->cost;
    bargain->taken[offer->node] = true;
    return choice_add(choice,
                      &(struct cg_chosen){.node = offer->node,
                                          .why = why,
                                          .value = offer->value,
                                          .cost = offer->cost,
                                          .because = CG_NONE},
                      error);
}

/* Take offers up to a budget. */
static int spend(struct cg_choice *choice, struct bargain *bargain, double *budget,
                 enum cg_chosen_why why, struct cg_error *error)
{
    qsort(bargain->offers, bargain->count, sizeof *bargain->offers, by_value_for_cost);
    const struct offer *single = best_single(bargain, *budget);
    int status = CG_OK;
    if (single && single->value > value_in_order(bargain, *budget)) {
        status = take_fitting(choice, bargain, single, budget, why, error);
    }
    for (size_t i = 0; i < bargain->count && !status; i++) {
        status = take_fitting(choice, bargain, &bargain->offers[i], budget, why, error);
    }
    return status;
}

/* Entry points are chosen whatever they cost; it counts. */
static int take_entries(struct cg_choice *choice, struct bargain *bargain, double *budget,
                        struct cg_error *error)
{
    int status = ground_choose_entries(choice, &bargain->ground, error);
    for (size_t i = 0; i < choice->count; i++) {
        cg_node node = choice->chosen[i].node;
        *budget -= bargain->taken[node] ? 0 : cost_of(bargain, node);
        bargain->taken[node] = true;
    }
    return status;
}

static bool is_called_by_measured(const struct bargain *bargain, cg_node node)
{
    const struct cg_graph *graph = bargain->ground.graph;
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    for (uint32_t i = 0; i < count; i++) {
        if (bargain->measured.has[cg_edge_caller(graph, edges[i])] &&
            !cg_query_is_guess(graph, edges[i])) {
            return true;
        }
    }
    return false;
}

static int explore(struct cg_choice *choice, struct bargain *bargain, double *budget,
                   struct cg_error *error)
{
    double part = EXPLORE * *budget, rest = part;
    bargain->count = 0;
    for (cg_node node = 0; node < bargain->ground.nodes; node++) {
        if (!bargain->measured.has[node] && is_called_by_measured(bargain, node)) {
            offer(bargain, node, bargain->sums[node]);
        }
    }
    int status = spend(choice, bargain, &rest, CG_CHOSEN_EXPLORE, error);
    *budget -= part - rest;
    return status;
}

static int cover(struct cg_choice *choice, struct bargain *bargain, double *budget,
                 struct cg_error *error)
{
    bargain->count = 0;
    for (cg_node node = 0; node < bargain->ground.nodes; node++) {
        if (bargain->measured.has[node]) {
            offer(bargain, node, bargain->measured.exclusive[node]);
        }
    }
    return spend(choice, bargain, budget, CG_CHOSEN_COVER, error);
}

static int prepare_bargain(struct bargain *bargain, const struct cg_probe *probe,
                           struct cg_error *error)
{
    const struct cg_graph *graph = bargain->ground.graph;
    uint32_t nodes = bargain->ground.nodes;
    double run = probe->run;
    int status = measured_read(&bargain->measured, graph, bargain->ground.options.metric, error);
    if (!status && !(run > 0)) {
        status = measured_seconds(&run, graph, error);
    }
    if (!status && !(run > 0)) {
        status = cg_fail(error, CG_E_ARGUMENT,
                         "the profile has no time: how long the program runs is not known");
    }
    bargain->per_call = probe->seconds / run;
    status = status ? status : ground_sums(&bargain->sums, NULL, &bargain->ground, error);
    if (!status) {
        status = cg_query_allocate(&bargain->counts, nodes, sizeof *bargain->counts, error);
    }
    if (!status) {
        status = cg_query_allocate(&bargain->estimated, nodes, sizeof *bargain->estimated, error);
    }
    if (!status) {
        status = cg_query_allocate(&bargain->taken, nodes, sizeof *bargain->taken, error);
    }
    if (!status) {
        status = cg_query_allocate(&bargain->offers, nodes, sizeof *bargain->offers, error);
    }
    return status ? status : cg_call_counts(bargain->counts, bargain->estimated, graph, error);
}

static void clear_bargain(struct bargain *bargain)
{
    free(bargain->sums);
    free(bargain->counts);
    free(bargain->estimated);
    free(bargain->taken);
    free(bargain->offers);
    measured_clear(&bargain->measured);
    ground_clear(&bargain->ground);
}

int cg_choose_budget(struct cg_choice **out, const struct cg_graph *graph, double budget,
                     const struct cg_probe *probe, const struct cg_choose_options *options,
                     struct cg_error *error)
{
    struct cg_probe own = CG_PROBE_INIT;
    struct bargain bargain = {0};
    struct cg_choice *choice = NULL;
    int status = OPTIONS_TAKE(&own, probe, cg_probe, error);
    if (!status && (!isfinite(budget) || budget < 0)) {
        status = cg_fail(error, CG_E_ARGUMENT, "the budget is a share of the run, from 0");
    }
    status = status ? status : choice_new(&choice, error);
    status = status ? status : ground_lay(&bargain.ground, graph, options, error);
    status = status ? status : prepare_bargain(&bargain, &own, error);
    status = status ? status : take_entries(choice, &bargain, &budget, error);
    status = status ? status : explore(choice, &bargain, &budget, error);
    status = status ? status : cover(choice, &bargain, &budget, error);
    clear_bargain(&bargain);
    return choice_finish(out, choice, status, error);
}
