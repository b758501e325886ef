/* Queries on random graphs, against slow, obvious answers. */
#include "reach_sample.h"

#include <libcg/link.h>
#include <libcg/query.h>
#include <libcg/rules.h>
#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_GRAPHS 6000

/* Least distance from any start to a node. */
static uint32_t slow_distance(const struct sample *sample, cg_node node)
{
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < sample->from_count; i++) {
        if (sample->distance[sample->from[i]][node] < least) {
            least = sample->distance[sample->from[i]][node];
        }
    }
    return least;
}

static uint32_t slow_distance_to_target(const struct sample *sample, cg_node node)
{
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < sample->to_count; i++) {
        if (sample->distance[node][sample->to[i]] < least) {
            least = sample->distance[node][sample->to[i]];
        }
    }
    return least;
}

static uint32_t slow_length(const struct sample *sample)
{
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < sample->to_count; i++) {
        if (slow_distance(sample, sample->to[i]) < least) {
            least = slow_distance(sample, sample->to[i]);
        }
    }
    return least;
}

/* The graph with more nodes: code that was not collected, and what of it calls functions that are
 * confined, or called at exit; unresolved calls, code that knows names, and anything. */
#define OUTSIDE MAX_NODES
#define UNCONFINING (MAX_NODES + 1)
#define EXITING (MAX_NODES + 2)
#define POINTERS (MAX_NODES + 3)
#define NAMES (MAX_NODES + 4)
#define ANYTHING (MAX_NODES + 5)
#define ALL_NODES (MAX_NODES + 6)

struct beyond {
    bool starts_outside;
    bool edge[ALL_NODES][ALL_NODES];
    bool reached[ALL_NODES];
    bool records;
};

static bool has_address(const struct sample *sample, cg_node node)
{
    if (!sample->linked) {
        return sample->taken[node];
    }
    return sample->escapes[node] || sample->handed[node];
}

/* The code that calls a function whose address it has. */
static int keeper(const struct sample *sample, cg_node node)
{
    return !sample->linked          ? OUTSIDE
           : sample->confined[node] ? UNCONFINING
           : sample->at_exit[node]  ? EXITING
                                    : OUTSIDE;
}

static bool is_mistyped(const struct sample *sample, cg_node node)
{
    return sample->linked && sample->mistyped[node];
}

/* Functions without a body in a linked graph that only call their arguments lead nowhere else,
 * unless the query is about such code. */
static bool leads_out(const struct sample *sample, const struct beyond *beyond, cg_node node)
{
    return !sample->has_body[node] &&
           !(sample->linked && sample->handed_only[node] && !beyond->starts_outside);
}

static bool is_stranger(const struct sample *sample, const struct beyond *beyond, cg_node node)
{
    return sample->stranger[node] && leads_out(sample, beyond, node);
}

static void add_outside_edges(struct beyond *beyond, const struct sample *sample, cg_node node)
{
    int open = sample->open[node];
    enum extent extent =
        open > 1 && sample->linked ? unresolved_calls[open - 2].extent : TO_ANYTHING;
    bool *edges = beyond->edge[node];
    bool says = sample->linked && !beyond->starts_outside;
    edges[OUTSIDE] = leads_out(sample, beyond, node);
    edges[UNCONFINING] = edges[OUTSIDE] && !(says && sample->runtime[node]);
    edges[EXITING] = edges[OUTSIDE] && !(says && sample->exitless[node]);
    edges[NAMES] = is_stranger(sample, beyond, node) && beyond->records;
    edges[POINTERS] |= open > 1 && extent == TO_OUTSIDE;
    edges[NAMES] |= open > 1 && extent == TO_NAMED;
    edges[ANYTHING] |= open > 1 && extent == TO_ANYTHING;
    edges[ANYTHING] |= open == 0 && sample->has_body[node] && beyond->records;
    beyond->edge[keeper(sample, node)][node] = has_address(sample, node);
    beyond->edge[POINTERS][node] = is_mistyped(sample, node);
    beyond->edge[NAMES][node] = !sample->internal[node];
    beyond->edge[OUTSIDE][NAMES] |=
        sample->linked && beyond->records && (sample->library || is_stranger(sample, beyond, node));
}

static void spread(struct beyond *beyond)
{
    for (int round = 0; round < ALL_NODES; round++) {
        for (int a = 0; a < ALL_NODES; a++) {
            for (int b = 0; b < ALL_NODES; b++) {
                beyond->reached[b] |= beyond->reached[a] && beyond->edge[a][b];
            }
        }
    }
}

