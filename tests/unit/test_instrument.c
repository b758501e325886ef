/* Choosing what to measure: by hand, and on random graphs against slow, obvious definitions. */
#include "reach_sample.h"

#include <libcg/dead.h>
#include <libcg/entries.h>
#include <libcg/instrument.h>
#include <libcg/kinds.h>
#include <libcg/site.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_GRAPHS 3000

/* A random graph with numbers. */
struct work {
    struct sample sample;
    struct random random;
    struct cg_choose_options options;
    int statements[MAX_NODES]; /* -1: none */
    bool can[MAX_NODES];
    bool measured[MAX_NODES];
    double exclusive[MAX_NODES]; /* seconds */
    double inclusive[MAX_NODES];
    double run;
    int visits[MAX_NODES]; /* -1: not counted */
    double per_run[MAX_NODES][MAX_NODES];
    bool runs[MAX_NODES]; /* it is reached, or may be: of find_runs */
};

static bool calls(const struct work *work, cg_node a, cg_node b)
{
    cg_edge edge = cg_graph_find_edge(work->sample.graph, a, b);
    return edge != CG_NONE && cg_edge_kinds(work->sample.graph, edge) != CG_EDGE_CANDIDATE;
}

static bool reaches(const struct work *work, cg_node a, cg_node b)
{
    return work->sample.distance[a][b] != CG_NONE;
}

static uint32_t slow_depth(const struct work *work, cg_node node)
{
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < work->sample.from_count; i++) {
        uint32_t distance = work->sample.distance[work->sample.from[i]][node];
        least = distance < least ? distance : least;
    }
    return least;
}

static bool is_entry(const struct work *work, cg_node node)
{
    return slow_depth(work, node) == 0;
}

static void add_attributes(struct work *work, cg_node node)
{
    struct cg_graph *graph = work->sample.graph;
    work->can[node] = work->sample.has_body[node] && !cg_in_system_header(graph, node);
    if (chance(&work->random, 10)) {
        set(graph, CG_ON_NODE, node, "attributes", "[\"no_instrument_function\"]");
        work->can[node] = false;
    } else if (chance(&work->random, 10)) {
        set(graph, CG_ON_NODE, node, "inlineInfo",
            "{\"isTemplate\":false,\"likelyInline\":true,\"markedAlwaysInline\":true,"
            "\"markedInline\":true}");
        work->can[node] = false;
    }
    work->can[node] = work->can[node] && slow_depth(work, node) != CG_NONE;
}

static void add_statements(struct work *work, cg_node node)
{
    char text[32];
    work->statements[node] = chance(&work->random, 80) ? (int)draw(&work->random, 30) : -1;
    if (work->statements[node] >= 0) {
        snprintf(text, sizeof text, "%d", work->statements[node]);
        set(work->sample.graph, CG_ON_NODE, node, CG_KEY_NUM_STATEMENTS, text);
    } else {
        cg_metadata_remove(work->sample.graph, CG_ON_NODE, node, CG_KEY_NUM_STATEMENTS);
    }
}

/* Sixteenths are exact as decimal numbers and in sums. */
static void add_profile(struct work *work, cg_node node)
{
    char text[256];
    cg_metadata_remove(work->sample.graph, CG_ON_NODE, node, "profile");
    work->visits[node] = -1;
    work->measured[node] = chance(&work->random, 60);
    if (!work->measured[node]) {
        return;
    }
    work->exclusive[node] = draw(&work->random, 64) / 16.0;
    work->inclusive[node] = work->exclusive[node] + draw(&work->random, 64) / 16.0;
    work->visits[node] = (int)draw(&work->random, 2000000);
    snprintf(text, sizeof text,
             "{\"metrics\":{\"time\":{\"exclusive\":%.4f,\"inclusive\":%.4f,\"unit\":\"sec\"}},"
             "\"visits\":%d}",
             work->exclusive[node], work->inclusive[node], work->visits[node]);
    set(work->sample.graph, CG_ON_NODE, node, "profile", text);
}

/* How often a run of the caller calls each callee; of some calls the graph says nothing: 1. */
static void add_estimates(struct work *work, cg_node caller)
{
    char text[1024] = "{\"calls\":{", entry[64];
    const char *separator = "";
    bool known = chance(&work->random, 70);
    for (cg_node callee = 0; callee < work->sample.nodes; callee++) {
        work->per_run[caller][callee] = 1;
        if (known && calls(work, caller, callee)) {
            work->per_run[caller][callee] = draw(&work->random, 8) / 2.0;
            snprintf(entry, sizeof entry, "%s\"%s\":[[%.1f,\"\"]]", separator,
                     cg_node_name(work->sample.graph, callee), work->per_run[caller][callee]);
            strcat(text, entry);
            separator = ",";
        }
    }
    strcat(text, "},\"codeRegions\":{}}");
    cg_metadata_remove(work->sample.graph, CG_ON_NODE, caller, "estimateCallCount");
    if (*separator) {
        set(work->sample.graph, CG_ON_NODE, caller, "estimateCallCount", text);
    }
    for (cg_node callee = 0; callee < work->sample.nodes; callee++) {
        cg_edge edge = cg_graph_find_edge(work->sample.graph, caller, callee);
        if (edge != CG_NONE) {
            cg_metadata_remove(work->sample.graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES);
        }
    }
}

