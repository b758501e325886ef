/* Paths between functions: random graphs against exhaustive search. */
#include "support.h"

#include <libcg/paths.h>
#include <libcg/query.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 3000, MOST = 9, MOST_PATHS = 40000 };

struct web {
    uint32_t count;
    bool calls[MOST][MOST];
    bool guess[MOST][MOST];
    double weight[MOST][MOST];
    bool avoid[MOST];
    bool from[MOST];
    bool to[MOST];
    bool weighted;
    uint32_t limit;
};

static struct web random_web(struct random *random)
{
    struct web web = {.count = 1 + draw(random, MOST),
                      .weighted = chance(random, 50),
                      .limit = chance(random, 30) ? draw(random, 6) : CG_NONE};
    uint32_t percent = 5 + draw(random, 40);
    web.limit = web.weighted ? CG_NONE : web.limit;
    for (uint32_t i = 0; i < web.count; i++) {
        web.avoid[i] = chance(random, 8);
        web.from[i] = chance(random, 20);
        web.to[i] = chance(random, 20);
        for (uint32_t j = 0; j < web.count; j++) {
            web.calls[i][j] = chance(random, percent);
            web.guess[i][j] = !web.calls[i][j] && chance(random, 5);
            web.weight[i][j] = web.weighted ? draw(random, 4) : 1;
            if (web.weighted && chance(random, 10)) {
                web.weight[i][j] = INFINITY;
            }
        }
    }
    return web;
}

