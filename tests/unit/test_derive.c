/* Recursion and loops along chains of calls: random graphs against slow oracles, and by hand. */
#include "support.h"

#include <libcg/derive.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 3000, MOST = 8 };

/* Programs, made up */

/** Function i is called "fI"; order decides which is added first. */
struct program {
    int count;
    bool calls[MOST][MOST];
    bool guess[MOST][MOST];
    int by_site[MOST][MOST];   /**< loops of a site; -1: no site */
    int by_caller[MOST][MOST]; /**< loops in loopCallDepth; -1: none */
    int own[MOST];             /**< loopDepth; -1: none */
    bool has_entry;            /**< function 0 */
};

static struct program random_program(struct random *random)
{
    struct program p = {.count = 1 + (int)draw(random, MOST), .has_entry = chance(random, 50)};
    bool acyclic = chance(random, 50);
    uint32_t percent = 10 + draw(random, 40);
    for (int i = 0; i < p.count; i++) {
        p.own[i] = chance(random, 60) ? (int)draw(random, 4) : -1;
        for (int j = 0; j < p.count; j++) {
            p.calls[i][j] = (!acyclic || i < j) && chance(random, percent);
            p.guess[i][j] = p.calls[i][j] && chance(random, 10);
            p.by_site[i][j] = chance(random, 60) ? (int)draw(random, 4) : -1;
            p.by_caller[i][j] = chance(random, 60) ? (int)draw(random, 4) : -1;
        }
    }
    return p;
}

static void name_of(char *name, int function)
{
    sprintf(name, function == 1 ? "f\"\\%d" : "f%d", function);
}

static void add_sites(struct cg_graph *graph, cg_edge edge, int loops)
{
    struct cg_site sites[] = {{.file = "a.c", .line = 1, .loops = (uint32_t)loops},
                              {.file = "a.c", .line = 2, .loops = (uint32_t)(loops / 2)}};
    ck_assert_int_eq(cg_sites_write(graph, edge, CG_KEY_CALL_SITES, sites, 2, NULL), CG_OK);
}

/* Callees are called by their name or, the even ones, by another name they have. */
static void add_loop_call_depth(struct cg_graph *graph, const struct program *p, int f,
                                cg_node node)
{
    char text[1024] = "{", part[64];
    for (int j = 0; j < p->count; j++) {
        if (p->by_caller[f][j] >= 0) {
            const char *name = j == 1 ? "f\\\"\\u005c" : j % 2 ? "f" : "other";
            snprintf(part, sizeof part, "%s\"%s%d\":%d", text[1] ? "," : "", name, j,
                     p->by_caller[f][j]);
            strcat(text, part);
        }
    }
    set(graph, CG_ON_NODE, node, CG_KEY_LOOP_CALL_DEPTH, strcat(text, "}"));
}

static void add_functions(struct cg_graph *graph, const struct program *p, const int *order,
                          cg_node *nodes)
{
    for (int k = 0; k < p->count; k++) {
        char name[16], other[16], text[32];
        int i = order[k];
        name_of(name, i);
        sprintf(other, "other%d", i);
        nodes[i] = add_node(graph, name, "a.c", true, CG_LINKAGE_EXTERNAL);
        ck_assert_int_eq(cg_node_add_name(graph, nodes[i], other, NULL), CG_OK);
        if (p->own[i] >= 0) {
            sprintf(text, "%d", p->own[i]);
            set(graph, CG_ON_NODE, nodes[i], CG_KEY_LOOP_DEPTH, text);
        }
        add_loop_call_depth(graph, p, i, nodes[i]);
    }
}