static void find_entries(struct sample *sample)
{
    cg_node *entries;
    size_t count;
    if (sample->from_count == 0) {
        ck_assert_int_eq(cg_graph_entries(&entries, &count, sample->graph, NULL), CG_OK);
        memcpy(sample->from, entries, count * sizeof *entries);
        sample->from_count = count;
        free(entries);
    }
}

/* What may run is for cg_dead to say, which has tests of its own. */
static void find_runs(struct work *work)
{
    struct cg_dead *dead;
    ck_assert_int_eq(
        cg_dead(&dead, work->sample.graph, work->sample.from, work->sample.from_count, NULL, NULL),
        CG_OK);
    for (cg_node node = 0; node < work->sample.nodes; node++) {
        bool may = cg_dead_can_run(cg_dead_reason(dead, node)) != CG_NO;
        work->runs[node] = slow_depth(work, node) != CG_NONE || (work->options.beyond && may);
    }
    cg_dead_free(dead);
}

static void begin(struct work *work, uint64_t seed)
{
    double most = 0;
    *work = (struct work){.sample = random_sample(seed), .random = {seed * 77 + 1}};
    find_entries(&work->sample);
    work->options = (struct cg_choose_options)CG_CHOOSE_OPTIONS_INIT;
    work->options.entries = (struct cg_function_set){work->sample.from, work->sample.from_count};
    for (cg_node node = 0; node < work->sample.nodes; node++) {
        add_attributes(work, node);
        add_statements(work, node);
        add_profile(work, node);
        add_estimates(work, node);
        work->run += work->exclusive[node];
        most = fmax(most, work->inclusive[node]);
    }
    work->run = fmax(work->run, most);
}

static void end(struct work *work)
{
    cg_graph_free(work->sample.graph);
}

static double slow_sum(const struct work *work, cg_node node)
{
    double sum = 0;
    for (cg_node other = 0; other < work->sample.nodes; other++) {
        sum +=
            reaches(work, node, other) && work->statements[other] > 0 ? work->statements[other] : 0;
    }
    return sum;
}

/* Whether exactly the functions of a set are chosen, apart from entry points. */
static void check_set(const struct work *work, const struct cg_choice *choice, const bool *expected)
{
    size_t count = 0;
    for (cg_node node = 0; node < work->sample.nodes; node++) {
        bool chosen = work->can[node] && (is_entry(work, node) || expected[node]);
        ck_assert_int_eq(cg_choice_has(choice, node), chosen);
        count += chosen;
    }
    ck_assert_uint_eq(cg_choice_count(choice), count);
    ck_assert_ptr_null(cg_choice_at(choice, count));
    for (size_t i = 1; i < count; i++) {
        ck_assert(cg_choice_at(choice, i - 1)->node < cg_choice_at(choice, i)->node);
    }
}

/* Statements */

static double slow_limit(const struct work *work, const struct cg_threshold *threshold)
{
    double sums[MAX_NODES], best = INFINITY;
    size_t count = 0;
    for (cg_node node = 0; node < work->sample.nodes; node++) {
        bool again = false;
        for (size_t i = 0; i < count; i++) {
            again = again || sums[i] == slow_sum(work, node);
        }
        if (work->can[node] && !(again && threshold->kind == CG_THRESHOLD_UNIQUE_MEDIAN)) {
            sums[count++] = slow_sum(work, node);
        }
    }
    double part = threshold->kind == CG_THRESHOLD_QUANTILE ? threshold->number : 0.5;
    for (size_t i = 0; i < count; i++) {
        size_t below = 0;
        for (size_t k = 0; k < count; k++) {
            below += sums[k] <= sums[i];
        }
        best = (double)below >= part * (double)count ? fmin(best, sums[i]) : best;
    }
    return count ? best : 0;
}

START_TEST(statements_are_sums_of_sets)
{
    const struct cg_threshold thresholds[] = {{CG_THRESHOLD_VALUE, 25},
                                              {CG_THRESHOLD_MEDIAN, 0},
                                              {CG_THRESHOLD_UNIQUE_MEDIAN, 0},
                                              {CG_THRESHOLD_QUANTILE, 0.75}};
    for (uint64_t seed = 1; seed <= RANDOM_GRAPHS; seed++) {
        const struct cg_threshold *threshold = &thresholds[seed % 4];
        struct work work;
        struct cg_choice *choice;
        bool expected[MAX_NODES];
        begin(&work, seed);
        double limit = seed % 4 ? slow_limit(&work, threshold) : threshold->number;
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            expected[node] = slow_sum(&work, node) >= limit;
        }
        ck_assert_int_eq(
            cg_choose_statements(&choice, work.sample.graph, threshold, &work.options, NULL),
            CG_OK);
        check_set(&work, choice, expected);
        for (size_t i = 0; i < cg_choice_count(choice); i++) {
            const struct cg_chosen *chosen = cg_choice_at(choice, i);
            ck_assert_int_eq(chosen->why == CG_CHOSEN_ENTRY, is_entry(&work, chosen->node));
            if (chosen->why == CG_CHOSEN_SUM) {
                ck_assert_double_eq(chosen->value, slow_sum(&work, chosen->node));
                ck_assert_double_eq(chosen->limit, limit);
            }
        }
        cg_choice_free(choice);
        end(&work);
    }
}
END_TEST

