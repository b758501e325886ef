/* Strategies by name: "statements:median", "paths:MPI_*". */
#include "names/sets.h"
#include "runs/series.h"
#include "verbs/instrument/instrument.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COMMUNICATION "MPI_* | PMPI_* | mpi_*_"
#define HOT_SHARE "25%"
#define DEPTH "3"

/* Makes a choice; `argument` is what follows the colon, or the default. */
typedef int strategy_apply(struct cg_choice **out, const struct instrumentation *about,
                           const char *argument);

/* Arguments */

static int refuse_argument(const char *strategy, const char *argument, const char *wanted)
{
    cli_error("%s takes %s, not '%s'", strategy, wanted, argument);
    return CLI_TROUBLE;
}

static bool read_number(double *out, const char *text, const char *end)
{
    char *stop;
    *out = g_ascii_strtod(text, &stop);
    return stop != text && strcmp(stop, end) == 0 && isfinite(*out);
}

static bool read_percent(double *share, const char *text)
{
    bool read = read_number(share, text, "%") && *share >= 0;
    *share /= 100;
    return read;
}

static bool read_threshold(struct cg_threshold *out, const char *text)
{
    const char *part = g_str_has_prefix(text, "quantile:") ? strchr(text, ':') + 1 : NULL;
    *out = (struct cg_threshold){CG_THRESHOLD_VALUE, 0};
    if (strcmp(text, "median") == 0) {
        out->kind = CG_THRESHOLD_MEDIAN;
        return true;
    }
    if (strcmp(text, "unique-median") == 0) {
        out->kind = CG_THRESHOLD_UNIQUE_MEDIAN;
        return true;
    }
    if (part) {
        out->kind = CG_THRESHOLD_QUANTILE;
        return read_number(&out->number, part, "") && out->number >= 0 && out->number <= 1;
    }
    return read_number(&out->number, text, "");
}

/* The strategies */

static int finish_choice(const struct instrumentation *about, int status,
                         const struct cg_error *error)
{
    return status ? query_fail(about->query, error) : CLI_OK;
}

/* Whether any function has numbers that say how much it does. */
static bool has_numbers(const struct instrumentation *about)
{
    const struct cg_graph *graph = about->query->graph;
    char *buffer = NULL;
    double number;
    bool found = false;
    for (cg_node node = 0; node < cg_graph_node_count(graph) && !found; node++) {
        found = cg_metadata_number(&number, graph, CG_ON_NODE, node, about->key, &buffer);
    }
    free(buffer);
    return found;
}

static int apply_statements(struct cg_choice **out, const struct instrumentation *about,
                            const char *argument)
{
    struct cg_threshold threshold;
    struct cg_error error;
    if (!read_threshold(&threshold, argument)) {
        return refuse_argument("statements", argument,
                               "a number, median, unique-median or quantile:Q with Q from 0 to 1");
    }
    if (!has_numbers(about)) {
        cli_error("no function of %s has %s: name another number by --key=KEY",
                  about->query->graph_name, about->key);
        return CLI_TROUBLE;
    }
    return finish_choice(
        about, cg_choose_statements(out, about->query->graph, &threshold, &about->options, &error),
        &error);
}

