/* What a change may affect: random graphs against a slow answer, and against reachability. */
#include "support.h"

#include <libcg/impact.h>
#include <libcg/link.h>
#include <libcg/query.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

enum { CASES = 5000, MOST = 9 };

/* How a call comes by a function; GIVEN: one that was handed over, in any of three ways. */
enum {
    LASTING = 1,
    AT_EXIT = 256,
    CONFINED = 128,
    GIVEN = LASTING | AT_EXIT | CONFINED,
    NAME = 2,
    TAKEN = 4,
    TABLE = 8,
    ANY = 16,
    NAME_IF_ANY = 32,
    MISTYPED = 64
};

#define POINTER(unknown) "{\"reason\":\"pointer\",\"unknown\":\"" unknown "\"}"
static const struct {
    const char *text;
    int linked;   /* ways in a linked graph */
    int unlinked; /* and in another */
} unresolved_calls[] = {
    {"[" POINTER("code not collected") "]", GIVEN | NAME_IF_ANY, GIVEN | TAKEN | NAME_IF_ANY},
    {"[" POINTER("dlsym") "]", GIVEN | NAME, GIVEN | TAKEN | NAME_IF_ANY},
    {"[" POINTER("integer") "]", GIVEN | TAKEN | NAME_IF_ANY, GIVEN | TAKEN | NAME_IF_ANY},
    {"[" POINTER("integer") "," POINTER("dlsym") "]", GIVEN | TAKEN | NAME,
     GIVEN | TAKEN | NAME_IF_ANY},
    {"[{\"reason\":\"virtual\"}]", GIVEN | TAKEN | TABLE | NAME_IF_ANY,
     GIVEN | TAKEN | TABLE | NAME_IF_ANY},
    {"[{\"reason\":\"virtual\",\"unknown\":\"code not collected\"}]", GIVEN | NAME_IF_ANY,
     GIVEN | TAKEN | TABLE | NAME_IF_ANY},
    {"[{\"reason\":\"coroutine\",\"unknown\":\"code not collected\"}]", GIVEN | NAME_IF_ANY,
     GIVEN | TAKEN | NAME_IF_ANY},
    {"[{\"reason\":\"callback\"}]", GIVEN | TAKEN | NAME_IF_ANY, GIVEN | TAKEN | NAME_IF_ANY},
    {"[{\"reason\":\"inline assembly\"}]", ANY, ANY},
};
#define UNRESOLVED_CALLS (sizeof unresolved_calls / sizeof *unresolved_calls)

struct sample {
    struct cg_graph *graph;
    uint32_t nodes;
    uint32_t distance[MOST][MOST];
    bool body[MOST];
    int open[MOST]; /* 0: not recorded, 1: none, else 2 + index into unresolved_calls */
    bool taken[MOST], escapes[MOST], mistyped[MOST], confined[MOST], runtime[MOST], at_exit[MOST],
        exitless[MOST], handed[MOST], internal[MOST], stranger[MOST], table[MOST];
    bool linked, library;
    cg_node changed[MOST];
    size_t changed_count;
    bool affected[MOST], beyond[MOST], calls_in[MOST];
};

static void add_random_node(struct sample *s, cg_node node, struct random *random)
{
    char name[] = {(char)('z' - node), '\0'};
    s->body[node] = chance(random, 75);
    s->internal[node] = chance(random, 60);
    add_node(s->graph, name, NULL, s->body[node],
             s->internal[node] ? CG_LINKAGE_INTERNAL : CG_LINKAGE_EXTERNAL);
    if (s->body[node] && chance(random, 90)) {
        s->open[node] = chance(random, 25) ? 2 + (int)draw(random, UNRESOLVED_CALLS) : 1;
        set(s->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS,
            s->open[node] > 1 ? unresolved_calls[s->open[node] - 2].text : "[]");
    }
    s->taken[node] = chance(random, 15);
    if (s->taken[node]) {
        set(s->graph, CG_ON_NODE, node, CG_KEY_ADDRESS_TAKEN,
            "[{\"column\":1,\"file\":\"a.c\",\"line\":1}]");
    }
    s->escapes[node] = chance(random, 12);
    if (s->escapes[node]) {
        set(s->graph, CG_ON_NODE, node, CG_KEY_ESCAPES, "true");
    }
    s->mistyped[node] = chance(random, 12);
    if (s->mistyped[node]) {
        set(s->graph, CG_ON_NODE, node, CG_KEY_MISTYPED, "true");
    }
    s->confined[node] = chance(random, 50);
    if (s->confined[node]) {
        set(s->graph, CG_ON_NODE, node, CG_KEY_CONFINED, "true");
    }
    s->runtime[node] = chance(random, 50);
    if (s->runtime[node]) {
        set(s->graph, CG_ON_NODE, node, CG_KEY_RUNTIME, "true");
    }
    s->at_exit[node] = !s->confined[node] && chance(random, 50);
    if (s->at_exit[node]) {
        set(s->graph, CG_ON_NODE, node, CG_KEY_AT_EXIT, "true");
    }
    s->exitless[node] = chance(random, 50);
    if (s->exitless[node]) {
        set(s->graph, CG_ON_NODE, node, CG_KEY_EXITLESS, "true");
    }
    s->table[node] = chance(random, 15);
    cg_node_set_virtual(s->graph, node, s->table[node]);
    if (!s->body[node] && chance(random, 15)) {
        s->stranger[node] = true;
        ck_assert_int_eq(cg_node_set_origin(s->graph, node, "x.h", NULL), CG_OK);
        set(s->graph, CG_ON_NODE, node, "fileProperties", "{\"systemInclude\":false}");
    }
}