/* Hot */

static bool is_hot(const struct work *work, cg_node node, double share)
{
    return work->measured[node] && (work->run > 0 ? work->inclusive[node] / work->run : 0) >= share;
}

static bool is_frontier(const struct work *work, cg_node node, double share)
{
    for (cg_node hot = 0; hot < work->sample.nodes; hot++) {
        double most = 0;
        int known = 0;
        for (cg_node callee = 0; callee < work->sample.nodes; callee++) {
            bool leads = false;
            for (cg_node other = 0; other < work->sample.nodes; other++) {
                leads = leads || (reaches(work, callee, other) && work->statements[other] >= 0);
            }
            if (callee != hot && leads &&
                cg_graph_find_edge(work->sample.graph, hot, callee) != CG_NONE &&
                calls(work, hot, callee)) {
                known++;
                most = fmax(most, slow_sum(work, callee));
            }
        }
        if (is_hot(work, hot, share) && calls(work, hot, node) && !work->measured[node] &&
            slow_sum(work, node) > (known ? 0.3 * most / known : 0)) {
            return true;
        }
    }
    return false;
}

START_TEST(hot_functions_and_their_frontier)
{
    const double shares[] = {0, 0.1, 0.25, 0.5};
    for (uint64_t seed = 1; seed <= RANDOM_GRAPHS; seed++) {
        struct work work;
        struct cg_choice *choice = NULL;
        bool expected[MAX_NODES], any = false;
        begin(&work, seed);
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            any = any || work.measured[node];
            expected[node] =
                is_hot(&work, node, shares[seed % 4]) || is_frontier(&work, node, shares[seed % 4]);
        }
        int status =
            cg_choose_hot(&choice, work.sample.graph, shares[seed % 4], &work.options, NULL);
        ck_assert_int_eq(status, any ? CG_OK : CG_E_FORMAT);
        if (any) {
            check_set(&work, choice, expected);
        }
        cg_choice_free(choice);
        end(&work);
    }
}
END_TEST

/* Depth, paths, chains */

START_TEST(depth_is_of_shortest_chains)
{
    for (uint64_t seed = 1; seed <= RANDOM_GRAPHS; seed++) {
        struct work work;
        struct cg_choice *choice;
        bool expected[MAX_NODES];
        uint32_t depth = (uint32_t)(seed % 3);
        begin(&work, seed);
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            expected[node] = slow_depth(&work, node) <= depth;
        }
        ck_assert_int_eq(
            cg_choose_minimal_depth(&choice, work.sample.graph, depth, &work.options, NULL), CG_OK);
        check_set(&work, choice, expected);
        cg_choice_free(choice);
        end(&work);
    }
}
END_TEST

START_TEST(paths_are_all_that_lead_there)
{
    for (uint64_t seed = 1; seed <= RANDOM_GRAPHS; seed++) {
        struct work work;
        struct cg_choice *choice;
        bool expected[MAX_NODES] = {false};
        begin(&work, seed);
        const struct cg_function_set to = {work.sample.to, work.sample.to_count};
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            for (size_t i = 0; i < to.count; i++) {
                expected[node] = expected[node] || reaches(&work, node, to.nodes[i]);
            }
        }
        ck_assert_int_eq(cg_choose_paths(&choice, work.sample.graph, &to, &work.options, NULL),
                         CG_OK);
        check_set(&work, choice, expected);
        cg_choice_free(choice);
        end(&work);
    }
}
END_TEST

static bool is_inner(const struct work *work, cg_node node, const bool *set)
{
    uint32_t callers = 0, siblings = 0;
    cg_node caller = CG_NONE;
    for (cg_node other = 0; other < work->sample.nodes; other++) {
        if (other != node && calls(work, other, node)) {
            callers++;
            caller = other;
        }
    }
    for (cg_node other = 0; callers == 1 && other < work->sample.nodes; other++) {
        siblings += other != caller && set[other] && calls(work, caller, other);
    }
    return callers == 1 && set[caller] && siblings == 1 && !is_entry(work, node) &&
           slow_depth(work, node) != CG_NONE;
}

START_TEST(coarse_leaves_out_inner_functions_of_chains)
{
    for (uint64_t seed = 1; seed <= RANDOM_GRAPHS; seed++) {
        struct work work;
        struct cg_choice *choice;
        bool set[MAX_NODES], vital[MAX_NODES];
        begin(&work, seed);
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            set[node] = seed % 2 ? work.can[node] : chance(&work.random, 70);
            vital[node] = chance(&work.random, 10);
        }
        ck_assert_int_eq(cg_choose_coarse(&choice, work.sample.graph, seed % 2 ? NULL : set, vital,
                                          &work.options, NULL),
                         CG_OK);
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            ck_assert_int_eq(cg_choice_has(choice, node),
                             set[node] && (vital[node] || !is_inner(&work, node, set)));
        }
        cg_choice_free(choice);
        end(&work);
    }
}
END_TEST

/* Counts and budget */

static bool of_one_circle(const struct work *work, cg_node a, cg_node b)
{
    return a == b || (reaches(work, a, b) && reaches(work, b, a));
}

static bool is_circle(const struct work *work, cg_node node)
{
    bool circle = calls(work, node, node);
    for (cg_node other = 0; other < work->sample.nodes; other++) {
        circle = circle || (other != node && of_one_circle(work, node, other));
    }
    return circle;
}

