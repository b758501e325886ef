/* Dead functions: by hand, and on random graphs against cg_reach and slow, obvious reasons. */
#include "reach_sample.h"

#include <libcg/dead.h>
#include <libcg/entries.h>
#include <libcg/link.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

#define RANDOM_GRAPHS 6000

static struct cg_dead *dead_of(const struct cg_graph *graph, const cg_node *entries, size_t count)
{
    struct cg_dead *dead;
    ck_assert_int_eq(cg_dead(&dead, graph, entries, count, NULL, NULL), CG_OK);
    return dead;
}

/* Random graphs */

static enum cg_answer slow_can_run(const struct sample *sample, const cg_node *from, size_t count,
                                   cg_node node)
{
    struct cg_reach *reach;
    ck_assert_int_eq(cg_reach(&reach, sample->graph, &(struct cg_function_set){from, count},
                              &(struct cg_function_set){&node, 1}, NULL),
                     CG_OK);
    enum cg_answer answer = cg_reach_answer(reach);
    cg_reach_free(reach);
    return answer;
}

static bool calls(const struct sample *sample, cg_node a, cg_node b)
{
    cg_edge edge = cg_graph_find_edge(sample->graph, a, b);
    return edge != CG_NONE && cg_edge_kinds(sample->graph, edge) != CG_EDGE_CANDIDATE;
}

static bool of_one_cycle(const struct sample *sample, cg_node a, cg_node b)
{
    return sample->distance[a][b] != CG_NONE && sample->distance[b][a] != CG_NONE;
}

static bool is_entered(const struct sample *sample, cg_node node)
{
    bool entered = false;
    for (cg_node caller = 0; caller < sample->nodes; caller++) {
        entered |= calls(sample, caller, node) && !of_one_cycle(sample, caller, node);
    }
    return entered;
}

static enum cg_dead_reason slow_reason(const struct sample *sample, cg_node node)
{
    bool called = false;
    for (cg_node caller = 0; caller < sample->nodes; caller++) {
        called |= calls(sample, caller, node);
    }
    if (text_at(sample->graph, CG_ON_NODE, node, CG_KEY_NEVER_INSTANTIATED)) {
        return CG_DEAD_NEVER_INSTANTIATED;
    }
    if (is_entered(sample, node)) {
        return CG_DEAD_CALLERS;
    }
    if (called) {
        return CG_DEAD_CYCLE;
    }
    if (cg_node_is_virtual(sample->graph, node)) {
        return CG_DEAD_VIRTUAL;
    }
    return sample->taken[node] ? CG_DEAD_ADDRESS_TAKEN : CG_DEAD_NEVER_CALLED;
}

/* Whether functions are connected through dead ones: calls in either direction, transitively. */
static void check_clusters(const struct sample *sample, const struct cg_dead *dead)
{
    bool together[MAX_NODES][MAX_NODES] = {{false}};
    for (cg_node a = 0; a < sample->nodes; a++) {
        for (cg_node b = 0; b < sample->nodes; b++) {
            together[a][b] = cg_dead_cluster_of(dead, a) != CG_NONE &&
                             cg_dead_cluster_of(dead, b) != CG_NONE &&
                             (a == b || calls(sample, a, b) || calls(sample, b, a));
        }
    }
    for (cg_node via = 0; via < sample->nodes; via++) {
        for (cg_node a = 0; a < sample->nodes; a++) {
            for (cg_node b = 0; b < sample->nodes; b++) {
                together[a][b] |= together[a][via] && together[via][b];
            }
        }
    }
    for (cg_node a = 0; a < sample->nodes; a++) {
        bool is_dead = cg_dead_can_run(cg_dead_reason(dead, a)) == CG_NO;
        ck_assert_int_eq(cg_dead_cluster_of(dead, a) != CG_NONE, is_dead && sample->has_body[a]);
        for (cg_node b = 0; b < sample->nodes; b++) {
            bool same = cg_dead_cluster_of(dead, a) != CG_NONE &&
                        cg_dead_cluster_of(dead, a) == cg_dead_cluster_of(dead, b);
            ck_assert_int_eq(same, together[a][b]);
        }
    }
}

