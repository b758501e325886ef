/* The stack that random programs need, against running them in every way. */
#include "support.h"

#include <libcg/stack.h>

#include <stdlib.h>
#include <string.h>

#define MAX_NODES 7
#define RANDOM_GRAPHS 6000
#define MOST_STEPS 200000

/* A random program; rows and columns are functions by name. */
struct sample {
    uint32_t nodes;
    bool calls[MAX_NODES][MAX_NODES];
    bool guess[MAX_NODES][MAX_NODES];
    bool extra[MAX_NODES][MAX_NODES]; /* not in the graph */
    int64_t between[MAX_NODES][MAX_NODES];
    int64_t frame[MAX_NODES];
    bool unsure[MAX_NODES];
    uint32_t bound[MAX_NODES];
    /* worked out: */
    bool leads[MAX_NODES][MAX_NODES];
    bool endless[MAX_NODES]; /* it is on a cycle without bounded functions */
    uint64_t steps;
};

/* The same as a graph whose nodes come in some order. */
struct made {
    struct cg_graph *graph;
    cg_node node[MAX_NODES];      /* by function */
    uint32_t function[MAX_NODES]; /* by node */
    int64_t frame[MAX_NODES];
    bool unsure[MAX_NODES];
    uint32_t recursion[MAX_NODES];
    int64_t between[MAX_NODES * MAX_NODES];
    struct cg_stack_call calls[MAX_NODES * MAX_NODES];
    size_t call_count;
    struct cg_stack *stack;
};

static bool calls_surely(const struct sample *s, uint32_t a, uint32_t b)
{
    return (s->calls[a][b] && !s->guess[a][b]) || s->extra[a][b];
}

/* Bytes between, as the graph's calls and the others have it. */
static int64_t between(const struct sample *s, uint32_t a, uint32_t b)
{
    bool counts = s->calls[a][b] && !s->guess[a][b] && s->between[a][b] > 0;
    return counts ? s->between[a][b] : 0;
}

static void close_over(const struct sample *s, bool leads[MAX_NODES][MAX_NODES], bool unbounded)
{
    for (uint32_t a = 0; a < s->nodes; a++) {
        for (uint32_t b = 0; b < s->nodes; b++) {
            leads[a][b] = calls_surely(s, a, b) && !(unbounded && (s->bound[a] || s->bound[b]));
        }
    }
    for (uint32_t k = 0; k < s->nodes; k++) {
        for (uint32_t a = 0; a < s->nodes; a++) {
            for (uint32_t b = 0; b < s->nodes; b++) {
                leads[a][b] = leads[a][b] || (leads[a][k] && leads[k][b]);
            }
        }
    }
}

static void random_sample(struct sample *s, struct random *random)
{
    memset(s, 0, sizeof *s);
    s->nodes = 1 + draw(random, MAX_NODES);
    uint32_t density = 5 + draw(random, 35), bounds = draw(random, 4) * 30;
    for (uint32_t a = 0; a < s->nodes; a++) {
        s->frame[a] = chance(random, 10) ? -1 : (int64_t)draw(random, 9);
        s->unsure[a] = chance(random, 5);
        s->bound[a] = chance(random, bounds) ? 1 + draw(random, 3) : 0;
        for (uint32_t b = 0; b < s->nodes; b++) {
            s->calls[a][b] = chance(random, density);
            s->guess[a][b] = chance(random, 10);
            s->extra[a][b] = chance(random, 3);
            s->between[a][b] = chance(random, 80) ? 0 : (int64_t)draw(random, 5) - 1;
        }
    }
    bool inner[MAX_NODES][MAX_NODES];
    close_over(s, s->leads, false);
    close_over(s, inner, true);
    for (uint32_t a = 0; a < s->nodes; a++) {
        s->endless[a] = inner[a][a];
    }
}