/* By recursion: callers outside of the circle are counted first. */
static double slow_count(const struct work *work, cg_node node)
{
    double sum = 0;
    if (work->visits[node] >= 0) {
        return work->visits[node];
    }
    for (cg_node member = 0; member < work->sample.nodes; member++) {
        for (cg_node caller = 0; caller < work->sample.nodes; caller++) {
            if (of_one_circle(work, member, node) && calls(work, caller, member) &&
                !of_one_circle(work, caller, member)) {
                sum += slow_count(work, caller) * work->per_run[caller][member];
            }
        }
    }
    return fmax(sum * (is_circle(work, node) ? 100 : 1), 1);
}

START_TEST(counts_follow_the_calls)
{
    for (uint64_t seed = 1; seed <= RANDOM_GRAPHS; seed++) {
        struct work work;
        double counts[MAX_NODES];
        bool estimated[MAX_NODES];
        begin(&work, seed);
        ck_assert_int_eq(cg_call_counts(counts, estimated, work.sample.graph, NULL), CG_OK);
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            double expected = slow_count(&work, node);
            ck_assert_int_eq(estimated[node], work.visits[node] < 0);
            ck_assert_double_eq_tol(counts[node], expected, expected * 1e-9);
        }
        end(&work);
    }
}
END_TEST

/* Call sites of each call: how many, INFINITY: one is in a loop, or nobody knows. */
static void add_sites(struct work *work, double sites[MAX_NODES][MAX_NODES])
{
    struct cg_graph *graph = work->sample.graph;
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        double *most = &sites[cg_edge_caller(graph, edge)][cg_edge_callee(graph, edge)];
        char text[256] = "[";
        uint64_t count = draw(&work->random, 4);
        bool loops = chance(&work->random, 20);
        for (uint64_t i = 0; i < count; i++) {
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "%s{\"column\":%d,\"file\":\"a.c\",\"line\":1%s}", i ? "," : "", (int)i + 1,
                     loops && i == 0 ? ",\"loops\":1" : "");
        }
        strcat(text, "]");
        if (count) {
            set(graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES, text);
        }
        *most = count && !loops ? (double)count : INFINITY;
    }
}

static double slow_bound(const struct work *work, double sites[MAX_NODES][MAX_NODES], cg_node node)
{
    const struct cg_graph *graph = work->sample.graph;
    double sum = is_entry(work, node);
    if (is_circle(work, node) || cg_site_count(graph, node, CG_KEY_ADDRESS_TAKEN) > 0) {
        return INFINITY;
    }
    for (cg_node caller = 0; caller < work->sample.nodes; caller++) {
        if (calls(work, caller, node)) {
            double runs = slow_bound(work, sites, caller);
            double most = work->sample.has_body[caller] ? sites[caller][node] : INFINITY;
            sum += runs > 0 ? runs * most : 0;
        } else if (cg_graph_find_edge(graph, caller, node) != CG_NONE) {
            return INFINITY;
        }
    }
    return sum;
}

START_TEST(bounds_follow_the_calls)
{
    uint64_t finite = 0;
    for (uint64_t seed = 1; seed <= RANDOM_GRAPHS; seed++) {
        struct work work;
        double most[MAX_NODES], sites[MAX_NODES][MAX_NODES];
        begin(&work, seed);
        add_sites(&work, sites);
        ck_assert_int_eq(cg_call_bounds(most, work.sample.graph, &work.options.entries, NULL),
                         CG_OK);
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            double expected = slow_bound(&work, sites, node);
            ck_assert_msg(most[node] == expected, "seed %d node %d: %g, not %g", (int)seed,
                          (int)node, most[node], expected);
            finite += expected > 1 && expected < INFINITY;
        }
        end(&work);
    }
    ck_assert_uint_gt(finite, RANDOM_GRAPHS / 50);
}
END_TEST

/* The most that a set of measured functions covers within a cost: all sets are tried. */
static double best_cover(const struct work *work, const double *cost, double budget)
{
    double best = 0;
    for (uint32_t set = 0; set < 1u << work->sample.nodes; set++) {
        double value = 0, spent = 0;
        bool allowed = true;
        for (cg_node node = 0; node < work->sample.nodes; node++) {
            if (set >> node & 1) {
                allowed =
                    allowed && work->can[node] && work->measured[node] && !is_entry(work, node);
                value += work->exclusive[node];
                spent += cost[node];
            }
        }
        best = allowed && spent <= budget ? fmax(best, value) : best;
    }
    return best;
}

