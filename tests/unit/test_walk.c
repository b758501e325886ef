/* Walks by context over random graphs, compared with a search over all that functions may receive
 * at once. */
#include "support.h"

#include <libcg/link.h>
#include <libcg/query.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_GRAPHS 4000
#define RANDOM_CHAINS 40
#define NODES 6
#define PARAMETERS 2
#define VALUES 3

/* What a parameter holds: a value, anything, or nothing that matters. */
#define ANYTHING VALUES
#define NOTHING (VALUES + 1)
#define HOLDS (VALUES + 2)

/** The properties of an edge. */
enum said { SAYS_NOTHING, CALLS, HANDS };

struct edge {
    bool present;
    enum said says;
    bool called[PARAMETERS];
    uint32_t value;
    bool told[PARAMETERS];
    bool values[PARAMETERS][VALUES];
    bool forwards[PARAMETERS][PARAMETERS]; /**< by callee's, by caller's */
};

struct model {
    int nodes;
    struct edge edges[NODES][NODES];
    struct cg_graph *graph;
};

/** A function and its arguments. */
struct state {
    int node;
    int holds[PARAMETERS];
};

/* The graph of a model */

static void add_list(char *text, const char *key, const bool *members, int count)
{
    char item[32];
    bool first = true;
    sprintf(text + strlen(text), "\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        if (members[i]) {
            sprintf(item, "%s%d", first ? "" : ",", i);
            strcat(text, item);
            first = false;
        }
    }
    strcat(text, "]");
}

static void set_context(struct cg_graph *graph, cg_edge number, const struct edge *edge)
{
    char text[512] = "{";
    bool first = true;
    if (edge->says == CALLS) {
        add_list(text, "parameters", edge->called, PARAMETERS);
        sprintf(text + strlen(text), ",\"value\":%u}", edge->value);
    } else {
        strcat(text, "\"arguments\":[");
        for (int to = 0; to < PARAMETERS; to++) {
            if (edge->told[to]) {
                strcat(text, first ? "{" : ",{");
                add_list(text, "forwards", edge->forwards[to], PARAMETERS);
                sprintf(text + strlen(text), ",\"parameter\":%d,", to);
                add_list(text, "values", edge->values[to], VALUES);
                strcat(text, "}");
                first = false;
            }
        }
        strcat(text, "]}");
    }
    set(graph, CG_ON_EDGE, number, CG_KEY_CONTEXT, text);
}