/* Make it, its nodes shuffled. */
static void make(struct made *m, const struct sample *s, struct random *random)
{
    memset(m, 0, sizeof *m);
    m->graph = new_graph();
    for (uint32_t i = 0; i < s->nodes; i++) {
        uint32_t k = draw(random, i + 1);
        m->function[i] = m->function[k];
        m->function[k] = i;
    }
    for (uint32_t i = 0; i < s->nodes; i++) {
        char name[] = {(char)('a' + m->function[i]), '\0'};
        m->node[m->function[i]] = add_node(m->graph, name, "x.c", true, CG_LINKAGE_EXTERNAL);
        m->frame[i] = s->frame[m->function[i]];
        m->unsure[i] = s->unsure[m->function[i]];
        m->recursion[i] = s->bound[m->function[i]];
    }
    for (uint32_t a = 0; a < s->nodes; a++) {
        for (uint32_t b = 0; b < s->nodes; b++) {
            if (s->calls[a][b]) {
                add_edge(m->graph, m->node[a], m->node[b],
                         s->guess[a][b] ? CG_EDGE_CANDIDATE : CG_EDGE_DIRECT);
            }
            if (s->extra[a][b]) {
                m->calls[m->call_count++] = (struct cg_stack_call){m->node[a], m->node[b]};
            }
        }
    }
    ck_assert_int_eq(cg_graph_freeze(m->graph, NULL), CG_OK);
    for (cg_edge e = 0; e < cg_graph_edge_count(m->graph); e++) {
        m->between[e] = s->between[m->function[cg_edge_caller(m->graph, e)]]
                                  [m->function[cg_edge_callee(m->graph, e)]];
    }
    const struct cg_stack_query query = {CG_STACK_QUERY_VERSION, m->frame, m->unsure,    m->between,
                                         m->recursion,           m->calls, m->call_count};
    ck_assert_int_eq(cg_stack_new(&m->stack, m->graph, &query, NULL), CG_OK);
}

static void unmake(struct made *m)
{
    cg_stack_free(m->stack);
    cg_graph_free(m->graph);
}

/* Run every chain of calls, bounded functions no more often at a time than they may be. */
static int64_t run(struct sample *s, uint32_t at, uint32_t *active)
{
    int64_t most = 0;
    if (s->steps++ > MOST_STEPS) {
        return 0;
    }
    active[at]++;
    for (uint32_t to = 0; to < s->nodes; to++) {
        if (calls_surely(s, at, to) &&
            !(s->bound[to] && s->leads[to][to] && active[to] == s->bound[to])) {
            int64_t bytes = between(s, at, to) + run(s, to, active);
            most = bytes > most ? bytes : most;
        }
    }
    active[at]--;
    return most + (s->frame[at] > 0 ? s->frame[at] : 0);
}

static bool depends_on(const struct sample *s, uint32_t start, uint32_t at)
{
    return start == at || s->leads[start][at];
}

static enum cg_stack_verdict slow_verdict(const struct sample *s, uint32_t start)
{
    enum cg_stack_verdict verdict = CG_STACK_CERTAIN;
    for (uint32_t a = 0; a < s->nodes; a++) {
        if (!depends_on(s, start, a)) {
            continue;
        }
        bool unsure = s->frame[a] < 0 || s->unsure[a];
        for (uint32_t b = 0; b < s->nodes; b++) {
            unsure = unsure || (s->calls[a][b] && !s->guess[a][b] && s->between[a][b] < 0);
        }
        if (s->endless[a]) {
            return CG_STACK_UNBOUNDED;
        }
        verdict = unsure ? CG_STACK_UNKNOWN : verdict;
    }
    return verdict;
}

/* Whether the bound must be exact: functions call none but themselves back, with nothing
 * between. */
static bool is_simple(const struct sample *s, uint32_t start)
{
    bool simple = true;
    for (uint32_t a = 0; a < s->nodes; a++) {
        for (uint32_t b = 0; b < s->nodes && depends_on(s, start, a); b++) {
            simple = simple && !(a != b && s->leads[a][b] && s->leads[b][a]);
        }
        simple = simple && !(depends_on(s, start, a) && calls_surely(s, a, a) && between(s, a, a));
    }
    return simple;
}

static void check_path(const struct sample *s, const struct made *m, uint32_t start)
{
    struct cg_stack_step *steps;
    size_t count;
    int64_t sum = 0;
    uint32_t seen = 0;
    ck_assert_int_eq(cg_stack_path(&steps, &count, m->stack, m->node[start], NULL), CG_OK);
    for (size_t i = 0; i < count; i++) {
        uint32_t at = m->function[steps[i].node];
        sum += steps[i].between + steps[i].bytes;
        ck_assert(depends_on(s, start, at));
        if (!steps[i].activations) {
            ck_assert_int_eq(steps[i].bytes, s->frame[at] > 0 ? s->frame[at] : 0);
            ck_assert(i == 0 || calls_surely(s, m->function[steps[i - 1].node], at));
            bool counted = false;
            for (size_t k = 0; k < i; k++) {
                counted = counted || steps[k].activations;
            }
            ck_assert(counted || !(seen >> at & 1));
            seen |= 1u << at;
        } else {
            ck_assert(s->bound[at] && s->leads[at][at]);
        }
    }
    ck_assert_int_eq(sum, cg_stack_bytes(m->stack, m->node[start]));
    free(steps);
}

/* A function that does not call itself needs its frame, and the most that one it calls needs. */
static void check_step(const struct sample *s, const struct made *m, uint32_t a)
{
    int64_t most = 0;
    for (uint32_t b = 0; b < s->nodes; b++) {
        if (calls_surely(s, a, b)) {
            int64_t bytes = between(s, a, b) + cg_stack_bytes(m->stack, m->node[b]);
            most = bytes > most ? bytes : most;
        }
    }
    most += s->frame[a] > 0 ? s->frame[a] : 0;
    ck_assert(s->leads[a][a] || most == cg_stack_bytes(m->stack, m->node[a]));
}