START_TEST(budgets_are_kept_and_half_used)
{
    uint64_t covering = 0;
    for (uint64_t seed = 1; seed <= RANDOM_GRAPHS / 4; seed++) {
        struct work work;
        struct cg_choice *choice = NULL;
        struct cg_error error;
        double counts[MAX_NODES], cost[MAX_NODES];
        double budget = 0.01 * (double)(seed % 7), entries = 0, cover = 0, explore = 0;
        begin(&work, seed);
        int status =
            cg_choose_budget(&choice, work.sample.graph, budget, NULL, &work.options, &error);
        if (!(work.run > 0)) {
            ck_assert_int_ne(status, CG_OK);
            end(&work);
            continue;
        }
        ck_assert_int_eq(status, CG_OK);
        ck_assert_int_eq(cg_call_counts(counts, NULL, work.sample.graph, NULL), CG_OK);
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            cost[node] = counts[node] * 200e-9 / work.run;
        }
        double covered = 0;
        for (size_t i = 0; i < cg_choice_count(choice); i++) {
            const struct cg_chosen *chosen = cg_choice_at(choice, i);
            ck_assert(work.can[chosen->node]);
            entries += chosen->why == CG_CHOSEN_ENTRY ? cost[chosen->node] : 0;
            cover += chosen->why == CG_CHOSEN_COVER ? cost[chosen->node] : 0;
            covered += chosen->why == CG_CHOSEN_COVER ? work.exclusive[chosen->node] : 0;
            explore += chosen->why == CG_CHOSEN_EXPLORE ? cost[chosen->node] : 0;
            ck_assert_int_eq(chosen->why == CG_CHOSEN_EXPLORE,
                             !work.measured[chosen->node] && !is_entry(&work, chosen->node));
        }
        double rest = fmax(budget - entries, 0);
        ck_assert_double_le(cover + explore, rest + 1e-12);
        ck_assert_double_le(explore, 0.3 * rest + 1e-12);
        ck_assert_double_ge(covered, best_cover(&work, cost, rest - explore) / 2 - 1e-9);
        covering += covered > 0;
        cg_choice_free(choice);
        end(&work);
    }
    ck_assert_uint_gt(covering, 50);
}
END_TEST

/* By hand */

static void add_measured(struct cg_graph *graph, cg_node node, double exclusive, double inclusive,
                         unsigned long visits)
{
    char text[200];
    snprintf(text, sizeof text,
             "{\"metrics\":{\"time\":{\"exclusive\":%f,\"inclusive\":%f,\"unit\":\"sec\"}},"
             "\"visits\":%lu}",
             exclusive, inclusive, visits);
    set(graph, CG_ON_NODE, node, "profile", text);
}

/* The peers' worst: a small function that calls itself takes half of the run, in so many calls that
 * measuring it doubles the run. */