/* Roots first, each part in canonical order, against which nodes are numbered. */
static void check_members(const struct sample *sample, const struct cg_dead *dead)
{
    size_t seen = 0;
    struct cg_function_set before = {NULL, 0};
    for (uint32_t c = 0; c < cg_dead_cluster_count(dead); c++) {
        struct cg_function_set members = cg_dead_cluster_at(dead, c);
        uint32_t roots = cg_dead_root_count(dead, c);
        for (size_t i = 0; i < members.count; i++) {
            ck_assert_uint_eq(cg_dead_cluster_of(dead, members.nodes[i]), c);
            ck_assert_int_eq(i < roots, !is_entered(sample, members.nodes[i]));
            ck_assert(i == 0 || i == roots || members.nodes[i] < members.nodes[i - 1]);
        }
        ck_assert(c == 0 || !cg_dead_root_count(dead, c - 1) || !roots ||
                  members.nodes[0] < before.nodes[0]);
        seen += members.count;
        before = members;
    }
    for (cg_node node = 0; node < sample->nodes; node++) {
        seen -= cg_dead_cluster_of(dead, node) != CG_NONE;
    }
    ck_assert_uint_eq(seen, 0);
}

static void describe_methods(struct sample *sample, struct random *random)
{
    for (cg_node node = 0; node < sample->nodes; node++) {
        cg_node_set_virtual(sample->graph, node, chance(random, 20));
        if (chance(random, 10)) {
            set(sample->graph, CG_ON_NODE, node, CG_KEY_NEVER_INSTANTIATED, "true");
        }
        if (chance(random, 5)) {
            set(sample->graph, CG_ON_NODE, node, "attributes", "[\"used\"]");
        }
    }
}

static size_t starts_of(cg_node *starts, const struct sample *sample)
{
    size_t count = 0;
    for (cg_node node = 0; node < sample->nodes; node++) {
        bool entry = cg_kept_alive(sample->graph, node);
        for (size_t i = 0; i < sample->from_count; i++) {
            entry |= sample->from[i] == node;
        }
        if (entry) {
            starts[count++] = node;
        }
    }
    return count;
}

static void check_sample(struct sample *sample, unsigned *reasons)
{
    cg_node starts[MAX_NODES];
    size_t count = starts_of(starts, sample);
    struct cg_dead *dead = dead_of(sample->graph, sample->from, sample->from_count);
    for (cg_node node = 0; node < sample->nodes; node++) {
        enum cg_dead_reason reason = cg_dead_reason(dead, node);
        enum cg_answer answer = slow_can_run(sample, starts, count, node);
        ck_assert_int_eq(cg_dead_can_run(reason), answer);
        if (answer == CG_NO) {
            ck_assert_int_eq(reason, slow_reason(sample, node));
        }
        reasons[reason]++;
    }
    ck_assert_int_eq(cg_dead_is_linked(dead), sample->linked);
    check_clusters(sample, dead);
    check_members(sample, dead);
    cg_dead_free(dead);
}

START_TEST(agrees_with_reach_of_each_function)
{
    unsigned reasons[CG_MAYBE_MISTYPED + 1] = {0};
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS; seed++) {
        struct sample sample = random_sample(seed);
        struct random random = {seed * 31 + 7};
        describe_methods(&sample, &random);
        check_sample(&sample, reasons);
        cg_graph_free(sample.graph);
    }
    for (size_t i = 0; i <= CG_MAYBE_MISTYPED; i++) {
        ck_assert_msg(reasons[i] > 100, "%s: %u", cg_dead_reason_text((enum cg_dead_reason)i),
                      reasons[i]);
    }
}
END_TEST

/* By hand */

#define DEFINED(name, callees, meta)                                                               \
    "\"" name "\":{\"callees\":" callees ",\"functionName\":\"" name "\",\"hasBody\":true,"        \
    "\"meta\":{\"unresolvedCalls\":[]" meta "},\"origin\":\"a.c\"}"
#define GRAPH(linked, nodes)                                                                       \
    "{\"_MetaCG\":{\"version\":\"4.0\",\"generator\":{\"name\":\"t\",\"sha\":\"\",\"version\":"    \
    "\"0\"}},"                                                                                     \
    "\"_CG\":{\"meta\":{" linked "},\"nodes\":{" nodes "}}}"