static void add_random_edges(struct sample *s, struct random *random)
{
    uint32_t density = 3 + draw(random, 25);
    for (cg_node a = 0; a < s->nodes; a++) {
        for (cg_node b = 0; b < s->nodes; b++) {
            bool edge = chance(random, density);
            bool callback = edge && chance(random, 15);
            s->distance[a][b] = a == b ? 0 : edge ? 1 : CG_NONE;
            s->handed[b] = s->handed[b] || callback;
            if (edge) {
                add_edge(s->graph, a, b, callback ? CG_EDGE_CALLBACK : CG_EDGE_DIRECT);
            } else if (chance(random, 4)) {
                add_edge(s->graph, a, b, CG_EDGE_CANDIDATE);
            }
        }
    }
    for (cg_node via = 0; via < s->nodes; via++) {
        for (cg_node a = 0; a < s->nodes; a++) {
            for (cg_node b = 0; b < s->nodes; b++) {
                uint64_t length = (uint64_t)s->distance[a][via] + s->distance[via][b];
                s->distance[a][b] =
                    length < s->distance[a][b] ? (uint32_t)length : s->distance[a][b];
            }
        }
    }
}

static struct sample random_sample(struct random *random)
{
    struct sample s = {.graph = new_graph(), .nodes = 1 + draw(random, MOST)};
    s.linked = chance(random, 60);
    s.library = s.linked && chance(random, 20);
    if (s.linked) {
        set(s.graph, CG_ON_GRAPH, 0, CG_KEY_LINKED,
            s.library ? "{\"world\":\"open\"}" : "{\"world\":\"closed\"}");
    }
    for (cg_node node = 0; node < s.nodes; node++) {
        add_random_node(&s, node, random);
        if (chance(random, 20)) {
            s.changed[s.changed_count++] = node;
        }
    }
    add_random_edges(&s, random);
    ck_assert_int_eq(cg_graph_freeze(s.graph, NULL), CG_OK);
    return s;
}

/* How the calls of a function that are not known come by others. */
static int slow_ways(const struct sample *s, cg_node node)
{
    bool strangers = s->library, records = false;
    for (cg_node other = 0; other < s->nodes; other++) {
        strangers = strangers || s->stranger[other];
        records = records || s->open[other];
    }
    int ways = 0;
    if (s->open[node] > 1) {
        ways = s->linked ? unresolved_calls[s->open[node] - 2].linked
                         : unresolved_calls[s->open[node] - 2].unlinked;
        ways |= (ways & NAME_IF_ANY) && strangers ? NAME : 0;
        ways |= ways & GIVEN ? MISTYPED : 0;
    }
    if (!s->body[node]) {
        bool may_name = s->stranger[node] || (s->linked && strangers);
        ways |= may_name && records ? GIVEN | NAME | MISTYPED : 0;
        ways |= LASTING;
        ways |= s->linked && s->runtime[node] ? 0 : CONFINED;
        ways |= s->linked && s->exitless[node] ? 0 : AT_EXIT;
    }
    return ways & ~NAME_IF_ANY;
}

static bool may_call(const struct sample *s, cg_node caller, cg_node callee)
{
    bool given = s->linked ? s->escapes[callee] || s->handed[callee] : s->taken[callee];
    int kept = !s->linked            ? LASTING
               : s->confined[callee] ? CONFINED
               : s->at_exit[callee]  ? AT_EXIT
                                     : LASTING;
    int is = ANY | (given ? kept : 0) | (s->internal[callee] ? 0 : NAME) |
             (s->taken[callee] ? TAKEN : 0) | (s->table[callee] ? TABLE : 0) |
             (s->linked && s->mistyped[callee] ? MISTYPED : 0);
    return slow_ways(s, caller) & is;
}

static bool leads_to(const struct sample *s, cg_node from, const bool *targets)
{
    for (cg_node to = 0; to < s->nodes; to++) {
        if (targets[to] && s->distance[from][to] != CG_NONE) {
            return true;
        }
    }
    return false;
}

static uint32_t slow_distance(const struct sample *s, cg_node node, uint32_t limit)
{
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < s->changed_count; i++) {
        uint32_t distance = s->distance[node][s->changed[i]];
        least = distance < least && distance <= limit ? distance : least;
    }
    return least;
}