START_TEST(small_hot_recursion_does_not_fit_a_budget)
{
    struct cg_graph *graph = new_graph();
    cg_node start = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node search = add_node(graph, "search", "a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node solve = add_node(graph, "solve", "a.c", true, CG_LINKAGE_EXTERNAL);
    add_edge(graph, start, search, CG_EDGE_DIRECT);
    add_edge(graph, search, search, CG_EDGE_DIRECT);
    add_edge(graph, start, solve, CG_EDGE_DIRECT);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    add_measured(graph, start, 0.1, 10, 1);
    add_measured(graph, search, 5.9, 5.9, 50000000);
    add_measured(graph, solve, 4, 4, 1000);
    struct cg_choice *choice;
    struct cg_prediction *predicted;
    ck_assert_int_eq(cg_choose_budget(&choice, graph, 0.05, NULL, NULL, NULL), CG_OK);
    ck_assert(cg_choice_has(choice, solve) && !cg_choice_has(choice, search));
    ck_assert_int_eq(cg_predict(&predicted, graph, choice, NULL, NULL, NULL), CG_OK);
    ck_assert_double_eq_tol(cg_prediction_run(predicted), 10, 1e-9);
    ck_assert_double_eq_tol(cg_prediction_overhead(predicted), 1001 * 200e-9, 1e-12);
    ck_assert_double_eq_tol(cg_prediction_covered(predicted), 0.41, 1e-9);
    ck_assert_str_eq(cg_prediction_metric(predicted), "time");
    cg_prediction_free(predicted);
    cg_choice_free(choice);
    ck_assert_int_eq(cg_choose_hot(&choice, graph, 0.25, NULL, NULL), CG_OK);
    ck_assert(cg_choice_has(choice, search));
    ck_assert_int_eq(cg_predict(&predicted, graph, choice, NULL, NULL, NULL), CG_OK);
    ck_assert_double_gt(cg_prediction_overhead(predicted), 9.9);
    cg_prediction_free(predicted);
    cg_choice_free(choice);
    cg_graph_free(graph);
}
END_TEST

/* Of four processes one does most, and one never enters the function. */
START_TEST(imbalance_counts_who_never_enters)
{
    static const struct {
        double values[4];
        double imbalance;
    } cases[] = {{{4, 4, 4, 4}, 0},
                 {{8, 0, 0, 0}, 1},
                 {{6, 2, 4, 0}, 2.0 / 3},
                 {{6, 6, 6, 0}, 1.0 / 3},
                 {{1, 1, 1, 0.9}, 0.1 / 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_graph *graph = new_graph();
        char text[400];
        double sum = 0, most = 0, least = INFINITY;
        cg_node start = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
        cg_node way = add_node(graph, "way", "a.c", true, CG_LINKAGE_EXTERNAL);
        cg_node other = add_node(graph, "other", "a.c", true, CG_LINKAGE_EXTERNAL);
        cg_node work = add_node(graph, "work", "a.c", true, CG_LINKAGE_EXTERNAL);
        add_edge(graph, start, way, CG_EDGE_DIRECT);
        add_edge(graph, way, work, CG_EDGE_DIRECT);
        add_edge(graph, start, other, CG_EDGE_DIRECT);
        ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
        for (int k = 0; k < 4; k++) {
            sum += cases[i].values[k];
            most = fmax(most, cases[i].values[k]);
            least = fmin(least, cases[i].values[k]);
        }
        snprintf(text, sizeof text,
                 "{\"metrics\":{\"time\":{\"exclusive\":%f,\"inclusive\":%f,\"unit\":\"sec\","
                 "\"locations\":{\"count\":4,\"sum\":%f,\"squares\":9,\"deviation\":1,"
                 "\"max\":%f,\"maxAt\":\"0.0\",\"mean\":%f,\"min\":%f,\"minAt\":\"3.0\","
                 "\"of\":\"exclusive\"}}},\"visits\":4}",
                 sum, sum, sum, most, sum / 4, least);
        set(graph, CG_ON_NODE, work, "profile", text);
        add_measured(graph, start, 1, sum + 1, 4);
        struct cg_choice *choice;
        bool expected = cases[i].imbalance >= 0.05;
        ck_assert_int_eq(cg_choose_imbalance(&choice, graph, NULL, NULL, NULL), CG_OK);
        ck_assert_int_eq(cg_choice_has(choice, work), expected);
        ck_assert_int_eq(cg_choice_has(choice, way), expected);
        ck_assert(cg_choice_has(choice, start) && !cg_choice_has(choice, other));
        if (expected) {
            ck_assert_double_eq_tol(cg_choice_at(choice, 2)->value, cases[i].imbalance, 1e-9);
            ck_assert_int_eq(cg_choice_at(choice, 1)->why, CG_CHOSEN_WAY);
            ck_assert_uint_eq(cg_choice_at(choice, 1)->because, work);
        }
        cg_choice_free(choice);
        const struct cg_imbalance large = {CG_IMBALANCE_VERSION, 0, 2};
        const struct cg_imbalance unknown = {0, 0, 0};
        ck_assert_int_eq(cg_choose_imbalance(&choice, graph, &unknown, NULL, NULL), CG_E_ARGUMENT);
        ck_assert_int_eq(cg_choose_imbalance(&choice, graph, &large, NULL, NULL), CG_OK);
        ck_assert_uint_eq(cg_choice_count(choice), 1);
        cg_choice_free(choice);
        cg_graph_free(graph);
    }
}
END_TEST

/* Those that will take enough of the run. */
START_TEST(models_choose_by_prediction)
{
    enum { RUNS = 5 };
    for (int round = 0; round < 200; round++) {
        struct work work;
        struct cg_choice *choice;
        struct cg_scaled_run runs[RUNS] = {{.whole = 0}};
        double inclusive[RUNS][MAX_NODES] = {{0}}, exclusive[RUNS][MAX_NODES] = {{0}};
        double predicted[MAX_NODES], at = 256, whole = 30 + 10 * at;
        begin(&work, (uint64_t)round);
        uint32_t nodes = work.sample.nodes;
        for (int i = 0; i < RUNS; i++) {
            runs[i].at[0] = 4 << i;
            runs[i].inclusive = inclusive[i];
            runs[i].exclusive = exclusive[i];
            runs[i].whole = 30 + 10 * runs[i].at[0];
        }
        /* The models are exact, so what they predict is known. */
        for (cg_node node = 0; node < nodes; node++) {
            double slope = draw(&work.random, 12), power = draw(&work.random, 3);
            double part = draw(&work.random, 4);
            for (int i = 0; i < RUNS; i++) {
                inclusive[i][node] = slope * pow(runs[i].at[0], power);
                exclusive[i][node] = part * runs[i].at[0];
                runs[i].whole += exclusive[i][node];
            }
            whole += part * at;
            predicted[node] = slope > 0 ? slope * pow(at, power) : -1;
        }
        for (cg_node node = 0; node < nodes; node++) {
            bool possible = work.can[node] && slow_depth(&work, node) != CG_NONE;
            whole = possible ? fmax(whole, predicted[node]) : whole;
        }
        const struct cg_scaled_runs all = {runs, RUNS, 1, &at};
        ck_assert_int_eq(
            cg_choose_model(&choice, work.sample.graph, &all, 0.3001, &work.options, NULL), CG_OK);
        for (cg_node node = 0; node < nodes; node++) {
            bool possible = work.can[node] && slow_depth(&work, node) != CG_NONE;
            bool matters = predicted[node] >= 0 && predicted[node] / whole >= 0.3001;
            ck_assert_int_eq(cg_choice_has(choice, node),
                             possible && (matters || is_entry(&work, node)));
        }
        cg_choice_free(choice);
        ck_assert_int_eq(cg_choose_model(&choice, work.sample.graph, &all, 2, NULL, NULL),
                         CG_E_ARGUMENT);
        const struct cg_scaled_runs few = {runs, 2, 1, NULL};
        ck_assert_int_eq(cg_choose_model(&choice, work.sample.graph, &few, 0, NULL, NULL),
                         CG_E_ARGUMENT);
        end(&work);
    }
}
END_TEST

/* Returns until the set can be called, tried one after the other: who calls the function, and who
 * calls those. */
static uint32_t slow_returns(const struct work *work, cg_node node, const bool *leads)
{
    bool there[MAX_NODES] = {false}, next[MAX_NODES];
    there[node] = true;
    for (uint32_t returns = 0; returns <= work->sample.nodes; returns++) {
        memset(next, false, sizeof next);
        for (cg_node a = 0; a < work->sample.nodes; a++) {
            if (there[a] && leads[a]) {
                return returns;
            }
            for (cg_node b = 0; b < work->sample.nodes && there[a]; b++) {
                next[b] = next[b] || calls(work, b, a);
            }
        }
        memcpy(there, next, sizeof there);
    }
    return CG_NONE;
}

static bool has_sites(const struct work *work, cg_node node, const char *key)
{
    return cg_site_count(work->sample.graph, node, key) > 0;
}

/* With unresolved calls: whether and when one may be made. */
static uint32_t slow_open(const struct work *work, cg_node node)
{
    bool leads[MAX_NODES] = {false}, taken[MAX_NODES] = {false}, any = false;
    for (cg_node a = 0; a < work->sample.nodes; a++) {
        taken[a] = has_sites(work, a, CG_KEY_ADDRESS_TAKEN);
        for (cg_node b = 0; b < work->sample.nodes; b++) {
            bool makes = has_sites(work, b, CG_KEY_UNRESOLVED_CALLS) && work->runs[b];
            any = any || makes;
            leads[a] = leads[a] || (makes && reaches(work, a, b));
        }
    }
    uint32_t known = slow_returns(work, node, leads), unknown = slow_returns(work, node, taken);
    return any && unknown != CG_NONE && unknown + 1 < known ? unknown + 1 : known;
}

static void check_allocations(const struct work *work, const struct cg_allocations *about)
{
    const struct cg_function_set *to = &about->to;
    const struct cg_graph *graph = work->sample.graph;
    struct cg_allocation *list;
    size_t count, seen = 0;
    bool leads[MAX_NODES] = {false};
    for (cg_node a = 0; a < work->sample.nodes; a++) {
        for (size_t i = 0; i < to->count; i++) {
            leads[a] = leads[a] || reaches(work, a, to->nodes[i]);
        }
    }
    ck_assert_int_eq(cg_allocations(&list, &count, graph, about, &work->options, NULL), CG_OK);
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        cg_node caller = cg_edge_caller(graph, edge), callee = cg_edge_callee(graph, edge);
        uint32_t known = slow_returns(work, caller, leads);
        uint32_t open = work->options.beyond ? slow_open(work, caller) : CG_NONE;
        uint32_t returns = known <= open ? known : open;
        if (!about->allocators[callee] || !calls(work, caller, callee) || !work->runs[caller] ||
            returns == CG_NONE || returns > about->returns) {
            continue;
        }
        ck_assert_uint_lt(seen, count);
        const struct cg_allocation *found = &list[seen++];
        ck_assert_uint_eq(found->edge, edge);
        ck_assert_uint_eq(found->returns, returns);
        ck_assert_int_eq(found->where == CG_NONE, open < known);
        if (found->where != CG_NONE) {
            ck_assert(leads[found->where]);
            ck_assert_uint_eq(work->sample.distance[found->where][caller], returns);
            uint32_t least = CG_NONE;
            for (size_t i = 0; i < to->count; i++) {
                uint32_t d = work->sample.distance[found->where][to->nodes[i]];
                least = d < least ? d : least;
            }
            ck_assert_uint_eq(found->calls, least);
        }
    }
    ck_assert_uint_eq(seen, count);
    struct cg_choice *choice;
    bool possible[MAX_NODES];
    cg_instrumentable(possible, graph);
    ck_assert_int_eq(cg_choose_allocations(&choice, graph, about, &work->options, NULL), CG_OK);
    for (size_t i = 0; i < count; i++) {
        cg_node caller = cg_edge_caller(graph, list[i].edge);
        ck_assert_int_eq(cg_choice_has(choice, caller), possible[caller]);
    }
    cg_choice_free(choice);
    free(list);
}

START_TEST(allocations_follow_calls_and_returns)
{
    for (int round = 0; round < RANDOM_GRAPHS; round++) {
        struct work work;
        bool allocators[MAX_NODES] = {false};
        begin(&work, (uint64_t)round);
        struct cg_allocations about = CG_ALLOCATIONS_INIT;
        about.to = (struct cg_function_set){work.sample.to, work.sample.to_count};
        about.allocators = allocators;
        about.returns = chance(&work.random, 70) ? CG_NONE : draw(&work.random, 3);
        work.options.beyond = chance(&work.random, 50);
        find_runs(&work);
        for (cg_node node = 0; node < work.sample.nodes; node++) {
            allocators[node] = chance(&work.random, 30);
        }
        check_allocations(&work, &about);
        end(&work);
    }
}
END_TEST

START_TEST(allocators_by_name)
{
    static const struct {
        const char *name;
        bool is;
    } cases[] = {{"malloc", true},   {"_Znwm", true},          {"_ZnamSt11align_val_t", true},
                 {"mallocs", false}, {"posix_memalign", true}, {"free", false}};
    struct cg_graph *graph = new_graph();
    bool set[8];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        add_node(graph, cases[i].name, NULL, false, CG_LINKAGE_EXTERNAL);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    cg_allocators(set, graph);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(set[i], cases[i].is);
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(unresolved_calls_lead_beyond)
{
    struct cg_graph *graph = new_graph();
    cg_node start = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node handler = add_node(graph, "handler", "a.c", true, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, start, CG_KEY_UNRESOLVED_CALLS,
        "[{\"column\":1,\"file\":\"a.c\",\"line\":3,\"reason\":\"pointer\",\"type\":\"void ()\"}]");
    set(graph, CG_ON_NODE, handler, CG_KEY_UNRESOLVED_CALLS, "[]");
    set(graph, CG_ON_NODE, handler, CG_KEY_ADDRESS_TAKEN,
        "[{\"column\":1,\"file\":\"a.c\",\"line\":2}]");
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    struct cg_choose_options options = CG_CHOOSE_OPTIONS_INIT;
    const struct cg_threshold all = {CG_THRESHOLD_VALUE, 0};
    for (int beyond = 0; beyond < 2; beyond++) {
        struct cg_choice *choice;
        options.beyond = beyond;
        ck_assert_int_eq(cg_choose_statements(&choice, graph, &all, &options, NULL), CG_OK);
        ck_assert_int_eq(cg_choice_has(choice, handler), beyond);
        cg_choice_free(choice);
        const struct cg_function_set none = {NULL, 0};
        ck_assert_int_eq(cg_choose_paths(&choice, graph, &none, &options, NULL), CG_OK);
        ck_assert_uint_eq(cg_choice_count(choice), 1);
        cg_choice_free(choice);
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(choices_combine)
{
    struct work work;
    struct cg_choice *choice, *other;
    bool none[MAX_NODES] = {false}, all[MAX_NODES];
    const struct cg_threshold any = {CG_THRESHOLD_VALUE, 0};
    memset(all, true, sizeof all);
    begin(&work, 5);
    uint32_t nodes = work.sample.nodes;
    struct cg_graph *graph = work.sample.graph;
    ck_assert_int_eq(cg_choose_statements(&choice, graph, &any, &work.options, NULL), CG_OK);
    ck_assert_int_eq(cg_choose_minimal_depth(&other, graph, 1, &work.options, NULL), CG_OK);
    size_t before = cg_choice_count(choice);
    ck_assert_int_eq(cg_choice_unite(choice, other, NULL), CG_OK);
    ck_assert_uint_eq(cg_choice_count(choice), before);
    ck_assert_int_eq(cg_choice_keep(choice, all, nodes, NULL), CG_OK);
    ck_assert_uint_eq(cg_choice_count(choice), nodes);
    size_t kept = 0;
    for (size_t i = 0; i < nodes; i++) {
        kept += cg_choice_at(choice, i)->why == CG_CHOSEN_KEPT;
    }
    ck_assert_uint_eq(kept, nodes - before);
    cg_choice_retain(choice, none);
    ck_assert_uint_eq(cg_choice_count(choice), 0);
    ck_assert(!cg_choice_has(choice, 0));
    cg_choice_free(other);
    cg_choice_free(choice);
    cg_choice_free(NULL);
    end(&work);
}
END_TEST

START_TEST(misuse_is_an_error)
{
    struct cg_graph *graph = new_graph();
    cg_node node = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    struct cg_choice *choice;
    struct cg_threshold threshold = {CG_THRESHOLD_VALUE, 1};
    const struct cg_function_set to = {&node, 1}, beyond = {(cg_node[]){7}, 1};
    ck_assert_int_eq(cg_choose_statements(&choice, graph, &threshold, NULL, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_choose_paths(&choice, graph, &to, NULL, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_choose_paths(&choice, graph, &beyond, NULL, NULL), CG_E_ARGUMENT);
    threshold.number = NAN;
    ck_assert_int_eq(cg_choose_statements(&choice, graph, &threshold, NULL, NULL), CG_E_ARGUMENT);
    threshold = (struct cg_threshold){CG_THRESHOLD_QUANTILE, 1.5};
    ck_assert_int_eq(cg_choose_statements(&choice, graph, &threshold, NULL, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_choose_hot(&choice, graph, 2, NULL, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_choose_hot(&choice, graph, 0.5, NULL, NULL), CG_E_FORMAT);
    ck_assert_int_eq(cg_choose_budget(&choice, graph, -1, NULL, NULL, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_choose_budget(&choice, graph, 1, NULL, NULL, NULL), CG_E_FORMAT);
    ck_assert_ptr_null(cg_measured_metric(graph));
    ck_assert_str_eq(cg_chosen_why_name(CG_CHOSEN_FRONTIER), "frontier");
    ck_assert_ptr_null(cg_chosen_why_name((enum cg_chosen_why)99));
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {statements_are_sums_of_sets,
                                  hot_functions_and_their_frontier,
                                  depth_is_of_shortest_chains,
                                  paths_are_all_that_lead_there,
                                  coarse_leaves_out_inner_functions_of_chains,
                                  counts_follow_the_calls,
                                  bounds_follow_the_calls,
                                  budgets_are_kept_and_half_used,
                                  small_hot_recursion_does_not_fit_a_budget,
                                  imbalance_counts_who_never_enters,
                                  models_choose_by_prediction,
                                  allocations_follow_calls_and_returns,
                                  allocators_by_name,
                                  unresolved_calls_lead_beyond,
                                  choices_combine,
                                  misuse_is_an_error,
                                  NULL};
    return run_tests("instrument", tests, 120);
}
