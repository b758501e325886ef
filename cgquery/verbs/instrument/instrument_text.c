/* Prints chosen functions for people, with the reason for each. */
#include "verbs/instrument/instrument.h"

#include <libcg/kinds.h>

static gint by_rank(gconstpointer a, gconstpointer b, gpointer user)
{
    const uint32_t *rank = query_rank(user);
    const struct cg_chosen *x = *(const struct cg_chosen *const *)a;
    const struct cg_chosen *y = *(const struct cg_chosen *const *)b;
    return (rank[x->node] > rank[y->node]) - (rank[x->node] < rank[y->node]);
}

GPtrArray *instrument_sorted(const struct instrumentation *about)
{
    GPtrArray *sorted = g_ptr_array_new();
    for (size_t i = 0; i < cg_choice_count(about->choice); i++) {
        g_ptr_array_add(sorted, (gpointer)cg_choice_at(about->choice, i));
    }
    g_ptr_array_sort_with_data(sorted, by_rank, about->query);
    return sorted;
}

static char *sum_text(const struct instrumentation *about, const struct cg_chosen *chosen)
{
    char *value = cli_quantity(chosen->value, NULL);
    char *text = g_strdup_printf("%s %s with what it reaches", about->key, value);
    g_free(value);
    return text;
}

static char *reason_of_sum(const struct instrumentation *about, const struct cg_chosen *chosen)
{
    char *sum = sum_text(about, chosen), *limit = cli_quantity(chosen->limit, NULL);
    char *text = g_strdup_printf("%s, threshold %s", sum, limit);
    g_free(limit);
    g_free(sum);
    return text;
}

static char *reason_of_frontier(const struct instrumentation *about, const struct cg_chosen *chosen)
{
    char *sum = sum_text(about, chosen), *limit = cli_quantity(chosen->limit, NULL);
    char *text = g_strdup_printf("not measured, called by hot %s; %s, more than %s",
                                 query_name(about->query, chosen->because), sum, limit);
    g_free(limit);
    g_free(sum);
    return text;
}

static char *reason_of_path(const struct cg_chosen *chosen)
{
    unsigned calls = (unsigned)chosen->value;
    return calls == 0 ? g_strdup("in the set")
                      : g_strdup_printf("%u %s from the set", calls, calls == 1 ? "call" : "calls");
}

static char *reason_of_depth(const struct cg_chosen *chosen)
{
    unsigned calls = (unsigned)chosen->value;
    return g_strdup_printf("%u %s from an entry point", calls, calls == 1 ? "call" : "calls");
}

static char *reason_of_budget(const struct instrumentation *about, const struct cg_chosen *chosen)
{
    bool covers = chosen->why == CG_CHOSEN_COVER;
    char *value = covers ? percent_text(chosen->value) : sum_text(about, chosen);
    char *cost = percent_text(chosen->cost);
    char *text = covers ? g_strdup_printf("%s of %s for %s of overhead", value,
                                          cg_prediction_metric(about->prediction), cost)
                        : g_strdup_printf("not measured; %s, for %s of overhead", value, cost);
    g_free(cost);
    g_free(value);
    return text;
}

static char *reason_of_hot(const struct instrumentation *about, const struct cg_chosen *chosen)
{
    char *share = percent_text(chosen->value);
    char *text = g_strdup_printf("hot: %s of %s", share, cg_prediction_metric(about->prediction));
    g_free(share);
    return text;
}

/* Whether the graph only has bounds for a function. */
static bool is_bound(const struct instrumentation *about, cg_node node)
{
    struct cg_measured measured = {0};
    return cg_measured(&measured, about->query->graph, CG_ON_NODE, node,
                       cg_prediction_metric(about->prediction)) &&
           measured.bounds;
}

static char *reason_of_imbalance(const struct instrumentation *about,
                                 const struct cg_chosen *chosen)
{
    char *share = percent_text(chosen->value);
    char *text =
        g_strdup_printf("imbalance %s%s of %s", is_bound(about, chosen->node) ? "up to " : "",
                        share, cg_prediction_metric(about->prediction));
    g_free(share);
    return text;
}

static char *reason_of_model(const struct instrumentation *about, const struct cg_chosen *chosen)
{
    char *share = percent_text(chosen->value);
    char *text = g_strdup_printf("%s of the run predicted at %s", share, about->scale->str);
    g_free(share);
    return text;
}

static char *reason_of_allocation(const struct instrumentation *about,
                                  const struct cg_chosen *chosen)
{
    unsigned returns = (unsigned)chosen->value;
    const char *who = chosen->because == CG_NONE ? "unresolved calls"
                      : returns == 0             ? "it"
                                                 : query_name(about->query, chosen->because);
    const char *how = chosen->because == CG_NONE ? "may lead" : "leads";
    char *after =
        returns ? g_strdup_printf(" after %u return%s", returns, cli_s(returns)) : g_strdup("");
    char *text = g_strdup_printf("allocates; %s %s to the set%s", who, how, after);
    g_free(after);
    return text;
}

