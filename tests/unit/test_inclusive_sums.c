/* Inclusive sums of random graphs, against adding up what each function reaches. */
#include "support.h"

#include <libcg/inclusive.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NODES 24
#define RANDOM_GRAPHS 4000

struct sample {
    uint32_t nodes;
    bool leads[MAX_NODES][MAX_NODES];
    double value[MAX_NODES];
};

static struct cg_graph *random_graph(struct sample *s, struct random *random)
{
    struct cg_graph *graph = new_graph();
    s->nodes = 1 + draw(random, MAX_NODES);
    uint32_t density = 2 + draw(random, 15), back = draw(random, 3) * 2;
    bool whole = chance(random, 50);
    memset(s->leads, 0, sizeof s->leads);
    for (uint32_t a = 0; a < s->nodes; a++) {
        char name[] = {(char)('a' + a), '\0'};
        add_node(graph, name, "x.c", true, CG_LINKAGE_EXTERNAL);
        s->value[a] = (double)draw(random, 1000) - 100;
        s->value[a] = whole ? s->value[a] : ldexp(s->value[a] / 7, (int)draw(random, 40) - 20);
    }
    for (uint32_t a = 0; a < s->nodes; a++) {
        for (uint32_t b = 0; b < s->nodes; b++) {
            if (chance(random, a < b ? density : back)) {
                bool guess = chance(random, 10);
                add_edge(graph, a, b, guess ? CG_EDGE_CANDIDATE : CG_EDGE_DIRECT);
                s->leads[a][b] = !guess;
            }
        }
        s->leads[a][a] = true;
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    for (uint32_t k = 0; k < s->nodes; k++) {
        for (uint32_t a = 0; a < s->nodes; a++) {
            for (uint32_t b = 0; b < s->nodes; b++) {
                s->leads[a][b] = s->leads[a][b] || (s->leads[a][k] && s->leads[k][b]);
            }
        }
    }
    return graph;
}

START_TEST(random_graphs)
{
    struct random random = {23};
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        struct sample s;
        struct cg_graph *graph = random_graph(&s, &random);
        double down[MAX_NODES], up[MAX_NODES];
        ck_assert_int_eq(cg_inclusive_sums(down, graph, s.value, CG_CALLEES, NULL), CG_OK);
        ck_assert_int_eq(cg_inclusive_sums(up, graph, s.value, CG_CALLERS, NULL), CG_OK);
        for (uint32_t a = 0; a < s.nodes; a++) {
            long double callees = 0, callers = 0;
            for (uint32_t b = 0; b < s.nodes; b++) {
                callees += s.leads[a][b] ? (long double)s.value[b] : 0;
                callers += s.leads[b][a] ? (long double)s.value[b] : 0;
            }
            ck_assert(fabs(down[a] - (double)callees) <= 1e-15 * fabs((double)callees) + 1e-9);
            ck_assert(fabs(up[a] - (double)callers) <= 1e-15 * fabs((double)callers) + 1e-9);
        }
        cg_graph_free(graph);
    }
}
END_TEST

/* a calls b and c, which both call d. */
static struct cg_graph *diamond(void)
{
    struct cg_graph *graph = new_graph();
    const char *const names[] = {"a", "b", "c", "d"};
    for (size_t i = 0; i < 4; i++) {
        add_node(graph, names[i], "x.c", true, CG_LINKAGE_EXTERNAL);
    }
    const cg_node calls[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    for (size_t i = 0; i < 4; i++) {
        add_edge(graph, calls[i][0], calls[i][1], CG_EDGE_DIRECT);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

/* Ladders of diamonds, as wide as it takes to be done in batches. */
START_TEST(paths_part_and_meet)
{
    enum { LEVELS = 60, WIDTH = 8, NODES = LEVELS * WIDTH };
    struct random random = {5};
    struct cg_graph *graph = new_graph();
    static bool leads[NODES][NODES];
    double values[NODES], down[NODES], up[NODES];
    for (uint32_t a = 0; a < NODES; a++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", a);
        add_node(graph, name, "x.c", true, CG_LINKAGE_EXTERNAL);
        values[a] = draw(&random, 1000);
        leads[a][a] = true;
    }
    for (uint32_t a = NODES; a-- > 0;) {
        for (uint32_t i = 0; i < 3 && a + WIDTH < NODES; i++) {
            uint32_t b = a / WIDTH * WIDTH + WIDTH + draw(&random, WIDTH * 2);
            b = b < NODES ? b : NODES - 1;
            add_edge(graph, a, b, CG_EDGE_DIRECT);
            for (uint32_t c = 0; c < NODES; c++) {
                leads[a][c] = leads[a][c] || leads[b][c];
            }
        }
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_inclusive_sums(down, graph, values, CG_CALLEES, NULL), CG_OK);
    ck_assert_int_eq(cg_inclusive_sums(up, graph, values, CG_CALLERS, NULL), CG_OK);
    for (uint32_t a = 0; a < NODES; a++) {
        double callees = 0, callers = 0;
        for (uint32_t b = 0; b < NODES; b++) {
            callees += leads[a][b] ? values[b] : 0;
            callers += leads[b][a] ? values[b] : 0;
        }
        ck_assert(down[a] == callees && up[a] == callers);
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(each_once_and_exact)
{
    struct cg_graph *graph = diamond();
    /* what rounds away when added to the large ones first */
    double values[] = {1e16, 1, -1e16, 1};
    ck_assert_int_eq(cg_inclusive_sums(values, graph, values, CG_CALLEES, NULL), CG_OK);
    ck_assert(values[0] == 2 && values[1] == 2 && values[2] == -1e16 + 1 && values[3] == 1);
    double largest[] = {1.7e308, -1.7e308, 5e-324, 1.7e308};
    ck_assert_int_eq(cg_inclusive_sums(largest, graph, largest, CG_CALLEES, NULL), CG_OK);
    ck_assert(largest[0] == 1.7e308 && largest[1] == 0 && largest[3] == 1.7e308);
    double none[4] = {0}, tiny[] = {5e-324, 5e-324, 0, 0};
    ck_assert_int_eq(cg_inclusive_sums(none, graph, none, CG_CALLERS, NULL), CG_OK);
    ck_assert(none[3] == 0);
    ck_assert_int_eq(cg_inclusive_sums(tiny, graph, tiny, CG_CALLERS, NULL), CG_OK);
    ck_assert(tiny[3] == 1e-323);
    cg_graph_free(graph);
}
END_TEST

START_TEST(misuse)
{
    struct cg_graph *graph = diamond(), *open = new_graph();
    double values[] = {0, 0, NAN, 0}, sums[4];
    ck_assert_int_eq(cg_inclusive_sums(sums, graph, values, CG_CALLEES, NULL), CG_E_ARGUMENT);
    values[2] = INFINITY;
    ck_assert_int_eq(cg_inclusive_sums(sums, graph, values, CG_CALLEES, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_inclusive_sums(sums, open, values, CG_CALLEES, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(open, NULL), CG_OK);
    ck_assert_int_eq(cg_inclusive_sums(sums, open, values, CG_CALLEES, NULL), CG_OK);
    cg_graph_free(graph);
    cg_graph_free(open);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_graphs, paths_part_and_meet, each_once_and_exact, misuse,
                                  NULL};
    return run_tests("inclusive sums", tests, 240);
}