/* Says what is missing when a graph has no measurements. */
static int check_profile(const struct instrumentation *about, const char *strategy)
{
    if (!cg_measured_metric(about->query->graph) && !about->options.metric) {
        cli_error("%s needs a profile: name one after the graph, or attach one with cgvalidate "
                  "--annotate",
                  strategy);
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

/* Says as well what is missing to know how much functions do that were not measured. */
static int check_measured(const struct instrumentation *about, const char *strategy)
{
    if (!has_numbers(about)) {
        cli_note("no function has %s: %s chooses no function that was not measured", about->key,
                 strategy);
    }
    return check_profile(about, strategy);
}

static int apply_hot(struct cg_choice **out, const struct instrumentation *about,
                     const char *argument)
{
    double share;
    struct cg_error error;
    if (!read_percent(&share, argument) || share > 1) {
        return refuse_argument("hot", argument, "a percentage such as 25%");
    }
    int code = check_measured(about, "hot");
    return code
               ? code
               : finish_choice(
                     about, cg_choose_hot(out, about->query->graph, share, &about->options, &error),
                     &error);
}

static int apply_budget(struct cg_choice **out, const struct instrumentation *about,
                        const char *argument)
{
    double budget;
    struct cg_error error;
    if (!read_percent(&budget, argument)) {
        return refuse_argument("budget", argument, "a percentage such as 5%");
    }
    int code = check_measured(about, "budget");
    if (code == CLI_OK && !(cg_prediction_run(about->prediction) > 0)) {
        cli_error("budget needs the time of the run, which the profile does not have: give it by "
                  "--run-time=SECONDS");
        code = CLI_TROUBLE;
    }
    return code ? code
                : finish_choice(about,
                                cg_choose_budget(out, about->query->graph, budget, &about->probe,
                                                 &about->options, &error),
                                &error);
}

static int apply_imbalance(struct cg_choice **out, const struct instrumentation *about,
                           const char *argument)
{
    struct cg_imbalance least = CG_IMBALANCE_INIT;
    struct cg_error error;
    if (!read_percent(&least.imbalance, argument)) {
        return refuse_argument("imbalance", argument, "a percentage such as 5%");
    }
    int code = check_profile(about, "imbalance");
    return code ? code
                : finish_choice(about,
                                cg_choose_imbalance(out, about->query->graph, &least,
                                                    &about->options, &error),
                                &error);
}

/* The values of a run by node. Release with g_free. */
static double *by_node(const struct instrumentation *about, const struct series_list *list,
                       size_t run)
{
    double *values = g_new0(double, cg_graph_node_count(about->query->graph) + 1);
    for (guint i = 0; i < list->series->len; i++) {
        const struct series *series = list->series->pdata[i];
        if (series->node != CG_NONE) {
            values[series->node] = series->values[run];
        }
    }
    return values;
}

static int choose_by_model(struct cg_choice **out, const struct instrumentation *about,
                           const struct series_list *inclusive, const struct series_list *exclusive,
                           double share)
{
    const struct scales *scales = inclusive->scales;
    struct cg_scaled_run *runs = g_new0(struct cg_scaled_run, scales->count + 1);
    struct cg_scaled_runs all = {runs, scales->count, scales->parameters, scales->predicted};
    struct cg_error error;
    for (size_t i = 0; i < scales->count; i++) {
        runs[i].inclusive = by_node(about, inclusive, i);
        runs[i].exclusive = by_node(about, exclusive, i);
        runs[i].whole = isnan(exclusive->whole[i]) ? 0 : exclusive->whole[i];
        memcpy(runs[i].at, scales->at[i].at, sizeof runs[i].at);
    }
    int status = cg_choose_model(out, about->query->graph, &all, share, &about->options, &error);
    for (size_t i = 0; i < scales->count; i++) {
        g_free((double *)runs[i].inclusive);
        g_free((double *)runs[i].exclusive);
    }
    g_free(runs);
    return finish_choice(about, status, &error);
}

static int apply_model(struct cg_choice **out, const struct instrumentation *about,
                       const char *argument)
{
    double share;
    struct query *query = about->query;
    struct scales scales;
    struct series_list inclusive = {0}, exclusive = {0};
    if (!read_percent(&share, argument) || share > 1) {
        return refuse_argument("model", argument, "a percentage such as 5%");
    }
    int code = scales_read(&scales, query);
    code = code ? code : series_of_functions(&inclusive, query, &scales, SERIES_INCLUSIVE);
    code = code ? code : series_of_functions(&exclusive, query, &scales, SERIES_EXCLUSIVE);
    code = code ? code : choose_by_model(out, about, &inclusive, &exclusive, share);
    if (code == CLI_OK) {
        char *scale = scales_text(&scales, scales.predicted);
        g_string_assign(about->scale, scale);
        g_free(scale);
    }
    series_clear(&inclusive);
    series_clear(&exclusive);
    scales_clear(&scales);
    return code;
}

static int apply_depth(struct cg_choice **out, const struct instrumentation *about,
                       const char *argument)
{
    double depth;
    struct cg_error error;
    if (!read_number(&depth, argument, "") || depth < 0 || depth != floor(depth) ||
        depth >= CG_NONE) {
        return refuse_argument("minimal-depth", argument, "a number of calls");
    }
    return finish_choice(
        about,
        cg_choose_minimal_depth(out, about->query->graph, (uint32_t)depth, &about->options, &error),
        &error);
}

static int apply_paths(struct cg_choice **out, const struct instrumentation *about,
                       const char *argument)
{
    struct query *query = about->query;
    struct cg_error error;
    bool *set = g_new0(bool, cg_graph_node_count(query->graph) + 1);
    int code = query_set(set, query, argument);
    if (code == CLI_OK) {
        GArray *nodes = query_members(query, set);
        const struct cg_function_set to = {(const cg_node *)nodes->data, nodes->len};
        if (nodes->len == 0) {
            cli_note("no function of %s is in '%s'", query->graph_name, argument);
        }
        code = finish_choice(
            about, cg_choose_paths(out, query->graph, &to, &about->options, &error), &error);
        g_array_unref(nodes);
    }
    g_free(set);
    return code;
}

/* As a set by node; of the strategies before, or NULL. */
static bool *chosen_before(const struct instrumentation *about)
{
    if (!about->choice) {
        return NULL;
    }
    bool *set = g_new0(bool, cg_graph_node_count(about->query->graph) + 1);
    for (size_t i = 0; i < cg_choice_count(about->choice); i++) {
        set[cg_choice_at(about->choice, i)->node] = true;
    }
    return set;
}

static int apply_coarse(struct cg_choice **out, const struct instrumentation *about,
                        const char *argument)
{
    struct query *query = about->query;
    struct cg_error error;
    bool *vital = g_new0(bool, cg_graph_node_count(query->graph) + 1);
    bool *set = chosen_before(about);
    int code = *argument ? query_set(vital, query, argument) : CLI_OK;
    if (code == CLI_OK) {
        code = finish_choice(
            about, cg_choose_coarse(out, query->graph, set, vital, &about->options, &error),
            &error);
    }
    g_free(set);
    g_free(vital);
    return code;
}

/* A strategy that thins out leaves a part of what those before it chose; the others add. */
static const struct strategy {
    const char *name;
    strategy_apply *apply;
    const char *argument; /* the default */
    bool thins;
} strategies[] = {
    {"statements", apply_statements, "unique-median", false},
    {"hot", apply_hot, HOT_SHARE, false},
    {"budget", apply_budget, "5%", false},
    {"imbalance", apply_imbalance, "5%", false},
    {"model", apply_model, "5%", false},
    {"paths", apply_paths, NULL, false},
    {"communication", apply_paths, COMMUNICATION, false},
    {"allocations", instrument_allocations, NULL, false},
    {"minimal-depth", apply_depth, DEPTH, true},
    {"coarse", apply_coarse, "", true},
};

/* Applying them */

static const struct strategy *find_strategy(const char *text)
{
    size_t length = strcspn(text, ":");
    for (size_t i = 0; i < G_N_ELEMENTS(strategies); i++) {
        if (strlen(strategies[i].name) == length &&
            strncmp(strategies[i].name, text, length) == 0) {
            return &strategies[i];
        }
    }
    return NULL;
}

static char *list_strategies(void)
{
    GString *text = g_string_new("");
    for (size_t i = 0; i < G_N_ELEMENTS(strategies); i++) {
        bool last = i + 1 == G_N_ELEMENTS(strategies);
        g_string_append_printf(text, "%s%s",
                               i == 0 ? ""
                               : last ? " or "
                                      : ", ",
                               strategies[i].name);
    }
    return g_string_free(text, FALSE);
}

/* What follows the name: typed, or from an option of its own, or the default. */
static const char *find_argument(const struct strategy *strategy, const char *text,
                                 const struct options *options)
{
    const char *colon = strchr(text, ':');
    if (colon) {
        return colon + 1;
    }
    if (options->budget && strategy->apply == apply_budget) {
        return options->budget;
    }
    bool percent = options->threshold && g_str_has_suffix(options->threshold, "%");
    if (options->threshold && ((strategy->apply == apply_hot && percent) ||
                               (strategy->apply == apply_statements && !percent))) {
        return options->threshold;
    }
    return strategy->argument;
}

static int add_choice(struct instrumentation *about, struct cg_choice *choice, bool thins)
{
    struct cg_error error;
    int status = CG_OK;
    if (!about->choice) {
        about->choice = choice;
        return CLI_OK;
    }
    if (thins) {
        bool *kept = g_new0(bool, cg_graph_node_count(about->query->graph) + 1);
        for (size_t i = 0; i < cg_choice_count(choice); i++) {
            kept[cg_choice_at(choice, i)->node] = true;
        }
        cg_choice_retain(about->choice, kept);
        g_free(kept);
    } else {
        status = cg_choice_unite(about->choice, choice, &error);
    }
    cg_choice_free(choice);
    return finish_choice(about, status, &error);
}

static int apply(struct instrumentation *about, const char *text)
{
    const struct strategy *strategy = find_strategy(text);
    if (!strategy) {
        char *known = list_strategies();
        cli_error("there is no strategy '%s'; it is %s", text, known);
        g_free(known);
        return CLI_TROUBLE;
    }
    const char *argument = find_argument(strategy, text, &about->query->options);
    if (!argument) {
        cli_error("the strategy %s needs a set: %s:SET", strategy->name, strategy->name);
        return CLI_TROUBLE;
    }
    struct cg_choice *choice;
    int code = strategy->apply(&choice, about, argument);
    if (code != CLI_OK) {
        return code;
    }
    g_ptr_array_add(about->strategies, *argument
                                           ? g_strdup_printf("%s:%s", strategy->name, argument)
                                           : g_strdup(strategy->name));
    return add_choice(about, choice, strategy->thins);
}

int strategies_apply(struct instrumentation *about)
{
    const struct options *options = &about->query->options;
    int code = CLI_OK;
    for (char **text = options->strategies; text && *text && code == CLI_OK; text++) {
        code = apply(about, *text);
    }
    if (code == CLI_OK && options->budget &&
        !(options->strategies &&
          g_strv_contains((const char *const *)options->strategies, "budget"))) {
        return apply(about, "budget");
    }
    if (code == CLI_OK && !options->strategies) {
        return apply(about, cg_prediction_metric(about->prediction) ? "hot" : "statements");
    }
    return code;
}
