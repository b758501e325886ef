/* Functions that need a frozen graph refuse one that is not. */
#include "support.h"

#include <libcg/libcg.h>

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Two functions, one of which calls the other; not frozen. */
static struct cg_graph *call_graph(void)
{
    struct cg_graph *graph = new_graph();
    cg_node a = add_node(graph, "a", NULL, true, CG_LINKAGE_EXTERNAL);
    cg_node b = add_node(graph, "b", NULL, true, CG_LINKAGE_EXTERNAL);
    add_edge(graph, a, b, CG_EDGE_DIRECT);
    return graph;
}

/* Functions without a status */

static void ask_out_edges(const struct cg_graph *graph)
{
    cg_edge first;
    cg_node_out_edges(graph, 0, &first);
}

static void ask_in_edges(const struct cg_graph *graph)
{
    const cg_edge *edges;
    cg_node_in_edges(graph, 0, &edges);
}

static void ask_other_names(const struct cg_graph *graph)
{
    const char *const *names;
    cg_node_other_names(graph, 0, &names);
}

static void ask_path_fits(const struct cg_graph *graph)
{
    cg_path_fits(graph, NULL, 0);
}

static void ask_contexts(const struct cg_graph *graph)
{
    cg_graph_contexts(graph);
}

static const struct {
    const char *name;
    void (*ask)(const struct cg_graph *graph);
} asked[] = {
    {"cg_node_out_edges", ask_out_edges},     {"cg_node_in_edges", ask_in_edges},
    {"cg_node_other_names", ask_other_names}, {"cg_path_fits", ask_path_fits},
    {"cg_graph_contexts", ask_contexts},
};
enum { ASKED = sizeof asked / sizeof *asked };

/* Ask in a child. @return its status, with what it wrote to standard error */
static int ask_apart(size_t i, const struct cg_graph *graph, char *message, size_t size)
{
    int ends[2], status;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ne(child, -1);
    if (!child) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        dup2(ends[1], STDERR_FILENO);
        asked[i].ask(graph);
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length < size - 1; length += got > 0 ? (size_t)got : 0) {
        got = read(ends[0], message + length, size - 1 - length);
    }
    message[length] = 0;
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

static void check_asking(const struct cg_graph *graph, bool aborts)
{
    for (size_t i = 0; i < ASKED; i++) {
        char message[256], expected[256] = "";
        int status = ask_apart(i, graph, message, sizeof message);
        ck_assert_msg(aborts ? WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT : status == 0,
                      "%s: status %d", asked[i].name, status);
        if (aborts) {
            strcat(strcat(strcpy(expected, "libcg: "), asked[i].name),
                   ": the graph is not frozen\n");
        }
        ck_assert_str_eq(message, expected);
    }
}

START_TEST(what_cannot_fail_aborts)
{
    struct cg_graph *graph = call_graph();
    check_asking(graph, true);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    check_asking(graph, false);
    ck_assert_int_eq(cg_graph_thaw(graph, NULL), CG_OK);
    check_asking(graph, true);
    cg_graph_free(graph);
}
END_TEST

/* Functions with a status; those that are not here are in the tests of their headers. */

static bool take_path(void *user, const struct cg_call_path *path)
{
    (void)user;
    (void)path;
    return true;
}

START_TEST(what_can_fail_says_so)
{
    struct cg_graph *graph = call_graph();
    cg_node a = 0, b = 1;
    bool some[2] = {true, true};
    struct cg_found_path path;
    const struct cg_function_set from = {&a, 1}, to = {&b, 1};
    struct cg_walk *walk;
    struct cg_selector *selector;
    struct cg_path_query query = CG_PATH_QUERY_INIT;
    query.from = &a;
    query.to = &b;
    query.from_count = query.to_count = 1;
    ck_assert_int_eq(cg_walk_new(&walk, graph, &a, 1, CG_CALLEES, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_shortest_path(&path, graph, &from, &to, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_shortest_path_through(&path, graph, &query, some, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_visit_shortest_paths(graph, &query, take_path, NULL, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_simple_paths(graph, &query, take_path, NULL, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_selector_new(&selector, graph, NULL, NULL), CG_E_STATE);
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_answers_about_reach_says_so)
{
    struct cg_graph *graph = call_graph();
    cg_node a = 0, b = 1;
    const struct cg_function_set from = {&a, 1}, to = {&b, 1};
    uint32_t distance[2];
    struct cg_reach *reach;
    struct cg_reach_function functions[2];
    struct cg_reach_graph of_graph;
    ck_assert_int_eq(cg_search(distance, graph, &from, CG_CALLEES, CG_NONE, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_reach(&reach, graph, &from, &to, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_reach_facts(functions, &of_graph, graph, NULL), CG_E_STATE);
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_chooses_says_so)
{
    struct cg_graph *graph = call_graph();
    cg_node b = 1;
    bool some[2] = {true, true};
    double counts[2];
    size_t count;
    struct cg_choice *choice;
    struct cg_allocation *allocations;
    struct cg_prediction *prediction;
    const struct cg_function_set to = {&b, 1};
    const struct cg_threshold threshold = {.number = 1};
    const struct cg_probe probe = CG_PROBE_INIT;
    const struct cg_imbalance least = CG_IMBALANCE_INIT;
    const struct cg_allocations about = CG_ALLOCATIONS_INIT;
    const struct cg_scaled_runs runs = {0};
    const int statuses[] = {
        cg_choose_statements(&choice, graph, &threshold, NULL, NULL),
        cg_choose_hot(&choice, graph, 0.1, NULL, NULL),
        cg_choose_coarse(&choice, graph, some, NULL, NULL, NULL),
        cg_choose_minimal_depth(&choice, graph, 3, NULL, NULL),
        cg_choose_paths(&choice, graph, &to, NULL, NULL),
        cg_choose_budget(&choice, graph, 0.1, &probe, NULL, NULL),
        cg_choose_imbalance(&choice, graph, &least, NULL, NULL),
        cg_choose_model(&choice, graph, &runs, 0.1, NULL, NULL),
        cg_choose_allocations(&choice, graph, &about, NULL, NULL),
        cg_allocations(&allocations, &count, graph, &about, NULL, NULL),
        cg_call_counts(counts, some, graph, NULL),
        cg_call_bounds(counts, graph, &to, NULL),
        cg_predict(&prediction, graph, NULL, &probe, "time", NULL),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        ck_assert_msg(statuses[i] == CG_E_STATE, "call %zu: %d", i, statuses[i]);
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_is_compared_stays_frozen)
{
    struct cg_graph *graph = call_graph();
    struct cg_diff *diff;
    struct cg_diff_gains *gains;
    bool targets[2] = {true, true};
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_diff(&diff, graph, graph, NULL, NULL), CG_OK);
    ck_assert_int_eq(cg_graph_thaw(graph, NULL), CG_OK);
    ck_assert_int_eq(
        cg_diff_gains(&gains, diff,
                      &(struct cg_diff_gains_query){CG_DIFF_GAINS_QUERY_VERSION, graph, graph,
                                                    false, targets, NULL, CG_NONE},
                      NULL),
        CG_E_STATE);
    cg_diff_free(diff);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {what_cannot_fail_aborts,          what_can_fail_says_so,
                                  what_answers_about_reach_says_so, what_chooses_says_so,
                                  what_is_compared_stays_frozen,    NULL};
    return run_tests("unfrozen", tests, 60);
}
