/* Selections: the first by the graph, the next by what the profile of the one before shows. */
#include "runs/attached.h"
#include "runs/names.h"
#include "runs/profiles.h"
#include "verbs/refine/refine.h"

#include <libcg/filter.h>
#include <libcg/kinds.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HOT 0.05

static void clear_change(gpointer change)
{
    g_free(((struct change *)change)->why);
}

static struct iteration *new_iteration(struct refining *refining)
{
    struct iteration *iteration = g_new0(struct iteration, 1);
    char *name;
    iteration->number = refining->iterations->len;
    name = g_strdup_printf("iteration-%u", iteration->number);
    iteration->directory = g_build_filename(refining->directory, name, NULL);
    iteration->set = g_new0(bool, cg_graph_node_count(refining->query->graph) + 1);
    iteration->vanilla = refine_times_new();
    iteration->selected = refine_times_new();
    iteration->changes = g_array_new(FALSE, FALSE, sizeof(struct change));
    iteration->covered = NAN;
    g_array_set_clear_func(iteration->changes, clear_change);
    g_free(name);
    return iteration;
}

void refine_iteration_free(struct iteration *iteration)
{
    g_free(iteration->directory);
    g_free(iteration->set);
    g_free(iteration->hot);
    refine_times_free(&iteration->vanilla);
    refine_times_free(&iteration->selected);
    g_array_unref(iteration->changes);
    g_free(iteration);
}

/* Reasons */

static char *why_came(const struct cg_chosen *chosen)
{
    char *value = refine_percent(chosen->value), *cost = refine_percent(chosen->cost), *why;
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
    default:
        why = g_strdup("does much with what it leads to");
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
    char *cost = refine_percent((double)visits * refining->probe.seconds / refining->probe.run);
    char *calls = cli_quantity((double)visits, NULL);
    char *why = g_strdup_printf("%s call%s for %s of overhead, more than it shows", calls,
                                cli_s((uint64_t)visits), cost);
    g_free(calls);
    g_free(cost);
    return why;
}

/* The last selection is not for finding out more: nobody would see what that costs. */
static bool is_allowed(const struct refining *refining, const struct cg_chosen *chosen)
{
    bool last = refining->iterations->len + 1 >= refining->iterations_most;
    return chosen->why == CG_CHOSEN_ENTRY ||
           (!refining->banned[chosen->node] && query_is_within(refining->query, chosen->node) &&
            !(last && chosen->why == CG_CHOSEN_EXPLORE));
}

