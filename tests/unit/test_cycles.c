/* Cycles of random graphs against distances computed the slow way. */
#include "support.h"

#include <libcg/common_callers.h>
#include <libcg/cycles.h>
#include <libcg/query.h>

#include <stdio.h>
#include <stdlib.h>

enum { CASES = 6000, MOST = 9 };

struct web {
    uint32_t count;
    bool calls[MOST][MOST];
    uint32_t distance[MOST][MOST]; /* edges, of one or more functions; CG_NONE */
    uint32_t rank[MOST];
    struct cg_graph *graph;
};

static void close_web(struct web *web)
{
    for (uint32_t i = 0; i < web->count; i++) {
        for (uint32_t j = 0; j < web->count; j++) {
            web->distance[i][j] = web->calls[i][j] ? 1 : CG_NONE;
        }
    }
    for (uint32_t via = 0; via < web->count; via++) {
        for (uint32_t i = 0; i < web->count; i++) {
            for (uint32_t j = 0; j < web->count; j++) {
                uint64_t length = (uint64_t)web->distance[i][via] + web->distance[via][j];
                if (length < web->distance[i][j]) {
                    web->distance[i][j] = (uint32_t)length;
                }
            }
        }
    }
}

static void rank_web(struct web *web)
{
    cg_node *order;
    ck_assert_int_eq(cg_graph_canonical_order(&order, web->graph, NULL), CG_OK);
    for (uint32_t i = 0; i < web->count; i++) {
        web->rank[order[i]] = i;
    }
    free(order);
}