static void build(struct model *model)
{
    static const char *const names[NODES] = {"d", "b", "f", "a", "c", "e"};
    model->graph = new_graph();
    for (int n = 0; n < model->nodes; n++) {
        add_node(model->graph, names[n], NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (int a = 0; a < model->nodes; a++) {
        for (int b = 0; b < model->nodes; b++) {
            const struct edge *edge = &model->edges[a][b];
            if (edge->present) {
                cg_edge number = add_edge(model->graph, (cg_node)a, (cg_node)b,
                                          edge->says == CALLS ? CG_EDGE_POINTER : CG_EDGE_DIRECT);
                if (edge->says != SAYS_NOTHING) {
                    set_context(model->graph, number, edge);
                }
            }
        }
    }
    ck_assert_int_eq(cg_graph_freeze(model->graph, NULL), CG_OK);
}

static struct edge random_edge(struct random *random)
{
    struct edge edge = {.present = chance(random, 30)};
    edge.says = chance(random, 10) ? SAYS_NOTHING : chance(random, 50) ? CALLS : HANDS;
    edge.value = draw(random, VALUES);
    edge.called[draw(random, PARAMETERS)] = true;
    edge.called[draw(random, PARAMETERS)] = true;
    for (int to = 0; to < PARAMETERS; to++) {
        edge.told[to] = chance(random, 90);
        for (int v = 0; v < VALUES; v++) {
            edge.values[to][v] = chance(random, 25);
        }
        for (int from = 0; from < PARAMETERS; from++) {
            edge.forwards[to][from] = chance(random, 30);
        }
    }
    return edge;
}

static void make(struct model *model, uint64_t seed)
{
    struct random random = {seed};
    memset(model, 0, sizeof *model);
    model->nodes = 2 + (int)draw(&random, NODES - 1);
    for (int a = 0; a < model->nodes; a++) {
        for (int b = 0; b < model->nodes; b++) {
            model->edges[a][b] = random_edge(&random);
        }
    }
    build(model);
}

/* The slow way: what all parameters hold is a state */

static bool may_hand(const struct edge *edge, const struct state *from, int to, int held)
{
    if (edge->says != HANDS || !edge->told[to]) {
        return held == ANYTHING;
    }
    bool may = held == NOTHING || (held < VALUES && edge->values[to][held]);
    for (int k = 0; k < PARAMETERS; k++) {
        may = may || (edge->forwards[to][k] && from->holds[k] == held);
    }
    return may;
}

static bool may_call(const struct edge *edge, const struct state *from)
{
    bool may = edge->says != CALLS;
    for (int k = 0; k < PARAMETERS && edge->says == CALLS; k++) {
        may = may || (edge->called[k] &&
                      (from->holds[k] == ANYTHING || from->holds[k] == (int)edge->value));
    }
    return edge->present && may;
}

static bool leads(const struct model *model, const struct state *from, const struct state *to)
{
    const struct edge *edge = &model->edges[from->node][to->node];
    bool may = may_call(edge, from);
    for (int k = 0; k < PARAMETERS && may; k++) {
        may = may_hand(edge, from, k, to->holds[k]);
    }
    return may;
}

#define STATES (NODES * HOLDS * HOLDS)

static struct state state_of(int number)
{
    return (struct state){number / (HOLDS * HOLDS), {number / HOLDS % HOLDS, number % HOLDS}};
}

static int start_of(int node)
{
    return node * HOLDS * HOLDS + ANYTHING * HOLDS + ANYTHING;
}

/* Distances of all functions from one. */
static void slow_distances(uint32_t *out, const struct model *model, int from)
{
    int queue[STATES], head = 0, tail = 0;
    uint32_t distance[STATES];
    memset(distance, 0xff, sizeof distance);
    queue[tail++] = start_of(from);
    distance[queue[0]] = 0;
    while (head < tail) {
        struct state state = state_of(queue[head]);
        for (int next = 0; next < model->nodes * HOLDS * HOLDS; next++) {
            struct state to = state_of(next);
            if (distance[next] == CG_NONE && leads(model, &state, &to)) {
                distance[next] = distance[queue[head]] + 1;
                queue[tail++] = next;
            }
        }
        head++;
    }
    for (int n = 0; n < model->nodes; n++) {
        out[n] = CG_NONE;
    }
    for (int i = 0; i < tail; i++) {
        uint32_t *least = &out[state_of(queue[i]).node];
        *least = distance[queue[i]] < *least ? distance[queue[i]] : *least;
    }
}

static bool slow_fits(const struct model *model, const cg_edge *path, size_t length)
{
    bool held[STATES] = {false};
    for (size_t i = 0; i < length; i++) {
        cg_node caller = cg_edge_caller(model->graph, path[i]);
        bool next[STATES] = {false};
        held[start_of((int)caller)] |= i == 0;
        for (int s = 0; s < STATES; s++) {
            struct state from = state_of(s);
            for (int t = 0; t < STATES && held[s]; t++) {
                struct state to = state_of(t);
                next[t] = next[t] || (to.node == (int)cg_edge_callee(model->graph, path[i]) &&
                                      leads(model, &from, &to));
            }
        }
        memcpy(held, next, sizeof held);
    }
    bool any = length == 0;
    for (int s = 0; s < STATES; s++) {
        any = any || held[s];
    }
    return any;
}

/* Checks */

static void check_chain(const struct model *model, const cg_edge *path, size_t length, int from,
                        int to)
{
    const struct cg_graph *graph = model->graph;
    cg_node node = (cg_node)from;
    for (size_t i = 0; i < length; i++) {
        ck_assert_uint_eq(cg_edge_caller(graph, path[i]), node);
        node = cg_edge_callee(graph, path[i]);
    }
    ck_assert_uint_eq(node, (cg_node)to);
    ck_assert(slow_fits(model, path, length));
}

static void check_path(const struct model *model, int from, int to, uint32_t expected)
{
    const cg_node ends[] = {(cg_node)from, (cg_node)to};
    struct cg_found_path path;
    ck_assert_int_eq(cg_shortest_path(&path, model->graph, &(struct cg_function_set){&ends[0], 1},
                                      &(struct cg_function_set){&ends[1], 1}, NULL),
                     CG_OK);
    ck_assert_int_eq(path.found, expected != CG_NONE);
    if (path.found) {
        ck_assert_uint_eq(path.length, expected);
        check_chain(model, path.edges, path.length, from, to);
    }
    free(path.edges);
}

static void check_walk(const struct model *model, int start, enum cg_direction direction,
                       uint32_t expected[NODES][NODES])
{
    const cg_node node = (cg_node)start;
    struct cg_walk *walk;
    ck_assert_int_eq(cg_walk_new(&walk, model->graph, &node, 1, direction, NULL), CG_OK);
    for (int n = 0; n < model->nodes; n++) {
        int from = direction == CG_CALLEES ? start : n, to = direction == CG_CALLEES ? n : start;
        cg_edge *path;
        size_t length;
        ck_assert_uint_eq(cg_walk_distances(walk)[n], expected[from][to]);
        ck_assert_int_eq(cg_walk_path(&path, &length, walk, (cg_node)n, NULL), CG_OK);
        ck_assert_uint_eq(length, expected[from][to] == CG_NONE ? 0 : expected[from][to]);
        if (expected[from][to] != CG_NONE) {
            check_chain(model, path, length, from, to);
        }
        free(path);
    }
    cg_walk_free(walk);
}

/* @return whether it is one that context rules out */
static bool check_random_chain(const struct model *model, struct random *random)
{
    cg_edge path[6];
    size_t length = 0;
    cg_node node = draw(random, (uint32_t)model->nodes);
    while (length < 6) {
        cg_edge first;
        uint32_t count = cg_node_out_edges(model->graph, node, &first);
        if (count == 0) {
            break;
        }
        path[length] = first + draw(random, count);
        node = cg_edge_callee(model->graph, path[length++]);
    }
    bool fits = slow_fits(model, path, length);
    ck_assert_int_eq(cg_path_fits(model->graph, path, length), fits);
    return !fits;
}

START_TEST(random_graphs_agree_with_slow_answers)
{
    unsigned apart = 0, unfit = 0;
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS; seed++) {
        struct model model;
        struct random random = {seed};
        uint32_t expected[NODES][NODES];
        make(&model, seed);
        for (int n = 0; n < model.nodes; n++) {
            uint32_t plain[NODES];
            const cg_node start = (cg_node)n;
            slow_distances(expected[n], &model, n);
            ck_assert_int_eq(cg_search(plain, model.graph, &(struct cg_function_set){&start, 1},
                                       CG_CALLEES, CG_NONE, NULL),
                             CG_OK);
            apart += memcmp(plain, expected[n], (size_t)model.nodes * sizeof *plain) != 0;
        }
        for (int n = 0; n < model.nodes; n++) {
            check_walk(&model, n, CG_CALLEES, expected);
            check_walk(&model, n, CG_CALLERS, expected);
            for (int to = 0; to < model.nodes; to++) {
                check_path(&model, n, to, expected[n][to]);
            }
        }
        for (int i = 0; i < RANDOM_CHAINS; i++) {
            unfit += check_random_chain(&model, &random);
        }
        cg_graph_free(model.graph);
    }
    /* Contexts must matter often, or the test is idle. */
    ck_assert_uint_gt(apart, RANDOM_GRAPHS / 10);
    ck_assert_uint_gt(unfit, RANDOM_GRAPHS);
}
END_TEST

/* main passes f or g; `kinds` and `context` of the wrapper's call of g. */
static struct cg_graph *wrapper(unsigned kinds, const char *context, const char *hands)
{
    struct cg_graph *graph = new_graph();
    const char *const names[] = {"main", "wrapper", "f", "g"};
    for (int i = 0; i < 4; i++) {
        add_node(graph, names[i], NULL, true, CG_LINKAGE_EXTERNAL);
    }
    set(graph, CG_ON_EDGE, add_edge(graph, 0, 1, CG_EDGE_DIRECT), CG_KEY_CONTEXT, hands);
    set(graph, CG_ON_EDGE, add_edge(graph, 1, 2, CG_EDGE_POINTER), CG_KEY_CONTEXT,
        "{\"parameters\":[0],\"value\":0}");
    set(graph, CG_ON_EDGE, add_edge(graph, 1, 3, kinds), CG_KEY_CONTEXT, context);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

static bool reaches_g(unsigned kinds, const char *context, const char *hands)
{
    struct cg_graph *graph = wrapper(kinds, context, hands);
    const cg_node start = 0;
    struct cg_walk *walk;
    ck_assert_int_eq(cg_walk_new(&walk, graph, &start, 1, CG_CALLEES, NULL), CG_OK);
    bool reaches = cg_walk_distances(walk)[3] != CG_NONE;
    cg_walk_free(walk);
    cg_graph_free(graph);
    return reaches;
}

#define HANDS_F "{\"arguments\":[{\"forwards\":[],\"parameter\":0,\"values\":[0]}]}"
#define CALLS_G "{\"parameters\":[0],\"value\":1}"

START_TEST(what_is_not_a_call_of_a_parameter_alone_is_always_called)
{
    ck_assert(!reaches_g(CG_EDGE_POINTER, CALLS_G, HANDS_F));
    ck_assert(!reaches_g(CG_EDGE_CALLBACK, CALLS_G, HANDS_F));
    ck_assert(reaches_g(CG_EDGE_POINTER | CG_EDGE_DIRECT, CALLS_G, HANDS_F));
    ck_assert(reaches_g(CG_EDGE_POINTER | CG_EDGE_VIRTUAL, CALLS_G, HANDS_F));
}
END_TEST

START_TEST(what_is_malformed_says_nothing)
{
    static const char *const calls[] = {"7",
                                        "[]",
                                        "{}",
                                        "{\"parameters\":[0]}",
                                        "{\"parameters\":[\"0\"],\"value\":1}",
                                        "{\"parameters\":[0],\"value\":-1}",
                                        "{\"parameters\":[0],\"value\":4294967296}",
                                        "{\"parameters\":{},\"value\":1}"};
    static const char *const hands[] = {
        "null",
        "{\"arguments\":[0]}",
        "{\"arguments\":{\"a\":1}}",
        "{\"arguments\":[{\"parameter\":0,\"values\":[0]}]}",
        "{\"arguments\":[{\"forwards\":[],\"parameter\":0,\"values\":[0]},{}]}",
        "{\"arguments\":[{\"forwards\":[1.5],\"parameter\":0,\"values\":[0]}]}"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        ck_assert(reaches_g(CG_EDGE_POINTER, calls[i], HANDS_F));
    }
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        ck_assert(reaches_g(CG_EDGE_POINTER, CALLS_G, hands[i]));
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_graphs_agree_with_slow_answers,
                                  what_is_not_a_call_of_a_parameter_alone_is_always_called,
                                  what_is_malformed_says_nothing, NULL};
    return run_tests("walk", tests, 120);
}