static void check_function(struct sample *s, const struct made *m, uint32_t start)
{
    uint32_t active[MAX_NODES] = {0};
    bool reached[MAX_NODES] = {false};
    cg_node nodes[MAX_NODES];
    uint32_t count, wanted = 0;
    enum cg_stack_verdict verdict = slow_verdict(s, start);
    ck_assert_int_eq(cg_stack_verdict(m->stack, m->node[start]), verdict);
    ck_assert_int_eq(cg_stack_reached(nodes, &count, reached, m->stack, m->node[start], NULL),
                     CG_OK);
    for (uint32_t a = 0; a < s->nodes; a++) {
        ck_assert(reached[m->node[a]] == depends_on(s, start, a));
        wanted += reached[m->node[a]];
    }
    ck_assert_uint_eq(count, wanted);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert(reached[nodes[i]]);
        reached[nodes[i]] = false; /* each is there once */
    }
    ck_assert(cg_stack_recurses(m->stack, m->node[start]) == s->leads[start][start]);
    check_path(s, m, start);
    check_step(s, m, start);
    if (verdict != CG_STACK_UNBOUNDED) {
        s->steps = 0;
        int64_t most = run(s, start, active);
        ck_assert_int_ge(cg_stack_bytes(m->stack, m->node[start]), most);
        if (s->steps <= MOST_STEPS && is_simple(s, start)) {
            ck_assert_int_eq(cg_stack_bytes(m->stack, m->node[start]), most);
        }
    }
}

static void check_recursions(const struct sample *s, const struct made *m)
{
    const struct cg_stack_recursion *r;
    bool told[MAX_NODES] = {false};
    for (size_t i = 0; i < cg_stack_recursion_count(m->stack); i++) {
        r = cg_stack_recursion_at(m->stack, i);
        for (size_t k = 0; k < r->member_count; k++) {
            uint32_t at = m->function[r->members[k]];
            ck_assert(!told[at]);
            ck_assert(k == 0 || at > m->function[r->members[k - 1]]);
            told[at] = true;
        }
        ck_assert_uint_gt(r->cycle_length, 0);
        for (size_t k = 0; k < r->cycle_length; k++) {
            uint32_t a = m->function[r->cycle[k]];
            ck_assert(told[a] && !s->bound[a]);
            ck_assert(calls_surely(s, a, m->function[r->cycle[(k + 1) % r->cycle_length]]));
        }
    }
    for (uint32_t a = 0; a < s->nodes; a++) {
        bool unbounded = s->endless[a];
        for (uint32_t b = 0; b < s->nodes; b++) {
            unbounded = unbounded || (s->endless[b] && s->leads[a][b] && s->leads[b][a]);
        }
        ck_assert(told[a] == unbounded);
    }
}

/* The result does not depend on how the graph was built. */
static void check_same(const struct sample *s, const struct made *a, const struct made *b)
{
    for (uint32_t i = 0; i < s->nodes; i++) {
        struct cg_stack_step *x, *y;
        size_t x_count, y_count;
        ck_assert_int_eq(cg_stack_path(&x, &x_count, a->stack, a->node[i], NULL), CG_OK);
        ck_assert_int_eq(cg_stack_path(&y, &y_count, b->stack, b->node[i], NULL), CG_OK);
        ck_assert_uint_eq(x_count, y_count);
        for (size_t k = 0; k < x_count; k++) {
            ck_assert_uint_eq(a->function[x[k].node], b->function[y[k].node]);
            ck_assert_int_eq(x[k].bytes, y[k].bytes);
        }
        free(x);
        free(y);
    }
    const struct cg_stack_recursion *x, *y;
    for (size_t i = 0; (x = cg_stack_recursion_at(a->stack, i)); i++) {
        y = cg_stack_recursion_at(b->stack, i);
        ck_assert(y && x->cycle_length == y->cycle_length);
        for (size_t k = 0; k < x->cycle_length; k++) {
            ck_assert_uint_eq(a->function[x->cycle[k]], b->function[y->cycle[k]]);
        }
    }
}

START_TEST(random_programs)
{
    struct random random = {17};
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        static struct sample sample;
        static struct made one, other;
        random_sample(&sample, &random);
        make(&one, &sample, &random);
        make(&other, &sample, &random);
        for (uint32_t start = 0; start < sample.nodes; start++) {
            check_function(&sample, &one, start);
        }
        check_recursions(&sample, &one);
        check_same(&sample, &one, &other);
        unmake(&one);
        unmake(&other);
    }
}
END_TEST