static void make_web(struct web *web, struct random *random)
{
    uint32_t percent = 3 + draw(random, 30);
    char name[16];
    *web = (struct web){.count = 1 + draw(random, MOST), .graph = new_graph()};
    for (uint32_t i = 0; i < web->count; i++) {
        sprintf(name, "f%u", (i * 7 + 3) % 10);
        add_node(web->graph, name, NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (uint32_t i = 0; i < web->count; i++) {
        for (uint32_t j = 0; j < web->count; j++) {
            web->calls[i][j] = chance(random, percent);
            bool guess = !web->calls[i][j] && chance(random, 5);
            if (web->calls[i][j] || guess) {
                add_edge(web->graph, i, j, guess ? CG_EDGE_CANDIDATE : CG_EDGE_DIRECT);
            }
        }
    }
    ck_assert_int_eq(cg_graph_freeze(web->graph, NULL), CG_OK);
    close_web(web);
    rank_web(web);
}

static bool are_one(const struct web *web, cg_node a, cg_node b)
{
    return a == b || (web->distance[a][b] != CG_NONE && web->distance[b][a] != CG_NONE);
}

static uint32_t size_of(const struct web *web, cg_node node)
{
    uint32_t size = 0;
    for (cg_node other = 0; other < web->count; other++) {
        size += are_one(web, node, other);
    }
    return size;
}

static bool is_first(const struct web *web, cg_node node)
{
    for (cg_node other = 0; other < web->count; other++) {
        if (are_one(web, node, other) && web->rank[other] < web->rank[node]) {
            return false;
        }
    }
    return true;
}

/* The shortest cycle of several functions through a function. */
static uint32_t shortest(const struct web *web, cg_node node)
{
    uint32_t best = CG_NONE;
    for (cg_node other = 0; other < web->count; other++) {
        uint64_t length = (uint64_t)web->distance[node][other] + web->distance[other][node];
        best = other != node && length < best ? (uint32_t)length : best;
    }
    return best == CG_NONE ? 1 : best;
}

static void check_cycle(const struct web *web, const cg_edge *edges, size_t length)
{
    cg_node first = cg_edge_caller(web->graph, edges[0]);
    ck_assert(is_first(web, first));
    ck_assert_uint_eq(length, shortest(web, first));
    for (size_t i = 0; i < length; i++) {
        cg_node callee = cg_edge_callee(web->graph, edges[i]);
        ck_assert_int_eq(cg_edge_kinds(web->graph, edges[i]), CG_EDGE_DIRECT);
        ck_assert_uint_eq(callee,
                          i + 1 < length ? cg_edge_caller(web->graph, edges[i + 1]) : first);
    }
}

static uint32_t cyclic_components(const struct web *web)
{
    uint32_t count = 0;
    for (cg_node node = 0; node < web->count; node++) {
        count += is_first(web, node) && web->distance[node][node] != CG_NONE;
    }
    return count;
}

START_TEST(each_component_has_a_shortest_cycle)
{
    struct random random = {211};
    uint32_t long_ones = 0;
    for (int i = 0; i < CASES; i++) {
        struct web web;
        struct cg_condensation *c;
        struct cg_cycles *cycles;
        uint32_t before = CG_NONE;
        uint32_t before_rank = 0;
        make_web(&web, &random);
        ck_assert_int_eq(cg_condense(&c, web.graph, NULL), CG_OK);
        ck_assert_int_eq(cg_cycles_find(&cycles, web.graph, c, NULL), CG_OK);
        ck_assert_uint_eq(cg_cycles_count(cycles), cyclic_components(&web));
        for (size_t k = 0; k < cg_cycles_count(cycles); k++) {
            struct cg_call_set calls = cg_cycles_at(cycles, k);
            cg_node first = cg_edge_caller(web.graph, calls.edges[0]);
            uint32_t size = size_of(&web, first);
            check_cycle(&web, calls.edges, calls.count);
            ck_assert_uint_eq(cg_condensation_component(c, first), cg_cycles_component(cycles, k));
            ck_assert_uint_le(size, before);
            ck_assert(size < before || web.rank[first] > before_rank);
            long_ones += calls.count > 2;
            before = size;
            before_rank = web.rank[first];
        }
        cg_cycles_free(cycles);
        cg_condensation_free(c);
        cg_graph_free(web.graph);
    }
    ck_assert_uint_gt(long_ones, CASES / 20);
}
END_TEST

START_TEST(cycles_need_a_frozen_graph)
{
    struct cg_graph *graph = new_graph();
    struct cg_cycles *cycles;
    ck_assert_int_eq(cg_cycles_find(&cycles, graph, NULL, NULL), CG_E_STATE);
    cg_graph_free(graph);
    cg_cycles_free(NULL);
}
END_TEST

struct sets {
    struct cg_function_set sets[3];
    cg_node nodes[3][MOST];
    size_t count;
};

static void choose_sets(struct sets *sets, const struct web *web, struct random *random)
{
    sets->count = 1 + draw(random, 3);
    for (size_t i = 0; i < sets->count; i++) {
        size_t count = chance(random, 5) ? 0 : 1 + draw(random, 2);
        sets->sets[i] = (struct cg_function_set){sets->nodes[i], count};
        for (size_t k = 0; k < count; k++) {
            sets->nodes[i][k] = draw(random, web->count);
        }
    }
}

static bool leads_to_all(const struct web *web, const struct sets *sets, cg_node node)
{
    for (size_t i = 0; i < sets->count; i++) {
        bool leads = false;
        for (size_t k = 0; k < sets->sets[i].count; k++) {
            cg_node to = sets->nodes[i][k];
            leads = leads || to == node || web->distance[node][to] != CG_NONE;
        }
        if (!leads) {
            return false;
        }
    }
    return true;
}

static bool is_nearest(const struct web *web, const struct sets *sets, cg_node node)
{
    for (cg_node other = 0; other < web->count; other++) {
        if (web->distance[node][other] != CG_NONE && !are_one(web, node, other) &&
            leads_to_all(web, sets, other)) {
            return false;
        }
    }
    return leads_to_all(web, sets, node);
}

START_TEST(common_callers_are_the_nearest)
{
    struct random random = {223};
    uint32_t several = 0;
    for (int i = 0; i < CASES; i++) {
        struct web web;
        struct sets sets;
        bool nearest[MOST];
        uint32_t count = 0;
        make_web(&web, &random);
        choose_sets(&sets, &web, &random);
        ck_assert_int_eq(cg_common_callers(nearest, web.graph, sets.sets, sets.count, NULL), CG_OK);
        for (cg_node node = 0; node < web.count; node++) {
            ck_assert_int_eq(nearest[node], is_nearest(&web, &sets, node));
            count += nearest[node];
        }
        several += count > 1;
        cg_graph_free(web.graph);
    }
    ck_assert_uint_gt(several, CASES / 20);
}
END_TEST

START_TEST(common_callers_check_what_is_asked)
{
    struct cg_graph *graph = new_graph();
    cg_node wrong = 5;
    const struct cg_function_set set = {&wrong, 1};
    bool nearest[1];
    add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    ck_assert_int_eq(cg_common_callers(nearest, graph, &set, 1, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_common_callers(nearest, graph, &set, 0, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_common_callers(nearest, graph, &set, 1, NULL), CG_E_ARGUMENT);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {each_component_has_a_shortest_cycle, cycles_need_a_frozen_graph,
                                  common_callers_are_the_nearest,
                                  common_callers_check_what_is_asked, NULL};
    return run_tests("cycles", tests, 120);
}