static void work_out(struct sample *s, uint32_t limit)
{
    for (cg_node node = 0; node < s->nodes; node++) {
        s->affected[node] = slow_distance(s, node, limit) != CG_NONE;
        s->beyond[node] = s->calls_in[node] = false;
    }
    for (uint32_t round = 0; round <= s->nodes; round++) {
        for (cg_node caller = 0; caller < s->nodes; caller++) {
            for (cg_node callee = 0; callee < s->nodes; callee++) {
                s->calls_in[caller] |= !s->affected[caller] &&
                                       (s->affected[callee] || s->beyond[callee]) &&
                                       may_call(s, caller, callee);
            }
        }
        for (cg_node node = 0; node < s->nodes; node++) {
            s->beyond[node] = !s->affected[node] && leads_to(s, node, s->calls_in);
        }
    }
}

static bool is_exposed(const struct sample *s, cg_node node)
{
    for (cg_node caller = 0; caller < s->nodes; caller++) {
        if (s->calls_in[caller] && may_call(s, caller, node)) {
            return s->affected[node];
        }
    }
    return false;
}

static uint32_t slow_beyond(const struct sample *s, cg_node node)
{
    uint32_t least = CG_NONE;
    for (cg_node caller = 0; caller < s->nodes; caller++) {
        if (s->calls_in[caller] && s->distance[node][caller] < least && !s->affected[node]) {
            least = s->distance[node][caller];
        }
    }
    return least;
}

/* 'z' is node 0, so canonical order is falling. */
static bool is_among(const cg_node *nodes, size_t count, cg_node node)
{
    bool among = false;
    for (size_t i = 0; i < count; i++) {
        ck_assert(i == 0 || nodes[i] < nodes[i - 1]);
        among |= nodes[i] == node;
    }
    return among;
}

static void check(struct sample *s, uint32_t limit, int *seen)
{
    struct cg_impact *impact;
    uint32_t beyond = 0, silent = 0;
    work_out(s, limit);
    ck_assert_int_eq(cg_impact(&impact, s->graph, s->changed, s->changed_count, limit, NULL),
                     CG_OK);
    struct cg_function_set exposed = cg_impact_exposed(impact);
    struct cg_function_set uncollected = cg_impact_uncollected(impact);
    struct cg_function_set unresolved = cg_impact_unresolved(impact);
    for (cg_node node = 0; node < s->nodes; node++) {
        ck_assert_uint_eq(cg_impact_distances(impact)[node], slow_distance(s, node, limit));
        ck_assert_int_eq(is_among(unresolved.nodes, unresolved.count, node),
                         s->calls_in[node] && s->body[node]);
        ck_assert_int_eq(is_among(uncollected.nodes, uncollected.count, node),
                         s->calls_in[node] && !s->body[node]);
        ck_assert_int_eq(is_among(exposed.nodes, exposed.count, node), is_exposed(s, node));
        beyond += s->beyond[node];
        ck_assert_uint_eq(cg_impact_beyond_distances(impact)[node], slow_beyond(s, node));
        silent += s->body[node] && !s->open[node];
    }
    ck_assert_uint_eq(cg_impact_unrecorded_count(impact), silent);
    ck_assert_int_eq(cg_impact_is_linked(impact), s->linked);
    *seen += beyond > 0;
    cg_impact_free(impact);
}

/* What reachability answers is never contradicted. */
static void check_against_reach(const struct sample *s)
{
    for (cg_node node = 0; node < s->nodes; node++) {
        struct cg_reach *reach;
        ck_assert_int_eq(cg_reach(&reach, s->graph, &(struct cg_function_set){&node, 1},
                                  &(struct cg_function_set){s->changed, s->changed_count}, NULL),
                         CG_OK);
        ck_assert_int_eq(cg_reach_answer(reach) == CG_YES, s->affected[node]);
        ck_assert(cg_reach_answer(reach) != CG_NO || !s->beyond[node]);
        cg_reach_free(reach);
    }
}

START_TEST(random_graphs_agree_with_slow_answers)
{
    struct random random = {11};
    int seen = 0;
    for (int i = 0; i < CASES; i++) {
        struct sample sample = random_sample(&random);
        check(&sample, draw(&random, 4), &seen);
        check(&sample, CG_NONE, &seen);
        check_against_reach(&sample);
        cg_graph_free(sample.graph);
    }
    ck_assert_int_gt(seen, CASES / 4);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    struct cg_graph *graph = new_graph();
    struct cg_impact *impact = NULL;
    cg_node node = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    ck_assert_int_eq(cg_impact(&impact, graph, &node, 1, CG_NONE, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    node = 1;
    ck_assert_int_eq(cg_impact(&impact, graph, &node, 1, CG_NONE, NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(impact);
    cg_impact_free(NULL);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_graphs_agree_with_slow_answers,
                                  wrong_arguments_are_refused, NULL};
    return run_tests("impact", tests, 120);
}