static struct beyond slow_walk(const struct sample *sample)
{
    struct beyond beyond = {0};
    for (cg_node node = 0; node < sample->nodes; node++) {
        beyond.records |= sample->open[node] != 0;
    }
    for (size_t i = 0; i < sample->from_count; i++) {
        beyond.starts_outside |= !sample->has_body[sample->from[i]];
    }
    beyond.edge[NAMES][POINTERS] = true;
    beyond.edge[POINTERS][OUTSIDE] = true;
    beyond.edge[POINTERS][UNCONFINING] = true;
    beyond.edge[POINTERS][EXITING] = true;
    for (cg_node node = 0; node < sample->nodes; node++) {
        add_outside_edges(&beyond, sample, node);
        for (cg_node other = 0; other < sample->nodes; other++) {
            beyond.edge[node][other] = sample->distance[node][other] == 1;
        }
    }
    for (size_t i = 0; i < sample->from_count; i++) {
        beyond.reached[sample->from[i]] = true;
    }
    spread(&beyond);
    return beyond;
}

static enum cg_answer slow_answer(const struct sample *sample, const struct beyond *beyond)
{
    if (slow_length(sample) != CG_NONE) {
        return CG_YES;
    }
    bool unknown = beyond->reached[ANYTHING];
    for (size_t i = 0; i < sample->to_count; i++) {
        unknown |= beyond->reached[sample->to[i]];
    }
    return unknown ? CG_UNKNOWN : CG_NO;
}

static bool is_among(const cg_node *nodes, size_t count, cg_node node)
{
    bool among = false;
    for (size_t i = 0; i < count; i++) {
        among |= nodes[i] == node;
    }
    return among;
}

static bool calls_any_of(const struct sample *sample, const struct beyond *beyond, cg_node node,
                         struct cg_function_set functions)
{
    bool any = functions.count == 0;
    for (size_t i = 0; i < functions.count; i++) {
        any |= beyond->edge[node][keeper(sample, functions.nodes[i])];
    }
    return any;
}

/* The evidence of an answer that is not yes. */
static void check_evidence(const struct sample *sample, const struct beyond *beyond,
                           const struct cg_reach *reach)
{
    struct cg_function_set unrecorded = cg_reach_unrecorded(reach);
    struct cg_function_set may_call_back = cg_reach_may_call_back(reach);
    struct cg_function_set calling_back = cg_reach_calling_back(reach);
    struct cg_function_set possible_program_code = cg_reach_possible_program_code(reach);
    struct cg_function_set callable = cg_reach_callable(reach);
    struct cg_function_set callbacks = cg_reach_callbacks(reach);
    bool outside = beyond->reached[OUTSIDE];
    uint32_t reached = 0, all = 0;
    for (cg_node node = 0; node < sample->nodes; node++) {
        bool leads = slow_distance_to_target(sample, node) != CG_NONE;
        bool address = (beyond->reached[keeper(sample, node)] && has_address(sample, node)) ||
                       (beyond->reached[POINTERS] && is_mistyped(sample, node));
        bool named = beyond->reached[NAMES] && !sample->internal[node];
        all += beyond->reached[node];
        reached += slow_distance(sample, node) != CG_NONE;
        ck_assert_int_eq(is_among(callbacks.nodes, callbacks.count, node),
                         outside && leads && address);
        ck_assert_int_eq(is_among(cg_reach_named(reach).nodes, cg_reach_named(reach).count, node),
                         leads && named);
        ck_assert_int_eq(is_among(callable.nodes, callable.count, node),
                         outside && (address || named));
        ck_assert_int_eq(is_among(possible_program_code.nodes, possible_program_code.count, node),
                         is_stranger(sample, beyond, node) &&
                             (beyond->reached[node] || (sample->linked && outside)));
        bool may = slow_distance(sample, node) != CG_NONE && leads_out(sample, beyond, node);
        ck_assert_int_eq(is_among(may_call_back.nodes, may_call_back.count, node), may);
        ck_assert_int_eq(is_among(calling_back.nodes, calling_back.count, node),
                         may && calls_any_of(sample, beyond, node, callbacks));
        ck_assert_int_eq(is_among(unrecorded.nodes, unrecorded.count, node),
                         beyond->reached[node] && sample->has_body[node] && !sample->open[node]);
    }
    ck_assert_uint_eq(cg_reach_known_count(reach), reached);
    ck_assert_uint_eq(cg_reach_beyond_count(reach), all - reached);
}