static void take(struct iteration *iteration, const struct refining *refining,
                 const struct cg_choice *choice)
{
    for (size_t i = 0; i < cg_choice_count(choice); i++) {
        const struct cg_chosen *chosen = cg_choice_at(choice, i);
        iteration->set[chosen->node] = is_allowed(refining, chosen);
        iteration->functions += iteration->set[chosen->node];
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
    struct iteration *iteration = new_iteration(refining);
    g_free(iteration->directory);
    iteration->directory = g_build_filename(refining->directory, "least", NULL);
    for (size_t i = 0; i < entries->count; i++) {
        iteration->functions += !iteration->set[entries->nodes[i]];
        iteration->set[entries->nodes[i]] = true;
    }
    return iteration;
}

struct iteration *refine_first(struct refining *refining)
{
    const struct cg_threshold threshold = {CG_THRESHOLD_UNIQUE_MEDIAN, 0};
    struct cg_choice *choice;
    struct cg_error error;
    if (cg_choose_statements(&choice, refining->query->graph, &threshold, &refining->options,
                             &error)) {
        query_fail(refining->query, &error);
        return NULL;
    }
    struct iteration *iteration = new_iteration(refining);
    take(iteration, refining, choice);
    cg_choice_free(choice);
    return iteration;
}

/* Without times: leave out what is called most, until the rest is within the budget. */
static void drop_most_called(struct refining *refining, struct iteration *iteration,
                             const struct iteration *before, const struct query *measured)
{
    uint32_t nodes = cg_graph_node_count(measured->graph);
    double calls = 0, most = refining->budget * refining->probe.run / refining->probe.seconds;
    for (cg_node node = 0; node < nodes; node++) {
        int64_t visits = cg_measured_visits(measured->graph, CG_ON_NODE, node);
        iteration->set[node] = before->set[node];
        calls += before->set[node] && visits > 0 ? (double)visits : 0;
    }
    while (calls > most) {
        cg_node worst = CG_NONE;
        int64_t worst_visits = 0;
        for (cg_node node = 0; node < nodes; node++) {
            int64_t visits = cg_measured_visits(measured->graph, CG_ON_NODE, node);
            if (iteration->set[node] && visits > worst_visits) {
                worst = node;
                worst_visits = visits;
            }
        }
        if (worst == CG_NONE) {
            break;
        }
        iteration->set[worst] = false;
        calls -= (double)worst_visits;
    }
    for (cg_node node = 0; node < nodes; node++) {
        iteration->functions += iteration->set[node];
    }
}

struct iteration *refine_next(struct refining *refining, const struct iteration *before,
                              struct query *measured)
{
    struct cg_choice *choice;
    struct cg_error error;
    refining->probe.run = before->vanilla_median;
    if (!cg_measured_metric(measured->graph)) {
        struct iteration *iteration = new_iteration(refining);
        drop_most_called(refining, iteration, before, measured);
        note_went(refining, iteration, before, measured);
        return iteration;
    }
    if (cg_choose_budget(&choice, measured->graph, refining->budget, &refining->probe,
                         &refining->options, &error)) {
        query_fail(measured, &error);
        return NULL;
    }
    struct iteration *iteration = new_iteration(refining);
    take(iteration, refining, choice);
    note_came(iteration, before, choice);
    note_went(refining, iteration, before, measured);
    cg_choice_free(choice);
    return iteration;
}

/* Analysis */

static void find_hot(struct iteration *iteration, const struct query *measured, const char *metric,
                     double whole)
{
    for (cg_node node = 0; node < cg_graph_node_count(measured->graph); node++) {
        struct cg_measured m;
        iteration->hot[node] = iteration->set[node] && whole > 0 &&
                               cg_measured(&m, measured->graph, CG_ON_NODE, node, metric) &&
                               m.exclusive / whole >= HOT;
    }
}

int refine_analyse(struct refining *refining, struct iteration *iteration, struct query *measured)
{
    char *profile = g_build_filename(iteration->directory, "profile", NULL);
    char *paths[] = {profile, NULL};
    struct cg_profile *run = NULL;
    const char *metric;
    double all = 0, covered = 0;
    if (!g_file_test(profile, G_FILE_TEST_EXISTS)) {
        cli_error(
            "the command of --run%s left no profile: it has to write %s, which $CG_PROFILE names",
            refining->query->options.convert ? ", and that of --convert," : "", profile);
        g_free(profile);
        return CLI_TROUBLE;
    }
    int code = query_open(measured, refining->query, refining->query->graph_name);
    code = code ? code : attached_read(&run, measured, paths);
    code = code ? code : attached_make(NULL, measured, run);
    cg_profile_free(run);
    g_free(profile);
    if (code != CLI_OK) {
        return code;
    }
    metric = cg_measured_metric(measured->graph);
    iteration->hot = g_new0(bool, cg_graph_node_count(measured->graph) + 1);
    for (cg_node node = 0; node < cg_graph_node_count(measured->graph); node++) {
        struct cg_measured m;
        int64_t visits = cg_measured_visits(measured->graph, CG_ON_NODE, node);
        iteration->visits += visits > 0 ? (double)visits : 0;
        if (metric && cg_measured(&m, measured->graph, CG_ON_NODE, node, metric)) {
            all += m.exclusive;
            covered += iteration->set[node] ? m.exclusive : 0;
        }
    }
    iteration->covered = all > 0 ? covered / all : NAN;
    if (metric) {
        find_hot(iteration, measured, metric, all);
    }
    return CLI_OK;
}

/* Filters */

static int write_to(FILE *out, const struct refining *refining, const struct iteration *iteration)
{
    struct query *query = refining->query;
    const char *tool = refining->tool;
    const struct cg_filter_options options = {CG_FILTER_OPTIONS_VERSION,
                                              .demangle = profiles_demangle};
    struct cg_error error;
    char *text;
    if (!tool || names_are_read_by(tool)) {
        names_write(out, query, iteration->set);
        return CLI_OK;
    }
    if (cg_filter_write(&text, query->graph, iteration->set, tool, &options, &error)) {
        return query_fail(query, &error);
    }
    fputs(text, out);
    free(text);
    return CLI_OK;
}

int refine_write_filter(const struct refining *refining, const struct iteration *iteration)
{
    char *path = g_build_filename(iteration->directory, "filter", NULL);
    struct cli_output output;
    struct cg_error error;
    int code = CLI_OK;
    g_mkdir_with_parents(iteration->directory, 0777); /* or opening says why not */
    if (cli_output_open(&output, path, &error)) {
        cli_report(&error);
        code = CLI_TROUBLE;
    } else if ((code = write_to(output.stream, refining, iteration)) != CLI_OK) {
        cli_output_discard(&output);
    } else if (cli_output_finish(&output, &error)) {
        cli_report(&error);
        code = CLI_TROUBLE;
    }
    g_free(path);
    return code;
}
