/* Condensation, index and dominators: random graphs against slow oracles. */
#include "support.h"

#include <libcg/condense.h>
#include <libcg/dominators.h>
#include <libcg/index.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 4000, MOST = 14 };

struct web {
    uint32_t count;
    bool calls[MOST][MOST];
    bool guess[MOST][MOST];
};

static struct web random_web(struct random *random)
{
    struct web web = {.count = 1 + draw(random, MOST)};
    uint32_t percent = 3 + draw(random, 30);
    bool acyclic = chance(random, 40);
    for (uint32_t i = 0; i < web.count; i++) {
        for (uint32_t j = 0; j < web.count; j++) {
            web.calls[i][j] = (!acyclic || i < j) && chance(random, percent);
            web.guess[i][j] = !web.calls[i][j] && chance(random, 5);
        }
    }
    return web;
}

static struct cg_graph *graph_of(const struct web *web)
{
    struct cg_graph *graph = new_graph();
    char name[16];
    for (uint32_t i = 0; i < web->count; i++) {
        sprintf(name, "f%u", i);
        add_node(graph, name, NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (uint32_t i = 0; i < web->count; i++) {
        for (uint32_t j = 0; j < web->count; j++) {
            if (web->calls[i][j] || web->guess[i][j]) {
                add_edge(graph, i, j, web->guess[i][j] ? CG_EDGE_CANDIDATE : CG_EDGE_DIRECT);
            }
        }
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

/* Everything that is reached without going through one node. */
static void reach(const struct web *web, bool *seen, uint32_t at, uint32_t without, bool back)
{
    if (at == without || seen[at]) {
        return;
    }
    seen[at] = true;
    for (uint32_t i = 0; i < web->count; i++) {
        if (back ? web->calls[i][at] : web->calls[at][i]) {
            reach(web, seen, i, without, back);
        }
    }
}

static bool leads(const struct web *web, uint32_t from, uint32_t to)
{
    bool seen[MOST] = {false};
    reach(web, seen, from, CG_NONE, false);
    return seen[to];
}

static bool has(const uint32_t *numbers, size_t count, uint32_t number)
{
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) {
        found += numbers[i] == number;
        ck_assert(i == 0 || numbers[i - 1] < numbers[i]);
    }
    ck_assert_uint_le(found, 1);
    return found;
}

static void check_condensation(const struct web *web, const struct cg_condensation *c)
{
    bool calls[MOST][MOST] = {{false}};
    for (uint32_t i = 0; i < web->count; i++) {
        uint32_t component = cg_condensation_component(c, i);
        struct cg_function_set members = cg_condensation_members(c, component);
        ck_assert(has(members.nodes, members.count, i));
        for (uint32_t j = 0; j < web->count; j++) {
            bool same = leads(web, i, j) && leads(web, j, i);
            uint32_t other = cg_condensation_component(c, j);
            ck_assert_int_eq(same, component == other);
            calls[component][other] |= web->calls[i][j] && !same;
        }
    }
    size_t functions = 0;
    for (uint32_t a = 0; a < cg_condensation_count(c); a++) {
        functions += cg_condensation_members(c, a).count;
        for (uint32_t b = 0; b < cg_condensation_count(c); b++) {
            const uint32_t *callees, *callers;
            uint32_t callee_count = cg_condensation_callees(c, a, &callees);
            uint32_t caller_count = cg_condensation_callers(c, b, &callers);
            bool call = has(callees, callee_count, b);
            ck_assert_int_eq(call, calls[a][b]);
            ck_assert_int_eq(call, has(callers, caller_count, a));
            ck_assert(!call || b < a);
        }
    }
    ck_assert_uint_eq(functions, web->count);
}

START_TEST(components_are_condensed)
{
    struct random random = {71};
    for (int i = 0; i < CASES; i++) {
        struct web web = random_web(&random);
        struct cg_graph *graph = graph_of(&web);
        struct cg_condensation *c;
        ck_assert_int_eq(cg_condense(&c, graph, NULL), CG_OK);
        check_condensation(&web, c);
        cg_condensation_free(c);
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(small_graphs_have_their_closure)
{
    struct random random = {73};
    for (int i = 0; i < CASES; i++) {
        struct web web = random_web(&random);
        struct cg_graph *graph = graph_of(&web);
        struct cg_index *index;
        struct cg_index_cursor *asker;
        ck_assert_int_eq(cg_index_new(&index, graph, NULL), CG_OK);
        ck_assert_int_eq(cg_index_cursor_new(&asker, index, NULL), CG_OK);
        for (uint32_t a = 0; a < web.count; a++) {
            for (uint32_t b = 0; b < web.count; b++) {
                ck_assert_int_eq(cg_index_reaches(asker, a, b), leads(&web, a, b));
            }
        }
        cg_index_cursor_free(asker);
        cg_index_free(index);
        cg_graph_free(graph);
    }
}
END_TEST

/* More components than a closure is stored for; calls go far and near, some make cycles. */
static struct cg_graph *large_graph(struct random *random, uint32_t nodes, uint32_t per_node)
{
    struct cg_graph *graph = new_graph();
    char name[16];
    for (uint32_t i = 0; i < nodes; i++) {
        sprintf(name, "f%u", i);
        add_node(graph, name, NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (uint32_t i = 0; i < nodes * per_node; i++) {
        uint32_t a = draw(random, nodes);
        uint32_t far = draw(random, 2) ? nodes : 200;
        uint32_t b = a + draw(random, far);
        bool cycle = draw(random, 1000) == 0;
        if (b < nodes) {
            add_edge(graph, cycle ? b : a, cycle ? a : b, CG_EDGE_DIRECT);
        }
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

static void check_large(struct cg_graph *graph, struct random *random, uint64_t *yes)
{
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t *distance = malloc(nodes * sizeof *distance);
    struct cg_index *index;
    struct cg_index_cursor *asker;
    ck_assert_int_eq(cg_index_new(&index, graph, NULL), CG_OK);
    ck_assert_int_eq(cg_index_cursor_new(&asker, index, NULL), CG_OK);
    for (int i = 0; i < 30; i++) {
        cg_node from = draw(random, nodes);
        ck_assert_int_eq(cg_search(distance, graph, &(struct cg_function_set){&from, 1}, CG_CALLEES,
                                   CG_NONE, NULL),
                         CG_OK);
        for (cg_node to = 0; to < nodes; to++) {
            ck_assert_int_eq(cg_index_reaches(asker, from, to), distance[to] != CG_NONE);
            *yes += distance[to] != CG_NONE;
        }
    }
    cg_index_cursor_free(asker);
    cg_index_free(index);
    free(distance);
}

START_TEST(large_graphs_have_labels)
{
    struct random random = {79};
    static const uint32_t shapes[][2] = {{12000, 1}, {12000, 2}, {20000, 3}};
    for (int i = 0; i < 3; i++) {
        struct cg_graph *graph = large_graph(&random, shapes[i][0], shapes[i][1]);
        uint64_t yes = 0;
        check_large(graph, &random, &yes);
        ck_assert_uint_gt(yes, 40);
        cg_graph_free(graph);
    }
}
END_TEST

/* Dominators */

struct starts {
    cg_node nodes[MOST];
    size_t count;
    bool back;
};

static void reached_without(const struct web *web, const struct starts *starts, uint32_t without,
                            bool *seen)
{
    memset(seen, 0, MOST * sizeof *seen);
    for (size_t i = 0; i < starts->count; i++) {
        reach(web, seen, starts->nodes[i], without, starts->back);
    }
}

static bool is_start(const struct starts *starts, uint32_t node)
{
    for (size_t i = 0; i < starts->count; i++) {
        if (starts->nodes[i] == node) {
            return true;
        }
    }
    return false;
}

/* By definition: d dominates n when n is not reached without d; the immediate one is that which all
 * others dominate. */
static uint32_t slow_dominator(const struct web *web, const struct starts *starts, uint32_t node)
{
    bool all[MOST];
    bool dominates[MOST] = {false};
    uint32_t immediate = node;
    reached_without(web, starts, CG_NONE, all);
    if (!all[node]) {
        return CG_NONE;
    }
    for (uint32_t d = 0; d < web->count; d++) {
        bool seen[MOST];
        reached_without(web, starts, d, seen);
        dominates[d] = d != node && all[d] && !seen[node];
    }
    for (uint32_t d = 0; d < web->count; d++) {
        bool nearest = dominates[d];
        bool seen[MOST];
        reached_without(web, starts, d, seen);
        for (uint32_t e = 0; nearest && e < web->count; e++) {
            bool without[MOST];
            reached_without(web, starts, e, without);
            nearest = !dominates[e] || e == d || !without[d];
        }
        immediate = nearest ? d : immediate;
    }
    return immediate;
}

START_TEST(dominators_are_as_defined)
{
    struct random random = {83};
    uint32_t found = 0;
    for (int i = 0; i < CASES; i++) {
        struct web web = random_web(&random);
        struct cg_graph *graph = graph_of(&web);
        struct starts starts = {.count = 1 + draw(&random, 3), .back = chance(&random, 50)};
        cg_node dominator[MOST];
        for (size_t s = 0; s < starts.count; s++) {
            starts.nodes[s] = draw(&random, web.count);
        }
        ck_assert_int_eq(cg_dominators(dominator, graph, starts.nodes, starts.count,
                                       starts.back ? CG_CALLERS : CG_CALLEES, NULL),
                         CG_OK);
        for (uint32_t node = 0; node < web.count; node++) {
            uint32_t expected = slow_dominator(&web, &starts, node);
            ck_assert_uint_eq(dominator[node], expected);
            ck_assert(!is_start(&starts, node) || dominator[node] == node);
            found += expected != CG_NONE && expected != node;
        }
        cg_graph_free(graph);
    }
    ck_assert_uint_gt(found, CASES);
}
END_TEST

START_TEST(long_chains_are_no_trouble)
{
    enum { LENGTH = 300000 };
    struct cg_graph *graph = new_graph();
    char name[16];
    cg_node *dominator = malloc(LENGTH * sizeof *dominator);
    cg_node start = 0;
    for (uint32_t i = 0; i < LENGTH; i++) {
        sprintf(name, "f%u", i);
        add_node(graph, name, NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (uint32_t i = 1; i < LENGTH; i++) {
        add_edge(graph, i - 1, i, CG_EDGE_DIRECT);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_dominators(dominator, graph, &start, 1, CG_CALLEES, NULL), CG_OK);
    for (uint32_t i = 1; i < LENGTH; i++) {
        ck_assert_uint_eq(dominator[i], i - 1);
    }
    free(dominator);
    cg_graph_free(graph);
}
END_TEST

START_TEST(the_graph_must_be_frozen)
{
    struct cg_graph *graph = new_graph();
    struct cg_condensation *c;
    struct cg_index *index;
    cg_node dominator;
    cg_node start = 7;
    ck_assert_int_eq(cg_condense(&c, graph, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_index_new(&index, graph, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_dominators(&dominator, graph, &start, 1, CG_CALLEES, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_dominators(&dominator, graph, &start, 1, CG_CALLEES, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_index_new(&index, graph, NULL), CG_OK);
    cg_index_free(index);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {components_are_condensed,
                                  small_graphs_have_their_closure,
                                  large_graphs_have_labels,
                                  dominators_are_as_defined,
                                  long_chains_are_no_trouble,
                                  the_graph_must_be_frozen,
                                  NULL};
    return run_tests("ask", tests, 240);
}