static void check_open(const struct sample *sample, const struct beyond *beyond,
                       const struct cg_reach *reach)
{
    struct cg_function_set unresolved = cg_reach_unresolved(reach);
    bool leads = cg_reach_callbacks(reach).count > 0 || cg_reach_named(reach).count > 0;
    for (cg_node node = 0; node < sample->nodes; node++) {
        bool open = beyond->reached[node] && sample->open[node] > 1;
        if (cg_reach_answer(reach) == CG_UNKNOWN && !leads) {
            open &= beyond->edge[node][ANYTHING];
        }
        ck_assert_int_eq(is_among(unresolved.nodes, unresolved.count, node), open);
    }
}

static void check_reach(const struct sample *sample, int *answers)
{
    struct cg_reach *reach;
    struct beyond beyond = slow_walk(sample);
    ck_assert_int_eq(cg_reach(&reach, sample->graph,
                              &(struct cg_function_set){sample->from, sample->from_count},
                              &(struct cg_function_set){sample->to, sample->to_count}, NULL),
                     CG_OK);
    ck_assert_int_eq(cg_reach_answer(reach), slow_answer(sample, &beyond));
    ck_assert_int_eq(cg_reach_is_linked(reach), sample->linked);
    if (cg_reach_answer(reach) != CG_YES) {
        check_evidence(sample, &beyond, reach);
        check_open(sample, &beyond, reach);
    }
    answers[cg_reach_answer(reach)]++;
    cg_reach_free(reach);
}

static void check_search(const struct sample *sample)
{
    uint32_t found[MAX_NODES];
    for (uint32_t limit = 0; limit < 4; limit++) {
        uint32_t bound = limit == 3 ? CG_NONE : limit;
        cg_search(found, sample->graph, &(struct cg_function_set){sample->from, sample->from_count},
                  CG_CALLEES, bound, NULL);
        for (cg_node node = 0; node < sample->nodes; node++) {
            uint32_t expected = slow_distance(sample, node);
            ck_assert_uint_eq(found[node], expected > bound ? CG_NONE : expected);
        }
        cg_search(found, sample->graph, &(struct cg_function_set){sample->to, sample->to_count},
                  CG_CALLERS, bound, NULL);
        for (cg_node node = 0; node < sample->nodes; node++) {
            uint32_t expected = slow_distance_to_target(sample, node);
            ck_assert_uint_eq(found[node], expected > bound ? CG_NONE : expected);
        }
    }
}

/* That a step goes to the canonically first function that is on the way; 'z' is node 0. */
static void check_step(const struct sample *sample, cg_edge edge)
{
    cg_node from = cg_edge_caller(sample->graph, edge);
    cg_node chosen = cg_edge_callee(sample->graph, edge);
    uint32_t left = slow_distance_to_target(sample, from);
    for (cg_node other = chosen + 1; other < sample->nodes; other++) {
        ck_assert(sample->distance[from][other] != 1 ||
                  slow_distance_to_target(sample, other) != left - 1);
    }
    ck_assert_uint_eq(slow_distance_to_target(sample, chosen), left - 1);
}

/* That the path starts at the canonically first of the starts that are nearest. */
static void check_start(const struct sample *sample, cg_node start, uint32_t length)
{
    cg_node expected = CG_NONE;
    for (size_t i = 0; i < sample->from_count; i++) {
        if (slow_distance_to_target(sample, sample->from[i]) == length) {
            expected = sample->from[i];
        }
    }
    ck_assert_uint_eq(start, expected);
}

static void check_path(const struct sample *sample)
{
    struct cg_found_path got;
    ck_assert_int_eq(cg_shortest_path(&got, sample->graph,
                                      &(struct cg_function_set){sample->from, sample->from_count},
                                      &(struct cg_function_set){sample->to, sample->to_count},
                                      NULL),
                     CG_OK);
    cg_edge *path = got.edges;
    size_t length = got.length;
    bool found = got.found;
    uint32_t expected = slow_length(sample);
    ck_assert_int_eq(found, expected != CG_NONE);
    ck_assert_uint_eq(length, found ? expected : 0);
    for (size_t i = 0; i < length; i++) {
        check_step(sample, path[i]);
        if (i > 0) {
            ck_assert_uint_eq(cg_edge_caller(sample->graph, path[i]),
                              cg_edge_callee(sample->graph, path[i - 1]));
        }
    }
    if (length > 0) {
        check_start(sample, cg_edge_caller(sample->graph, path[0]), expected);
    }
    free(path);
}