#define LINKED "\"linked\":{\"virtual\":\"cha\",\"world\":\"closed\"}"
#define TO(callee) "{\"" callee "\":{}}"

static struct cg_graph *frozen(const char *text)
{
    struct cg_graph *graph = graph_from(text);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

static enum cg_dead_reason reason_of(const struct cg_dead *dead, const struct cg_graph *graph,
                                     const char *name)
{
    return cg_dead_reason(dead, cg_graph_find(graph, name));
}

START_TEST(entries_are_those_of_the_graph_unless_given)
{
    struct cg_graph *graph =
        frozen(GRAPH(LINKED, DEFINED("main", TO("f"), "") "," DEFINED("f", "{}", "") "," DEFINED(
                                 "g", TO("h"), "") "," DEFINED("h", "{}", "")));
    cg_node entry = cg_graph_find(graph, "g");
    struct cg_dead *dead = dead_of(graph, NULL, 0);
    ck_assert_int_eq(reason_of(dead, graph, "f"), CG_RUNS);
    ck_assert_int_eq(reason_of(dead, graph, "g"), CG_DEAD_NEVER_CALLED);
    ck_assert_int_eq(reason_of(dead, graph, "h"), CG_DEAD_CALLERS);
    ck_assert_uint_eq(cg_dead_cluster_count(dead), 1);
    ck_assert_uint_eq(cg_dead_root_count(dead, 0), 1);
    cg_dead_free(dead);
    dead = dead_of(graph, &entry, 1);
    ck_assert_int_eq(reason_of(dead, graph, "main"), CG_DEAD_NEVER_CALLED);
    ck_assert_int_eq(reason_of(dead, graph, "f"), CG_DEAD_CALLERS);
    ck_assert_int_eq(reason_of(dead, graph, "h"), CG_RUNS);
    cg_dead_free(dead);
    dead = dead_of(graph, &entry, 0); /* no entries are none */
    ck_assert_int_eq(reason_of(dead, graph, "main"), CG_DEAD_NEVER_CALLED);
    cg_dead_free(dead);
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_nothing_calls_may_be_kept_alive)
{
    static const struct {
        const char *name;
        bool kept;
    } names[] = {{"memcpy", true}, {"memcpy_s", false}, {"__divti3", true},     {"_Znwm", true},
                 {"_ZdaPv", true}, {"_ZN1fEv", false},  {"ctor", true},         {"used", true},
                 {"isr", true},    {"_f", false},       {"_GLOBAL__sub", true}, {"inside__", false},
                 {"unused", false}};
    struct cg_graph *graph = new_graph();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        add_node(graph, names[i].name, "a.c", true, CG_LINKAGE_EXTERNAL);
    }
    cg_node declared = add_node(graph, "__declared", "a.c", false, CG_LINKAGE_EXTERNAL);
    cg_node internal = add_node(graph, "__internal", "a.c", true, CG_LINKAGE_INTERNAL);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    set(graph, CG_ON_NODE, cg_graph_find(graph, "ctor"), "attributes", "[\"constructor(101)\"]");
    set(graph, CG_ON_NODE, cg_graph_find(graph, "used"), "attributes", "[\"used\"]");
    set(graph, CG_ON_NODE, cg_graph_find(graph, "isr"), "attributes", "[\"interrupt\"]");
    set(graph, CG_ON_NODE, cg_graph_find(graph, "unused"), "attributes", "[\"unused\"]");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cg_node node = cg_graph_find(graph, names[i].name);
        ck_assert_msg(cg_kept_alive(graph, node) == names[i].kept, "%s", names[i].name);
    }
    ck_assert(!cg_kept_alive(graph, declared));
    ck_assert(!cg_kept_alive(graph, internal));
    cg_graph_free(graph);
}
END_TEST