static char *reason_text(const struct instrumentation *about, const struct cg_chosen *chosen)
{
    switch (chosen->why) {
    case CG_CHOSEN_ENTRY:
        return g_strdup("entry point");
    case CG_CHOSEN_SUM:
        return reason_of_sum(about, chosen);
    case CG_CHOSEN_HOT:
        return reason_of_hot(about, chosen);
    case CG_CHOSEN_FRONTIER:
        return reason_of_frontier(about, chosen);
    case CG_CHOSEN_PATH:
        return reason_of_path(chosen);
    case CG_CHOSEN_DEPTH:
        return reason_of_depth(chosen);
    case CG_CHOSEN_COARSE:
        return g_strdup("no inner function of a chain");
    case CG_CHOSEN_COVER:
    case CG_CHOSEN_EXPLORE:
        return reason_of_budget(about, chosen);
    case CG_CHOSEN_KEPT:
        return g_strdup("of --keep");
    case CG_CHOSEN_IMBALANCE:
        return reason_of_imbalance(about, chosen);
    case CG_CHOSEN_ALLOCATION:
        return reason_of_allocation(about, chosen);
    case CG_CHOSEN_MODEL:
        return reason_of_model(about, chosen);
    case CG_CHOSEN_WAY:
        return g_strdup_printf("on the way to %s", query_name(about->query, chosen->because));
    }
    return g_strdup("");
}

static void append_overhead(GString *text, const struct cg_prediction *prediction)
{
    uint32_t guesses;
    double seconds = cg_prediction_run(prediction);
    double estimated = cg_prediction_estimated(prediction, &guesses);
    char *run = cli_quantity(seconds, "sec");
    char *share = percent_text(cg_prediction_overhead(prediction) / seconds);
    g_string_append_printf(text, "; predicted overhead %s of %s", share, run);
    g_free(share);
    g_free(run);
    if (guesses) {
        char *part = percent_text(estimated / seconds);
        g_string_append_printf(text, " (%s of it for %u %s whose calls are estimated)", part,
                               (unsigned)guesses, guesses == 1 ? "function" : "functions");
        g_free(part);
    }
}

char *instrument_summary(const struct instrumentation *about)
{
    const struct cg_prediction *prediction = about->prediction;
    const char *metric = cg_prediction_metric(prediction);
    GString *text = g_string_new("");
    g_string_append_printf(text, "%zu of %u %s", cg_choice_count(about->choice),
                           (unsigned)about->possible,
                           about->possible == 1 ? "function" : "functions");
    if (cg_prediction_run(prediction) > 0) {
        append_overhead(text, prediction);
    } else {
        g_string_append(text, "; how long the program runs is not known, nor is the overhead");
    }
    if (metric) {
        char *share = percent_text(cg_prediction_covered(prediction));
        g_string_append_printf(text, "; covers %s of exclusive %s", share, metric);
        g_free(share);
    }
    return g_string_free(text, FALSE);
}

/* The calls of a function that allocate. */
static void print_allocations(const struct instrumentation *about, cg_node node)
{
    struct query *query = about->query;
    for (guint i = 0; i < about->allocations->len; i++) {
        const struct cg_allocation *allocation =
            &g_array_index(about->allocations, struct cg_allocation, i);
        if (cg_edge_caller(query->graph, allocation->edge) == node) {
            char *details = edge_details(query, allocation->edge);
            printf("    %s%s\n", query_name(query, cg_edge_callee(query->graph, allocation->edge)),
                   details);
            g_free(details);
        }
    }
}

static void print_summary(const struct instrumentation *about)
{
    char *summary = instrument_summary(about);
    puts(summary);
    g_free(summary);
    if (*about->more) {
        printf("%zu more allocation%s may reach the set through unresolved calls; "
               "--unresolved=include lists %s, too\n",
               *about->more, cli_s(*about->more), *about->more == 1 ? "it" : "them");
    }
    if (about->beyond) {
        printf("%u more %s be reached through unresolved calls; --unresolved=include chooses among "
               "them, too\n",
               (unsigned)about->beyond, about->beyond == 1 ? "function may" : "functions may");
    }
}

void instrument_print_text(const struct instrumentation *about)
{
    struct query *query = about->query;
    GPtrArray *sorted = instrument_sorted(about);
    for (guint i = 0; i < sorted->len; i++) {
        const struct cg_chosen *chosen = sorted->pdata[i];
        char *place = query_place(query, chosen->node), *reason = reason_text(about, chosen);
        printf("%s%s%s  %s\n", query_name(query, chosen->node), place ? "  " : "",
               place ? place : "", reason);
        print_allocations(about, chosen->node);
        g_free(reason);
        g_free(place);
    }
    g_ptr_array_unref(sorted);
    if (!cli_is_quiet()) {
        print_summary(about);
    }
}