/* main calls even, which calls odd, which calls it, and both end in leaf. */
static struct cg_graph *even_and_odd(void)
{
    struct cg_graph *graph = new_graph();
    const char *const names[] = {"main", "even", "odd", "leaf"};
    for (size_t i = 0; i < 4; i++) {
        add_node(graph, names[i], "x.c", true, CG_LINKAGE_EXTERNAL);
    }
    const cg_node calls[][2] = {{0, 1}, {1, 2}, {2, 1}, {1, 3}, {2, 3}};
    for (size_t i = 0; i < 5; i++) {
        add_edge(graph, calls[i][0], calls[i][1], CG_EDGE_DIRECT);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

START_TEST(bounded_recursion)
{
    static const int64_t frame[] = {100, 10, 20, 1};
    static const uint32_t recursion[] = {0, 5, 0, 0};
    struct cg_graph *graph = even_and_odd();
    struct cg_stack_query query = CG_STACK_QUERY_INIT;
    struct cg_stack_step *steps;
    struct cg_stack *stack;
    size_t count;
    query.frame = frame;
    query.recursion = recursion;
    ck_assert_int_eq(cg_stack_new(&stack, graph, &query, NULL), CG_OK);
    ck_assert_int_eq(cg_stack_verdict(stack, 0), CG_STACK_CERTAIN);
    /* main, then five times even, with odd between and behind, then leaf */
    ck_assert_int_eq(cg_stack_bytes(stack, 0), 100 + 5 * 10 + 5 * 20 + 1);
    ck_assert_int_eq(cg_stack_path(&steps, &count, stack, 0, NULL), CG_OK);
    ck_assert_uint_eq(count, 4);
    ck_assert_uint_eq(steps[1].activations, 5);
    ck_assert_int_eq(steps[1].bytes, 5 * 10 + 4 * 20);
    ck_assert_uint_eq(steps[2].node, 2);
    ck_assert_uint_eq(steps[3].node, 3);
    ck_assert_uint_eq(cg_stack_recursion_count(stack), 0);
    ck_assert_ptr_null(cg_stack_recursion_at(stack, 0));
    free(steps);
    cg_stack_free(stack);
    cg_graph_free(graph);
}
END_TEST

START_TEST(sums_stay_in_range)
{
    static const int64_t frame[] = {INT64_MAX, INT64_MAX, 20, 1};
    static const uint32_t recursion[] = {0, UINT32_MAX, UINT32_MAX, 0};
    struct cg_graph *graph = even_and_odd();
    struct cg_stack_query query = CG_STACK_QUERY_INIT;
    struct cg_stack *stack;
    query.frame = frame;
    query.recursion = recursion;
    ck_assert_int_eq(cg_stack_new(&stack, graph, &query, NULL), CG_OK);
    ck_assert_int_eq(cg_stack_bytes(stack, 0), INT64_MAX);
    ck_assert_int_eq(cg_stack_bytes(stack, 2), INT64_MAX);
    ck_assert_int_eq(cg_stack_verdict(stack, 0), CG_STACK_UNKNOWN);
    ck_assert_int_eq(cg_stack_verdict(stack, 3), CG_STACK_CERTAIN);
    cg_stack_free(stack);
    cg_graph_free(graph);
}
END_TEST

START_TEST(misuse)
{
    static const int64_t frame[] = {0, 0, 0, 0};
    static const struct cg_stack_call nowhere = {0, 4};
    struct cg_graph *graph = even_and_odd(), *open = new_graph();
    struct cg_stack_query query = CG_STACK_QUERY_INIT;
    struct cg_stack *stack = NULL;
    query.frame = frame;
    ck_assert_int_eq(cg_stack_new(&stack, open, &query, NULL), CG_E_STATE);
    query.calls = &nowhere;
    query.call_count = 1;
    ck_assert_int_eq(cg_stack_new(&stack, graph, &query, NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(stack);
    query.call_count = 0;
    ck_assert_int_eq(cg_stack_new(&stack, graph, &query, NULL), CG_OK);
    struct cg_stack_step *steps;
    size_t count;
    cg_node nodes[4];
    uint32_t found;
    bool reached[4] = {false};
    ck_assert_int_eq(cg_stack_path(&steps, &count, stack, 4, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_stack_path(&steps, &count, stack, CG_NONE, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_stack_reached(nodes, &found, reached, stack, 4, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_stack_reached(nodes, &found, reached, stack, CG_NONE, NULL), CG_E_ARGUMENT);
    cg_stack_free(stack);
    cg_stack_free(NULL);
    cg_graph_free(graph);
    cg_graph_free(open);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_programs, bounded_recursion, sums_stay_in_range, misuse,
                                  NULL};
    return run_tests("stack", tests, 240);
}