/* Names are not in the order of numbers, so that order by one is not order by the other. */
static struct cg_graph *graph_of(const struct web *web)
{
    struct cg_graph *graph = new_graph();
    char name[16];
    for (uint32_t i = 0; i < web->count; i++) {
        sprintf(name, "f%u", (i * 7 + 3) % 10);
        add_node(graph, name, i >= 5 ? "b.c" : "a.c", true, CG_LINKAGE_EXTERNAL);
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

struct slow_path {
    cg_node nodes[MOST];
    uint32_t count;
    double weight;
};

struct slow_paths {
    struct slow_path *paths;
    uint32_t count;
    const struct web *web;
    uint32_t *rank; /* by node, in canonical order */
};

static void extend(struct slow_paths *all, struct slow_path *path)
{
    const struct web *web = all->web;
    cg_node at = path->nodes[path->count - 1];
    if (web->to[at]) {
        if (path->count - 1 <= web->limit) {
            ck_assert_uint_lt(all->count, MOST_PATHS);
            all->paths[all->count++] = *path;
        }
        return;
    }
    for (cg_node next = 0; next < web->count; next++) {
        bool used = web->from[next] || web->avoid[next] || !web->calls[at][next] ||
                    isinf(web->weight[at][next]);
        for (uint32_t i = 0; i < path->count; i++) {
            used = used || path->nodes[i] == next;
        }
        if (!used) {
            struct slow_path longer = *path;
            longer.nodes[longer.count++] = next;
            longer.weight += web->weight[at][next];
            extend(all, &longer);
        }
    }
}

static int compare_nodes(const struct slow_paths *all, const struct slow_path *a,
                         const struct slow_path *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        if (a->nodes[i] != b->nodes[i]) {
            return all->rank[a->nodes[i]] < all->rank[b->nodes[i]] ? -1 : 1;
        }
    }
    return 0;
}

static int by_length(const void *a, const void *b, void *user)
{
    const struct slow_path *x = a;
    const struct slow_path *y = b;
    if (x->weight != y->weight) {
        return x->weight < y->weight ? -1 : 1;
    }
    if (x->count != y->count) {
        return x->count < y->count ? -1 : 1;
    }
    return compare_nodes(user, x, y);
}

static int by_nodes(const void *a, const void *b, void *user)
{
    return compare_nodes(user, a, b);
}

static struct slow_paths all_paths(const struct web *web, const struct cg_graph *graph)
{
    /* One at a time, and not allocated each time: that takes longer than filling it. */
    static struct slow_path paths[MOST_PATHS];
    struct slow_paths all = {.web = web, .paths = paths};
    cg_node *order;
    all.rank = malloc(MOST * sizeof *all.rank);
    ck_assert_int_eq(cg_graph_canonical_order(&order, graph, NULL), CG_OK);
    for (uint32_t i = 0; i < web->count; i++) {
        all.rank[order[i]] = i;
    }
    free(order);
    for (cg_node start = 0; start < web->count; start++) {
        if (web->from[start] && !web->avoid[start]) {
            extend(&all, &(struct slow_path){.nodes = {start}, .count = 1});
        }
    }
    return all;
}

static void slow_free(struct slow_paths *all)
{
    free(all->rank);
}

struct question {
    struct cg_path_query query;
    cg_node from[MOST + 1];
    cg_node to[MOST + 1];
    double weights[MOST * MOST];
};

static void ask(struct question *q, const struct web *web, const struct cg_graph *graph)
{
    q->query = (struct cg_path_query)CG_PATH_QUERY_INIT;
    for (cg_node i = web->count; i-- > 0;) {
        if (web->from[i]) {
            q->from[q->query.from_count++] = i;
        }
        if (web->to[i]) {
            q->to[q->query.to_count++] = i;
        }
    }
    if (q->query.from_count) { /* repetition has no effect */
        q->from[q->query.from_count] = q->from[0];
        q->query.from_count++;
    }
    for (cg_edge e = 0; e < cg_graph_edge_count(graph); e++) {
        q->weights[e] = web->weight[cg_edge_caller(graph, e)][cg_edge_callee(graph, e)];
    }
    q->query.from = q->from;
    q->query.to = q->to;
    q->query.avoid = web->avoid;
    q->query.weight = web->weighted ? q->weights : NULL;
    q->query.limit = web->limit;
}

static void check_path(const struct cg_graph *graph, const struct cg_call_path *path,
                       const struct slow_path *expected)
{
    ck_assert_uint_eq(path->length, expected->count - 1);
    ck_assert_uint_eq(path->start, expected->nodes[0]);
    for (size_t i = 0; i < path->length; i++) {
        ck_assert_uint_eq(cg_edge_caller(graph, path->edges[i]), expected->nodes[i]);
        ck_assert_uint_eq(cg_edge_callee(graph, path->edges[i]), expected->nodes[i + 1]);
    }
}

struct walk {
    const struct cg_graph *graph;
    const struct slow_paths *all;
    uint32_t seen;
    uint32_t stop;
};

static bool see(void *user, const struct cg_call_path *path)
{
    struct walk *walk = user;
    ck_assert_uint_lt(walk->seen, walk->all->count);
    check_path(walk->graph, path, &walk->all->paths[walk->seen]);
    return ++walk->seen < walk->stop;
}

static void unweigh(struct web *web)
{
    web->weighted = false;
    for (cg_node i = 0; i < MOST * MOST; i++) {
        web->weight[i / MOST][i % MOST] = 1;
    }
}

START_TEST(simple_paths_are_all_there)
{
    struct random random = {97};
    for (int i = 0; i < CASES; i++) {
        struct web web = random_web(&random);
        unweigh(&web);
        struct cg_graph *graph = graph_of(&web);
        struct slow_paths all = all_paths(&web, graph);
        struct question q = {0};
        struct walk walk = {graph, &all, 0, chance(&random, 20) ? 1 + draw(&random, 5) : CG_NONE};
        ask(&q, &web, graph);
        qsort_r(all.paths, all.count, sizeof *all.paths, by_nodes, &all);
        ck_assert_int_eq(cg_simple_paths(graph, &q.query, see, &walk, NULL), CG_OK);
        ck_assert_uint_eq(walk.seen, all.count < walk.stop ? all.count : walk.stop);
        slow_free(&all);
        cg_graph_free(graph);
    }
}
END_TEST

/* The least length of a walk by way of a set, edge by edge: best[passed][node] of walks that have
 * so many edges. */
struct slow_walks {
    double best[2][MOST];
};

static struct slow_walks longer_walks(const struct web *web, const bool *through,
                                      const struct slow_walks *walks)
{
    struct slow_walks next;
    for (int i = 0; i < 2 * MOST; i++) {
        next.best[i / MOST][i % MOST] = INFINITY;
    }
    for (cg_node a = 0; a < web->count; a++) {
        for (cg_node b = 0; b < web->count; b++) {
            for (int passed = 0; passed < 2 && web->calls[a][b]; passed++) {
                double weight = walks->best[passed][a] + web->weight[a][b];
                double *best = &next.best[passed || through[b]][b];
                if (!web->avoid[b] && weight < *best) {
                    *best = weight;
                }
            }
        }
    }
    return next;
}

/* @return the edges of a shortest walk, -1: there is none */
static int slow_through(const struct web *web, const bool *through, double *weight)
{
    struct slow_walks walks;
    int edges = -1;
    *weight = INFINITY;
    for (cg_node i = 0; i < MOST; i++) {
        bool start = i < web->count && web->from[i] && !web->avoid[i];
        walks.best[0][i] = start && !through[i] ? 0 : INFINITY;
        walks.best[1][i] = start && through[i] ? 0 : INFINITY;
    }
    for (int length = 0; length <= 2 * MOST && (uint32_t)length <= web->limit; length++) {
        for (cg_node i = 0; i < web->count; i++) {
            if (web->to[i] && walks.best[1][i] < *weight) {
                *weight = walks.best[1][i];
                edges = length;
            }
        }
        walks = longer_walks(web, through, &walks);
    }
    return edges;
}

/* Look whether edges are a path of the length they should have. */
static void check_walk(const struct web *web, const struct cg_graph *graph, const bool *through,
                       const cg_edge *path, size_t length, bool simple, double weight)
{
    int visits[MOST] = {0};
    bool passed = through[cg_edge_caller(graph, path[0])];
    bool once = true;
    ck_assert(web->from[cg_edge_caller(graph, path[0])]);
    ck_assert(web->to[cg_edge_callee(graph, path[length - 1])]);
    visits[cg_edge_caller(graph, path[0])] = 1;
    for (size_t i = 0; i < length; i++) {
        cg_node callee = cg_edge_callee(graph, path[i]);
        ck_assert(i == 0 || cg_edge_caller(graph, path[i]) == cg_edge_callee(graph, path[i - 1]));
        ck_assert(cg_edge_kinds(graph, path[i]) == CG_EDGE_DIRECT);
        passed = passed || through[callee];
        once = once && visits[callee]++ == 0;
        weight -= web->weight[cg_edge_caller(graph, path[i])][callee];
    }
    ck_assert(passed);
    ck_assert_int_eq(once, simple);
    ck_assert_double_eq(weight, 0);
}

START_TEST(shortest_paths_through_a_set)
{
    struct random random = {103};
    uint32_t found_count = 0;
    uint32_t repeated = 0;
    for (int i = 0; i < 10 * CASES; i++) {
        struct web web = random_web(&random);
        struct cg_graph *graph = graph_of(&web);
        struct question q = {0};
        bool through[MOST];
        struct cg_found_path path;
        double weight;
        for (cg_node n = 0; n < web.count; n++) {
            through[n] = chance(&random, 15);
        }
        ask(&q, &web, graph);
        int expected = slow_through(&web, through, &weight);
        ck_assert_int_eq(cg_shortest_path_through(&path, graph, &q.query, through, NULL), CG_OK);
        ck_assert_int_eq(path.found, expected >= 0);
        ck_assert_uint_eq(path.length, expected > 0 ? (size_t)expected : 0);
        if (expected > 0) {
            check_walk(&web, graph, through, path.edges, path.length, path.simple, weight);
        }
        found_count += expected > 0;
        repeated += expected > 0 && !path.simple;
        free(path.edges);
        cg_graph_free(graph);
    }
    ck_assert_uint_gt(found_count, CASES / 8);
    ck_assert_uint_gt(repeated, 10);
}
END_TEST

static bool see_until(void *user, const struct cg_call_path *path)
{
    struct walk *walk = user;
    ck_assert_uint_lt(walk->seen, walk->all->count);
    check_path(walk->graph, path, &walk->all->paths[walk->seen]);
    ck_assert_double_eq(path->weight, walk->all->paths[walk->seen].weight);
    return ++walk->seen < walk->stop;
}

START_TEST(shortest_paths_come_in_order)
{
    struct random random = {107};
    uint64_t found = 0;
    for (int i = 0; i < CASES; i++) {
        struct web web = random_web(&random);
        struct cg_graph *graph = graph_of(&web);
        struct slow_paths all = all_paths(&web, graph);
        struct question q = {0};
        struct walk walk = {graph, &all, 0, chance(&random, 50) ? 1 + draw(&random, 9) : CG_NONE};
        ask(&q, &web, graph);
        qsort_r(all.paths, all.count, sizeof *all.paths, by_length, &all);
        ck_assert_int_eq(cg_visit_shortest_paths(graph, &q.query, see_until, &walk, NULL), CG_OK);
        ck_assert_uint_eq(walk.seen, all.count < walk.stop ? all.count : walk.stop);
        found += walk.seen;
        slow_free(&all);
        cg_graph_free(graph);
    }
    ck_assert_uint_gt(found, CASES / 2);
}
END_TEST

static bool count_path(void *user, const struct cg_call_path *path)
{
    (void)path;
    return ++*(uint32_t *)user < 5;
}

/* A start that leads to a trap where paths without number go round, and to the target besides. */
START_TEST(dead_ends_cost_no_time)
{
    enum { TRAP = 60 };
    struct cg_graph *graph = new_graph();
    char name[16];
    cg_node from = add_node(graph, "from", NULL, true, CG_LINKAGE_EXTERNAL);
    cg_node to = add_node(graph, "zzz", NULL, true, CG_LINKAGE_EXTERNAL);
    cg_node gate = add_node(graph, "gate", NULL, true, CG_LINKAGE_EXTERNAL);
    cg_node trap[TRAP];
    struct cg_path_query query = CG_PATH_QUERY_INIT;
    uint32_t seen = 0;
    for (int i = 0; i < TRAP; i++) {
        sprintf(name, "t%02d", i);
        trap[i] = add_node(graph, name, NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (int i = 0; i < TRAP; i++) {
        for (int j = 0; j < TRAP; j++) {
            add_edge(graph, trap[i], trap[j], CG_EDGE_DIRECT);
        }
        add_edge(graph, trap[i], gate, CG_EDGE_DIRECT); /* which the path came through */
    }
    add_edge(graph, from, gate, CG_EDGE_DIRECT);
    add_edge(graph, gate, trap[0], CG_EDGE_DIRECT);
    add_edge(graph, gate, to, CG_EDGE_DIRECT);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    query.from = &from;
    query.to = &to;
    query.from_count = query.to_count = 1;
    ck_assert_int_eq(cg_simple_paths(graph, &query, count_path, &seen, NULL), CG_OK);
    ck_assert_uint_eq(seen, 1);
    cg_graph_free(graph);
}
END_TEST

/* Each function of a chain also calls a second one, which leads back to where the first began. */
START_TEST(long_ways_in_vain_are_gone_once)
{
    enum { LENGTH = 100000 };
    struct cg_graph *graph = new_graph();
    char name[16];
    struct cg_path_query query = CG_PATH_QUERY_INIT;
    uint32_t seen = 0;
    for (int i = 0; i < 2 * LENGTH; i++) {
        sprintf(name, "f%d", i);
        add_node(graph, name, NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (cg_node i = 0; i < LENGTH; i++) {
        cg_node back = LENGTH + i + 1;
        if (i + 1 < LENGTH) {
            add_edge(graph, i, i + 1, CG_EDGE_DIRECT);
        }
        add_edge(graph, i, LENGTH, CG_EDGE_DIRECT);
        add_edge(graph, LENGTH + i, back < 2 * LENGTH ? back : 1, CG_EDGE_DIRECT);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    cg_node from = 0, to = LENGTH - 1;
    query.from = &from;
    query.to = &to;
    query.from_count = query.to_count = 1;
    ck_assert_int_eq(cg_visit_shortest_paths(graph, &query, count_path, &seen, NULL), CG_OK);
    ck_assert_uint_eq(seen, 2);
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_is_asked_for_is_checked)
{
    struct cg_graph *graph = new_graph();
    cg_node node = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    add_edge(graph, node, node, CG_EDGE_DIRECT);
    struct cg_path_query query = CG_PATH_QUERY_INIT;
    cg_node wrong = 7;
    double weight = -1;
    uint32_t seen = 0;
    ck_assert_int_eq(cg_visit_shortest_paths(graph, &query, count_path, &seen, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_visit_shortest_paths(graph, &query, count_path, &seen, NULL), CG_OK);
    ck_assert_uint_eq(seen, 0);
    query.weight = &weight;
    ck_assert_int_eq(cg_visit_shortest_paths(graph, &query, count_path, &seen, NULL),
                     CG_E_ARGUMENT);
    query.limit = 3;
    weight = 1;
    ck_assert_int_eq(cg_visit_shortest_paths(graph, &query, count_path, &seen, NULL),
                     CG_E_ARGUMENT);
    query.from = &wrong;
    query.from_count = 1;
    ck_assert_int_eq(cg_simple_paths(graph, &query, count_path, NULL, NULL), CG_E_ARGUMENT);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {shortest_paths_come_in_order,
                                  simple_paths_are_all_there,
                                  shortest_paths_through_a_set,
                                  dead_ends_cost_no_time,
                                  long_ways_in_vain_are_gone_once,
                                  what_is_asked_for_is_checked,
                                  NULL};
    return run_tests("paths", tests, 240);
}