static void check_components(const struct sample *sample)
{
    uint32_t component[MAX_NODES];
    uint32_t count;
    uint32_t members[MAX_NODES] = {0};
    cg_components(component, &count, sample->graph, NULL);
    for (cg_node a = 0; a < sample->nodes; a++) {
        ck_assert_uint_lt(component[a], count);
        members[component[a]]++;
        for (cg_node b = 0; b < sample->nodes; b++) {
            bool mutual = sample->distance[a][b] != CG_NONE && sample->distance[b][a] != CG_NONE;
            ck_assert_int_eq(component[a] == component[b], mutual);
            if (sample->distance[a][b] == 1) {
                ck_assert_uint_ge(component[a], component[b]);
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_gt(members[i], 0);
    }
}

START_TEST(random_graphs_agree_with_slow_answers)
{
    int answers[2][3] = {{0}};
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS; seed++) {
        struct sample sample = random_sample(seed);
        check_search(&sample);
        check_path(&sample);
        check_components(&sample);
        check_reach(&sample, answers[sample.linked]);
        cg_graph_free(sample.graph);
    }
    /* All three must come up often, linked or not, or the test is idle. */
    for (int i = 0; i < 3; i++) {
        ck_assert_int_gt(answers[0][i], RANDOM_GRAPHS / 40);
        ck_assert_int_gt(answers[1][i], RANDOM_GRAPHS / 40);
    }
}
END_TEST

/* Rules that are read together share what the graph records; one alone reads it. */

static void same_functions(struct cg_function_set a, struct cg_function_set b)
{
    ck_assert_uint_eq(a.count, b.count);
    ck_assert(a.count == 0 || memcmp(a.nodes, b.nodes, a.count * sizeof *a.nodes) == 0);
}

static void same_verdict(const struct cg_rule_verdict *a, const struct cg_rule_verdict *b)
{
    const struct cg_unresolved_step *x = cg_rule_verdict_unresolved(a),
                                    *y = cg_rule_verdict_unresolved(b);
    ck_assert_int_eq(cg_rule_verdict_answer(a), cg_rule_verdict_answer(b));
    ck_assert_uint_eq(cg_rule_verdict_count(a), cg_rule_verdict_count(b));
    ck_assert(!x == !y);
    if (x) {
        same_functions(cg_reach_unresolved(x->reach), cg_reach_unresolved(y->reach));
        same_functions(cg_reach_unrecorded(x->reach), cg_reach_unrecorded(y->reach));
        same_functions(cg_reach_callable(x->reach), cg_reach_callable(y->reach));
        same_functions(cg_reach_callbacks(x->reach), cg_reach_callbacks(y->reach));
        same_functions(cg_reach_calling_back(x->reach), cg_reach_calling_back(y->reach));
        same_functions(cg_reach_named(x->reach), cg_reach_named(y->reach));
    }
}

static struct cg_rule_verdict *check_text(struct cg_selector *selector, const char *text, size_t i)
{
    struct cg_rules *rules;
    struct cg_rule_verdict *verdict;
    ck_assert_int_eq(cg_rules_new(&rules, selector, NULL), CG_OK);
    ck_assert_int_eq(cg_rules_read(rules, text, "rules", NULL), CG_OK);
    ck_assert_int_eq(cg_rules_check(&verdict, rules, i, NULL), CG_OK);
    cg_rules_free(rules);
    return verdict;
}

START_TEST(rules_read_together_are_checked_as_each_alone)
{
    int unknown = 0;
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS; seed++) {
        struct sample sample = random_sample(seed);
        struct cg_selector *selector;
        cg_node from = (cg_node)(seed % sample.nodes), to = (cg_node)(seed / 10 % sample.nodes);
        char alone[40], both[100];
        snprintf(alone, sizeof alone, "%sdeny \"%c\" %s \"%c\"\n", seed % 7 ? "" : "named ",
                 'z' - (int)from, seed % 5 ? "->" : "=>", 'z' - (int)to);
        snprintf(both, sizeof both, "rule first: %s%s", alone, alone);
        if (sample.linked && seed % 3 == 0) {
            set(sample.graph, CG_ON_GRAPH, 0, CG_KEY_LINKED,
                "{\"foreignCode\":true,\"virtual\":\"rta\",\"world\":\"closed\"}");
        }
        ck_assert_int_eq(cg_selector_new(&selector, sample.graph, NULL, NULL), CG_OK);
        struct cg_rule_verdict *expected = check_text(selector, alone, 0);
        struct cg_rule_verdict *verdict = check_text(selector, both, 1);
        same_verdict(expected, verdict);
        unknown += cg_rule_verdict_answer(verdict) == CG_UNKNOWN;
        cg_rule_verdict_free(expected);
        cg_rule_verdict_free(verdict);
        cg_selector_free(selector);
        cg_graph_free(sample.graph);
    }
    ck_assert_int_gt(unknown, RANDOM_GRAPHS / 40);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_graphs_agree_with_slow_answers,
                                  rules_read_together_are_checked_as_each_alone, NULL};
    return run_tests("query_random", tests, 120);
}