START_TEST(clusters_are_of_those_told_of)
{
    struct cg_graph *graph = frozen(GRAPH(
        LINKED, DEFINED("main", "{}", "") "," DEFINED("a", TO("b"), "") "," DEFINED(
                    "b", TO("c"), "") "," DEFINED("c", "{}", "") "," DEFINED("d", TO("d"), "")));
    bool told[5] = {false};
    struct cg_dead *dead;
    told[cg_graph_find(graph, "a")] = true;
    told[cg_graph_find(graph, "c")] = true;
    ck_assert_int_eq(cg_dead(&dead, graph, NULL, 0, told, NULL), CG_OK);
    ck_assert_uint_eq(cg_dead_cluster_count(dead), 2);
    ck_assert_uint_eq(cg_dead_cluster_of(dead, cg_graph_find(graph, "b")), CG_NONE);
    ck_assert_int_eq(reason_of(dead, graph, "b"), CG_DEAD_CALLERS);
    ck_assert_int_eq(reason_of(dead, graph, "d"), CG_DEAD_CYCLE);
    ck_assert_uint_eq(cg_dead_root_count(dead, cg_dead_cluster_of(dead, cg_graph_find(graph, "a"))),
                      1);
    ck_assert_uint_eq(cg_dead_root_count(dead, cg_dead_cluster_of(dead, cg_graph_find(graph, "c"))),
                      0);
    cg_dead_free(dead);
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_may_call_anything_is_told)
{
    struct cg_graph *graph = frozen(GRAPH(
        LINKED, DEFINED("main", TO("q"), "") "," DEFINED(
                    "f", "{}",
                    "") ","
                        "\"q\":{\"callees\":{},\"functionName\":\"q\",\"hasBody\":true,\"meta\":{},"
                        "\"origin\":\"a.c\"}"));
    struct cg_dead *dead = dead_of(graph, NULL, 0);
    struct cg_function_set calls_anything = cg_dead_calls_anything(dead);
    ck_assert_int_eq(reason_of(dead, graph, "f"), CG_MAYBE_ANYTHING);
    ck_assert_uint_eq(calls_anything.count, 1);
    ck_assert_uint_eq(calls_anything.nodes[0], cg_graph_find(graph, "q"));
    ck_assert(cg_dead_records_unresolved_calls(dead) && cg_dead_is_linked(dead));
    ck_assert_uint_eq(cg_dead_cluster_count(dead), 0);
    cg_dead_free(dead);
    cg_graph_free(graph);
}
END_TEST

/* Where code that was not collected may name functions, linking has those escape. */
START_TEST(escaping_without_an_address_is_by_name)
{
    struct cg_graph *graph = frozen(GRAPH(
        LINKED,
        DEFINED(
            "main", TO("dlopen"),
            "") ","
                "\"dlopen\":{\"callees\":{},\"functionName\":\"dlopen\",\"hasBody\":false,\"meta\":"
                "{},"
                "\"origin\":\"/usr/include/dlfcn.h\"}," DEFINED("named", "{}", ",\"escapes\":true,\"linkage\":\"external\"") "," DEFINED(
                    "held", "{}",
                    ",\"addressTaken\":[{\"column\":1,\"file\":\"a.c\",\"line\":2}],"
                    "\"escapes\":true,\"linkage\":\"internal\"") "," DEFINED("own", "{}",
                                                                             ",\"linkage\":"
                                                                             "\"internal\"")));
    struct cg_dead *dead = dead_of(graph, NULL, 0);
    ck_assert_int_eq(reason_of(dead, graph, "named"), CG_MAYBE_BY_NAME);
    ck_assert_int_eq(reason_of(dead, graph, "held"), CG_MAYBE_BY_ADDRESS);
    ck_assert_int_eq(reason_of(dead, graph, "own"), CG_DEAD_NEVER_CALLED);
    cg_dead_free(dead);
    cg_graph_free(graph);
}
END_TEST

START_TEST(misuse_and_bad_values_are_errors)
{
    struct cg_graph *graph = new_graph();
    struct cg_dead *dead;
    struct cg_error error;
    cg_node none = 7;
    add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    ck_assert_int_eq(cg_dead(&dead, graph, NULL, 0, NULL, &error), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_dead(&dead, graph, &none, 1, NULL, &error), CG_E_ARGUMENT);
    ck_assert_ptr_null(cg_dead_reason_text((enum cg_dead_reason)99));
    cg_dead_free(NULL);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        agrees_with_reach_of_each_function,   entries_are_those_of_the_graph_unless_given,
        what_nothing_calls_may_be_kept_alive, clusters_are_of_those_told_of,
        what_may_call_anything_is_told,       escaping_without_an_address_is_by_name,
        misuse_and_bad_values_are_errors,     NULL};
    return run_tests("dead", tests, 120);
}