static struct cg_graph *program_graph(const struct program *p, struct random *random)
{
    struct cg_graph *graph = new_graph();
    cg_node nodes[MOST];
    int order[MOST];
    for (int i = 0; i < p->count; i++) {
        int at = (int)draw(random, (uint32_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    add_functions(graph, p, order, nodes);
    for (int k = p->count * p->count - 1; k >= 0; k--) {
        int i = order[k / p->count], j = order[k % p->count];
        if (p->calls[i][j]) {
            cg_edge edge = add_edge(graph, nodes[i], nodes[j],
                                    p->guess[i][j] ? CG_EDGE_CANDIDATE : CG_EDGE_DIRECT);
            if (p->by_site[i][j] >= 0) {
                add_sites(graph, edge, p->by_site[i][j]);
            }
        }
    }
    if (p->has_entry) {
        cg_graph_set_entry(graph, nodes[0]);
    }
    return graph;
}

/* The same the slow way */

/** Functions reached by at least one call. */
struct closure {
    bool reaches[MOST][MOST];
};

static bool is_call(const struct program *p, int i, int j)
{
    return p->calls[i][j] && !p->guess[i][j];
}

static struct closure close(const struct program *p)
{
    struct closure c;
    for (int i = 0; i < p->count; i++) {
        for (int j = 0; j < p->count; j++) {
            c.reaches[i][j] = is_call(p, i, j);
        }
    }
    for (int k = 0; k < p->count; k++) {
        for (int i = 0; i < p->count; i++) {
            for (int j = 0; j < p->count; j++) {
                c.reaches[i][j] |= c.reaches[i][k] && c.reaches[k][j];
            }
        }
    }
    return c;
}

static bool together(const struct closure *c, int i, int j)
{
    return i == j || (c->reaches[i][j] && c->reaches[j][i]);
}

/* Names sort as numbers do, but that of function 1 comes first. */
static int rank(int function)
{
    return function == 1 ? -1 : function;
}

static int first_of(const struct program *p, const struct closure *c, int f)
{
    int first = f;
    for (int i = 0; i < p->count; i++) {
        if (together(c, f, i) && rank(i) < rank(first)) {
            first = i;
        }
    }
    return first;
}

static void expected_recursion(char *text, const struct program *p, const struct closure *c, int f)
{
    int number = 0, size = 0;
    strcpy(text, "none");
    if (!c->reaches[f][f]) {
        return;
    }
    for (int i = 0; i < p->count; i++) {
        size += together(c, f, i);
        number += c->reaches[i][i] && first_of(p, c, i) == i && rank(i) < rank(first_of(p, c, f));
    }
    sprintf(text, "{\"component\":%d,\"size\":%d}", number, size);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int loops_of(const struct program *p, int i, int j)
{
    return larger(0, larger(p->by_site[i][j], p->by_caller[i][j]));
}

static int deepest_within(const struct program *p, const struct closure *c, int f)
{
    int deepest = 0;
    for (int i = 0; i < p->count; i++) {
        for (int j = 0; j < p->count; j++) {
            if (together(c, f, i) && together(c, f, j) && is_call(p, i, j)) {
                deepest = larger(deepest, loops_of(p, i, j));
            }
        }
    }
    return deepest;
}

/* Go along all chains. Those that come to a component leave it from any of its members. */
static void walk(int *most, const struct program *p, const struct closure *c, int f, int loops)
{
    loops += deepest_within(p, c, f);
    for (int i = 0; i < p->count; i++) {
        if (!together(c, f, i)) {
            continue;
        }
        most[i] = larger(most[i], loops);
        for (int j = 0; j < p->count; j++) {
            if (is_call(p, i, j) && !together(c, f, j)) {
                walk(most, p, c, j, loops + loops_of(p, i, j));
            }
        }
    }
}

static bool is_called(const struct program *p, const struct closure *c, int f)
{
    bool called = false;
    for (int i = 0; i < p->count; i++) {
        called |= c->reaches[i][f] && !together(c, i, f);
    }
    return called;
}

static void expected_loops(int *most, const struct program *p, const struct closure *c)
{
    for (int i = 0; i < p->count; i++) {
        most[i] = p->own[i];
    }
    for (int i = 0; i < p->count; i++) {
        if (p->has_entry ? i == 0 : !is_called(p, c, i)) {
            walk(most, p, c, i, 0);
        }
    }
}

/* Comparing */

static const char *get(const struct cg_graph *graph, const char *name, const char *key)
{
    const char *text = text_at(graph, CG_ON_NODE, cg_graph_find(graph, name), key);
    return text ? text : "none";
}

static void check(const struct cg_graph *graph, const struct program *p, unsigned number)
{
    struct closure c = close(p);
    int most[MOST];
    expected_loops(most, p, &c);
    for (int i = 0; i < p->count; i++) {
        char name[16], text[64];
        name_of(name, i);
        expected_recursion(text, p, &c, i);
        const char *is = get(graph, name, CG_KEY_RECURSION);
        ck_assert_msg(strcmp(is, text) == 0, "case %u, %s: %s, not %s", number, name, is, text);
        strcpy(text, "none");
        if (most[i] >= 0) {
            sprintf(text, "%d", most[i]);
        }
        is = get(graph, name, CG_KEY_GLOBAL_LOOP_DEPTH);
        ck_assert_msg(strcmp(is, text) == 0, "case %u, %s: %s loops, not %s", number, name, is,
                      text);
    }
}

static void derive(struct cg_graph *graph)
{
    struct cg_error error = {0};
    ck_assert_msg(cg_graph_derive(graph, &error) == CG_OK, "%s", error.text);
}

START_TEST(random_programs_are_as_the_oracle_says)
{
    struct random random = {7};
    for (unsigned number = 0; number < CASES; number++) {
        struct program p = random_program(&random);
        struct cg_graph *graph = program_graph(&p, &random);
        struct cg_graph *again = program_graph(&p, &random);
        ck_assert_int_eq(cg_graph_freeze(again, NULL), CG_OK);
        derive(graph);
        check(graph, &p, number);
        derive(again);
        derive(again);
        char *text = text_of(graph, 4), *same = text_of(again, 4);
        ck_assert_str_eq(text, same);
        free(text);
        free(same);
        cg_graph_free(graph);
        cg_graph_free(again);
    }
}
END_TEST

/* By hand */

static void expect(const struct cg_graph *graph, const char *name, const char *key,
                   const char *text)
{
    ck_assert_str_eq(get(graph, name, key), text);
}

/* f -> g -> g, f -> h; h has a loop around the call of k. */
static struct cg_graph *small_graph(void)
{
    struct cg_graph *graph = new_graph();
    static const char *const names[] = {"f", "g", "h", "k"};
    for (size_t i = 0; i < 4; i++) {
        add_node(graph, names[i], NULL, true, CG_LINKAGE_EXTERNAL);
    }
    add_edge(graph, 0, 1, CG_EDGE_DIRECT);
    add_edge(graph, 1, 1, CG_EDGE_DIRECT);
    add_edge(graph, 0, 2, CG_EDGE_DIRECT);
    add_edge(graph, 2, 3, CG_EDGE_POINTER);
    return graph;
}

START_TEST(what_was_derived_of_another_program_goes)
{
    struct cg_graph *graph = small_graph();
    set(graph, CG_ON_NODE, 0, CG_KEY_RECURSION, "{\"component\":3,\"size\":2}");
    set(graph, CG_ON_NODE, 2, CG_KEY_LOOP_CALL_DEPTH, "{\"k\":3,\"g\":9,\"nobody\":7}");
    set(graph, CG_ON_NODE, 0, CG_KEY_GLOBAL_LOOP_DEPTH, "9");
    derive(graph);
    expect(graph, "f", CG_KEY_RECURSION, "none");
    expect(graph, "g", CG_KEY_RECURSION, "{\"component\":0,\"size\":1}");
    expect(graph, "f", CG_KEY_GLOBAL_LOOP_DEPTH, "0");
    expect(graph, "k", CG_KEY_GLOBAL_LOOP_DEPTH, "3");
    cg_graph_set_entry(graph, 1);
    derive(graph);
    expect(graph, "g", CG_KEY_GLOBAL_LOOP_DEPTH, "0");
    expect(graph, "k", CG_KEY_GLOBAL_LOOP_DEPTH, "none");
    set(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED, "{}");
    ck_assert_int_eq(cg_graph_unlink(graph, NULL), CG_OK);
    expect(graph, "g", CG_KEY_RECURSION, "none");
    expect(graph, "g", CG_KEY_GLOBAL_LOOP_DEPTH, "none");
    cg_graph_free(graph);
}
END_TEST

START_TEST(without_loops_what_another_tool_says_stays)
{
    struct cg_graph *graph = small_graph();
    set(graph, CG_ON_NODE, 0, CG_KEY_GLOBAL_LOOP_DEPTH, "9");
    derive(graph);
    expect(graph, "g", CG_KEY_RECURSION, "{\"component\":0,\"size\":1}");
    expect(graph, "f", CG_KEY_GLOBAL_LOOP_DEPTH, "9");
    expect(graph, "k", CG_KEY_GLOBAL_LOOP_DEPTH, "none");
    ck_assert_int_eq(cg_graph_unlink(graph, NULL), CG_OK);
    expect(graph, "f", CG_KEY_GLOBAL_LOOP_DEPTH, "9");
    cg_graph_free(graph);
}
END_TEST

START_TEST(main_is_where_a_program_starts)
{
    struct cg_graph *graph = small_graph();
    set(graph, CG_ON_NODE, 2, CG_KEY_LOOP_DEPTH, "2");
    add_node(graph, "main", NULL, false, CG_LINKAGE_EXTERNAL);
    add_edge(graph, 4, 1, CG_EDGE_DIRECT);
    derive(graph);
    expect(graph, "k", CG_KEY_GLOBAL_LOOP_DEPTH, "0");
    cg_node_set_has_body(graph, 4, true);
    derive(graph);
    expect(graph, "g", CG_KEY_GLOBAL_LOOP_DEPTH, "0");
    expect(graph, "h", CG_KEY_GLOBAL_LOOP_DEPTH, "2");
    expect(graph, "k", CG_KEY_GLOBAL_LOOP_DEPTH, "none");
    cg_graph_free(graph);
}
END_TEST

/* k has the name of another function besides its own. */
START_TEST(any_name_of_a_callee_will_do)
{
    struct cg_graph *graph = small_graph();
    ck_assert_int_eq(cg_node_add_name(graph, 3, "g", NULL), CG_OK);
    ck_assert_int_eq(cg_node_add_name(graph, 1, "g2", NULL), CG_OK);
    set(graph, CG_ON_NODE, 0, CG_KEY_LOOP_CALL_DEPTH, "{\"g2\":4}");
    set(graph, CG_ON_NODE, 2, CG_KEY_LOOP_CALL_DEPTH, "{\"g\":9}");
    derive(graph);
    expect(graph, "g", CG_KEY_GLOBAL_LOOP_DEPTH, "4");
    expect(graph, "k", CG_KEY_GLOBAL_LOOP_DEPTH, "9");
    cg_graph_free(graph);
}
END_TEST

START_TEST(odd_values_count_for_nothing)
{
    struct cg_graph *graph = small_graph();
    set(graph, CG_ON_NODE, 0, CG_KEY_LOOP_CALL_DEPTH, "[1]");
    set(graph, CG_ON_NODE, 1, CG_KEY_LOOP_CALL_DEPTH, "{\"g\":-1,\"\":3,\"k\\u0000\":4}");
    set(graph, CG_ON_NODE, 2, CG_KEY_LOOP_CALL_DEPTH, "{\"k\":99999999999999999999}");
    set(graph, CG_ON_NODE, 0, CG_KEY_LOOP_DEPTH, "1.5");
    set(graph, CG_ON_NODE, 1, CG_KEY_LOOP_DEPTH, "null");
    set(graph, CG_ON_EDGE, 0, CG_KEY_CALL_SITES, "[{\"loops\":null},{\"more\":{\"loops\":3}}]");
    derive(graph);
    expect(graph, "f", CG_KEY_GLOBAL_LOOP_DEPTH, "0");
    expect(graph, "g", CG_KEY_GLOBAL_LOOP_DEPTH, "0");
    expect(graph, "k", CG_KEY_GLOBAL_LOOP_DEPTH, "4294967295");
    cg_graph_free(graph);
}
END_TEST

/* What would overflow a stack that grew with the chain. */
START_TEST(long_chains_are_no_trouble)
{
    enum { LENGTH = 200000 };
    struct cg_graph *graph = new_graph();
    for (uint32_t i = 0; i < LENGTH; i++) {
        char name[16];
        sprintf(name, "f%06u", (unsigned)i);
        add_node(graph, name, NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (uint32_t i = 1; i < LENGTH; i++) {
        cg_edge edge = add_edge(graph, i - 1, i, CG_EDGE_DIRECT);
        set(graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES, "[{\"loops\":1}]");
    }
    set(graph, CG_ON_NODE, 0, CG_KEY_LOOP_DEPTH, "1");
    derive(graph);
    expect(graph, "f000000", CG_KEY_GLOBAL_LOOP_DEPTH, "1");
    expect(graph, "f199999", CG_KEY_GLOBAL_LOOP_DEPTH, "199999");
    add_edge(graph, LENGTH - 1, 0, CG_EDGE_DIRECT);
    derive(graph);
    expect(graph, "f199999", CG_KEY_RECURSION, "{\"component\":0,\"size\":200000}");
    expect(graph, "f199999", CG_KEY_GLOBAL_LOOP_DEPTH, "1");
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_programs_are_as_the_oracle_says,
                                  what_was_derived_of_another_program_goes,
                                  without_loops_what_another_tool_says_stays,
                                  main_is_where_a_program_starts,
                                  any_name_of_a_callee_will_do,
                                  odd_values_count_for_nothing,
                                  long_chains_are_no_trouble,
                                  NULL};
    return run_tests("derive", tests, 120);
}
