/* Graphs with a run's missing calls added: validating again finds nothing, and nothing else
 * changes. */
#include "recorded.h"

#include "profile/builder.h"

#include <libcg/json.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/merge.h>
#include <libcg/query.h>
#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 150

static const char *const sources[] = {"first.cubex", "second \"run\".txt", "third.out"};

static void patch(struct cg_graph *graph, struct cg_profile *const *profiles, uint32_t count)
{
    struct cg_error error = {.text = ""};
    struct cg_validation *validation = validate(graph, profiles, count);
    int status = cg_validation_patch(validation, graph, sources, &error);
    ck_assert_msg(!status, "%s", error.text);
    ck_assert(cg_graph_is_frozen(graph));
    cg_validation_free(validation);
}

static uint64_t count_missing(struct cg_graph *graph, struct cg_profile *const *profiles,
                              uint32_t count)
{
    struct cg_validation *validation = validate(graph, profiles, count);
    const struct cg_validation_summary *summary = cg_validation_summary(validation);
    uint64_t missing = summary->missing_edges + summary->missing_nodes;
    cg_validation_free(validation);
    return missing;
}

/* Some of the functions, some of them declared, with some calls and some open ones. */
static struct cg_graph *random_graph(struct random *random)
{
    struct cg_graph *graph = new_graph();
    for (uint32_t i = 0; i < RECORDED_NAMES; i++) {
        if (i == 0 || chance(random, 80)) {
            bool defined = chance(random, 80);
            cg_node node = add_node(graph, recorded_name(i), defined ? "a.c" : NULL, defined,
                                    CG_LINKAGE_EXTERNAL);
            if (defined) {
                set(graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS,
                    chance(random, 30) ? "[{\"column\":1,\"file\":\"a.c\",\"line\":2,\"reason\":"
                                         "\"pointer\",\"type\":\"void ()\"}]"
                                       : "[]");
            }
        }
    }
    uint32_t nodes = cg_graph_node_count(graph);
    for (uint32_t i = 0; i < 2 * nodes; i++) {
        cg_node caller = draw(random, nodes), callee = draw(random, nodes);
        unsigned kind = chance(random, 80) ? CG_EDGE_DIRECT : CG_EDGE_CANDIDATE;
        if (cg_node_has_body(graph, caller)) {
            add_edge(graph, caller, callee, kind);
        }
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

static struct cg_graph *copy_of(const struct cg_graph *graph)
{
    char *text = text_of(graph, 4);
    struct cg_graph *copy = graph_from(text);
    ck_assert_int_eq(cg_graph_freeze(copy, NULL), CG_OK);
    free(text);
    return copy;
}

/* Old edges stay; new ones are marked as observed. */
static void check_only_observed(const struct cg_graph *before, const struct cg_graph *after)
{
    for (cg_edge e = 0; e < cg_graph_edge_count(after); e++) {
        cg_node caller = cg_graph_find(before, cg_node_name(after, cg_edge_caller(after, e)));
        cg_node callee = cg_graph_find(before, cg_node_name(after, cg_edge_callee(after, e)));
        cg_edge was = caller == CG_NONE || callee == CG_NONE
                          ? CG_NONE
                          : cg_graph_find_edge(before, caller, callee);
        bool observed = text_at(after, CG_ON_EDGE, e, CG_KEY_OBSERVED);
        ck_assert((was == CG_NONE) == observed);
    }
    ck_assert_uint_ge(cg_graph_edge_count(after), cg_graph_edge_count(before));
    for (cg_node n = 0; n < cg_graph_node_count(after); n++) {
        bool known = cg_graph_find(before, cg_node_name(after, n)) != CG_NONE;
        bool observed = text_at(after, CG_ON_NODE, n, CG_KEY_OBSERVED);
        ck_assert(known != observed);
        ck_assert(known || !cg_node_has_body(after, n));
    }
}

static struct cg_graph *merged(const struct cg_graph *a, const struct cg_graph *b)
{
    struct cg_registry *registry;
    struct cg_graph *whole = new_graph();
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add_builtin(registry, NULL), CG_OK);
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
    ck_assert_int_eq(cg_graph_merge(whole, a, &options, NULL), CG_OK);
    ck_assert_int_eq(cg_graph_merge(whole, b, &options, NULL), CG_OK);
    ck_assert_int_eq(cg_graph_freeze(whole, NULL), CG_OK);
    cg_registry_free(registry);
    return whole;
}

static void check_same(const struct cg_graph *a, const struct cg_graph *b)
{
    char *x = text_of(a, 4), *y = text_of(b, 4);
    ck_assert_str_eq(x, y);
    free(x);
    free(y);
}

START_TEST(patched_graphs_lack_nothing)
{
    struct random random = {21};
    uint64_t found = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct recorded runs[2];
        struct cg_profile *profiles[2];
        struct cg_graph *graph = random_graph(&random), *patched = copy_of(graph);
        for (int i = 0; i < 2; i++) {
            recorded_random(&runs[i], &random);
            profiles[i] = recorded_profile(&runs[i]);
        }
        found += count_missing(graph, profiles, 2);
        patch(patched, profiles, 2);
        ck_assert_uint_eq(count_missing(patched, profiles, 2), 0);
        ck_assert_uint_eq(count_missing(patched, profiles, 1), 0);
        check_only_observed(graph, patched);
        struct cg_graph *again = copy_of(patched), *both = merged(patched, graph);
        patch(again, profiles, 2);
        check_same(again, patched);
        check_same(both, patched);
        cg_graph_free(again);
        cg_graph_free(both);
        cg_graph_free(graph);
        cg_graph_free(patched);
        cg_profile_free(profiles[0]);
        cg_profile_free(profiles[1]);
    }
    ck_assert_uint_gt(found, ROUNDS);
}
END_TEST

static void check_has_calls_of(const struct cg_graph *whole, const struct cg_graph *part)
{
    for (cg_edge e = 0; e < cg_graph_edge_count(part); e++) {
        cg_node caller = cg_graph_find(whole, cg_node_name(part, cg_edge_caller(part, e)));
        cg_node callee = cg_graph_find(whole, cg_node_name(part, cg_edge_callee(part, e)));
        cg_edge edge = cg_graph_find_edge(whole, caller, callee);
        const char *seen = text_at(part, CG_ON_EDGE, e, CG_KEY_OBSERVED);
        const char *kept = text_at(whole, CG_ON_EDGE, edge, CG_KEY_OBSERVED);
        ck_assert(!seen || (kept && strlen(kept) >= strlen(seen)));
    }
}

/* Each by its run, then merged: all that was observed is there, in either order. What one run knows
 * of a function may make more of the other's calls the program's, so there may be more to add. */
START_TEST(patched_graphs_merge)
{
    struct random random = {22};
    for (int round = 0; round < ROUNDS / 4; round++) {
        struct recorded run;
        struct cg_profile *profiles[2];
        struct cg_graph *a = random_graph(&random), *b = copy_of(a);
        for (int i = 0; i < 2; i++) {
            recorded_random(&run, &random);
            profiles[i] = recorded_profile(&run);
        }
        patch(a, &profiles[0], 1);
        patch(b, &profiles[1], 1);
        struct cg_graph *forth = merged(a, b), *back = merged(b, a);
        check_same(forth, back);
        check_has_calls_of(forth, a);
        check_has_calls_of(forth, b);
        patch(forth, profiles, 2);
        ck_assert_uint_eq(count_missing(forth, profiles, 2), 0);
        cg_graph_free(a);
        cg_graph_free(b);
        cg_graph_free(forth);
        cg_graph_free(back);
        cg_profile_free(profiles[0]);
        cg_profile_free(profiles[1]);
    }
}
END_TEST

/* Frames of all sorts, in objects of the program's and of others, whole paths or pieces. */
static cg_frame any_frame(struct builder *b, struct random *random)
{
    static const char *const others[] = {
        "qsort", "libfoo_run", "main", "std::sort<int*>(int*, int*)", "parallel@a.c:3", "_start"};
    static const char *const objects[] = {"prog", "libx.so", "/lib/libc.so.6"};
    uint32_t number = draw(random, RECORDED_NAMES + 6);
    struct profile_frame frame = BUILDER_FRAME_INIT;
    frame.name = builder_text(b, number < RECORDED_NAMES ? recorded_name(number)
                                                         : others[number - RECORDED_NAMES]);
    if (chance(random, 30)) {
        frame.object = builder_text(b, objects[draw(random, 3)]);
    }
    if (chance(random, 30)) {
        frame.file = builder_text(b, chance(random, 50) ? "a.c" : "/src/b.c");
        frame.line = draw(random, 5);
    }
    if (chance(random, 20)) {
        frame.kind = draw(random, 5);
    }
    return builder_frame(b, &frame);
}

static struct cg_profile *wild_profile(struct random *random)
{
    struct builder b;
    struct cg_profile *profile = NULL;
    bool pieces = chance(random, 30);
    cg_call_context paths[2 * MOST_RECORDED];
    uint32_t count = 0, wanted = 1 + draw(random, MOST_RECORDED);
    const struct cg_metric visits = {.name = CG_METRIC_VISITS, .integral = true};
    const struct cg_metric samples = {.name = CG_METRIC_SAMPLES};
    ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
    bool sampled = chance(random, 30);
    builder_set_sampled(&b, sampled);
    builder_set_loses_tail_callers(&b, chance(random, 20));
    uint32_t metric = builder_metric(&b, sampled ? &samples : &visits);
    for (uint32_t i = 0; i < wanted; i++) {
        bool root = count == 0 || chance(random, pieces ? 40 : 10);
        uint32_t file = chance(random, 20) ? builder_text(&b, "a.c") : BUILDER_NONE;
        unsigned flags = pieces ? root ? CG_CONTEXT_FRAGMENT : CG_CONTEXT_CALL : 0;
        cg_call_context parent = root ? CG_NO_CONTEXT : paths[draw(random, count)];
        cg_call_context path = builder_path(&b, parent, any_frame(&b, random), file,
                                            file == BUILDER_NONE ? 0 : 1 + draw(random, 9), flags);
        builder_add(&b, 0, path, metric, draw(random, 9));
        if (!(flags & CG_CONTEXT_CALL)) {
            paths[count++] = path;
        }
    }
    ck_assert_int_eq(builder_finish(&b, &profile, NULL), CG_OK);
    builder_free(&b);
    return profile;
}

/* Functions that libraries know, too, and classes. */
static struct cg_graph *wild_graph(struct random *random)
{
    struct cg_graph *graph = random_graph(random);
    ck_assert_int_eq(cg_graph_thaw(graph, NULL), CG_OK);
    uint32_t nodes = cg_graph_node_count(graph);
    cg_node qsort_node = add_node(graph, "qsort", NULL, false, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, qsort_node, CG_KEY_FILE_PROPERTIES, "{\"systemInclude\":true}");
    add_edge(graph, 0, qsort_node, CG_EDGE_DIRECT);
    add_edge(graph, draw(random, nodes), draw(random, nodes), CG_EDGE_CALLBACK);
    if (chance(random, 50)) {
        cg_graph_add_override(graph, draw(random, nodes), draw(random, nodes), NULL);
    }
    if (chance(random, 50)) {
        set(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED, "{\"virtual\":\"cha\",\"world\":\"closed\"}");
        set(graph, CG_ON_NODE, draw(random, nodes), CG_KEY_ESCAPES, "true");
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

static uint64_t missing_visits(struct cg_graph *graph, struct cg_profile *const *profiles,
                               uint32_t count)
{
    struct cg_validation *validation = validate(graph, profiles, count);
    uint64_t visits = 0;
    for (size_t i = 0; i < cg_validation_count(validation); i++) {
        const struct cg_checked_call *call = cg_validation_at(validation, i);
        visits += call->verdict >= CG_VERDICT_MISSING_EDGE ? call->visits : 0;
    }
    cg_validation_free(validation);
    return visits;
}

static uint64_t observed_visits(const struct cg_graph *graph)
{
    uint64_t visits = 0;
    for (cg_edge e = 0; e < cg_graph_edge_count(graph); e++) {
        json_t *json, *run;
        size_t i;
        ck_assert_int_eq(cg_metadata_json(&json, graph, CG_ON_EDGE, e, CG_KEY_OBSERVED, NULL),
                         CG_OK);
        json_array_foreach(json, i, run)
        {
            visits += (uint64_t)json_integer_value(json_object_get(run, "visits"));
        }
        json_decref(json);
    }
    return visits;
}

START_TEST(whatever_was_recorded)
{
    struct random random = {23};
    uint64_t found = 0;
    for (int round = 0; round < 10 * ROUNDS; round++) {
        struct cg_profile *profiles[2] = {wild_profile(&random), wild_profile(&random)};
        struct cg_graph *graph = wild_graph(&random);
        uint64_t visits = missing_visits(graph, profiles, 2);
        found += count_missing(graph, profiles, 2);
        patch(graph, profiles, 2);
        ck_assert_msg(count_missing(graph, profiles, 2) == 0, "round %d", round);
        ck_assert_uint_ge(observed_visits(graph), visits); /* what was explained may be added too */
        struct cg_graph *again = copy_of(graph);
        patch(again, profiles, 2);
        check_same(again, graph);
        cg_graph_free(again);
        cg_graph_free(graph);
        cg_profile_free(profiles[0]);
        cg_profile_free(profiles[1]);
    }
    ck_assert_uint_gt(found, ROUNDS);
}
END_TEST

/* f0 calls f1 three times, that calls f2. */
static struct cg_profile *small_profile(void)
{
    const struct recorded run = {.paths = 3,
                                 .places = 2,
                                 .parent = {CG_NO_CONTEXT, 0, 1},
                                 .name = {0, 1, 2},
                                 .visits = {{1, 0}, {2, 1}, {0, 5}},
                                 .time = {{1, 1}, {1, 1}, {1, 1}}};
    return recorded_profile(&run);
}

static struct cg_graph *linked_graph(void)
{
    struct cg_graph *graph = new_graph();
    cg_node f0 = add_node(graph, "f0", "a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node f1 = add_node(graph, "f1", "a.c", true, CG_LINKAGE_INTERNAL);
    set(graph, CG_ON_NODE, f0, CG_KEY_UNRESOLVED_CALLS, "[]");
    set(graph, CG_ON_NODE, f0, CG_KEY_RESOLVED_CALLS,
        "[{\"column\":3,\"file\":\"a.c\",\"line\":4,\"reason\":\"pointer\",\"type\":\"void "
        "(void)\"}]");
    set(graph, CG_ON_NODE, f1, CG_KEY_UNRESOLVED_CALLS, "[]");
    set(graph, CG_ON_NODE, f1, CG_KEY_ADDRESS_TAKEN,
        "[{\"column\":3,\"file\":\"a.c\",\"line\":9}]");
    set(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED, "{\"virtual\":\"cha\",\"world\":\"closed\"}");
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

static enum cg_answer reaches(const struct cg_graph *graph, cg_node from, cg_node to)
{
    struct cg_reach *reach;
    ck_assert_int_eq(cg_reach(&reach, graph, &(struct cg_function_set){&from, 1},
                              &(struct cg_function_set){&to, 1}, NULL),
                     CG_OK);
    enum cg_answer answer = cg_reach_answer(reach);
    cg_reach_free(reach);
    return answer;
}

START_TEST(what_was_seen_is_told)
{
    struct cg_graph *graph = linked_graph();
    struct cg_profile *profiles[] = {small_profile(), small_profile()};
    cg_node f0 = cg_graph_find(graph, "f0"), f1 = cg_graph_find(graph, "f1");
    ck_assert_int_eq(reaches(graph, f0, f1), CG_NO);
    patch(graph, profiles, 2);
    cg_node f2 = cg_graph_find(graph, "f2");
    cg_edge closed = cg_graph_find_edge(graph, f0, f1), beyond = cg_graph_find_edge(graph, f1, f2);
    ck_assert(f2 != CG_NONE && closed != CG_NONE && beyond != CG_NONE);
    ck_assert_str_eq(text_at(graph, CG_ON_EDGE, closed, CG_KEY_OBSERVED),
                     "[{\"source\":\"first.cubex\",\"visits\":3},{\"source\":\"second "
                     "\\\"run\\\".txt\",\"visits\":3}]");
    ck_assert_str_eq(text_at(graph, CG_ON_EDGE, closed, CG_KEY_EVIDENCE), "[\"observed\"]");
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, f2, CG_KEY_OBSERVED),
                     "[{\"source\":\"first.cubex\",\"visits\":5},{\"source\":\"second "
                     "\\\"run\\\".txt\",\"visits\":5}]");
    ck_assert_ptr_null(text_at(graph, CG_ON_NODE, f1, CG_KEY_OBSERVED));
    ck_assert_uint_eq(cg_edge_kinds(graph, closed), CG_EDGE_POINTER);
    ck_assert_uint_eq(cg_edge_kinds(graph, beyond), 0);
    ck_assert_ptr_nonnull(text_at(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED));
    ck_assert_int_eq(reaches(graph, f0, f1), CG_YES);
    ck_assert_int_eq(reaches(graph, f0, f2), CG_YES);
    ck_assert_int_eq(reaches(graph, f2, f0), CG_UNKNOWN); /* its body was not read */
    cg_graph_free(graph);
    cg_profile_free(profiles[0]);
    cg_profile_free(profiles[1]);
}
END_TEST

/* main calls qsort, parts of that call f1: what linking would have found, had it known. */
START_TEST(callbacks_say_who_calls)
{
    struct builder b;
    struct profile_frame frame = BUILDER_FRAME_INIT;
    struct cg_profile *profile = NULL;
    const struct cg_metric visits = {.name = CG_METRIC_VISITS, .integral = true};
    static const char *const names[] = {"f0", "qsort", "msort_with_tmp", "f1"};
    cg_call_context path = CG_NO_CONTEXT;
    ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
    uint32_t metric = builder_metric(&b, &visits);
    for (int i = 0; i < 4; i++) {
        frame.name = builder_text(&b, names[i]);
        path = builder_path(&b, path, builder_frame(&b, &frame), BUILDER_NONE, 0, 0);
        builder_add(&b, 0, path, metric, 4);
    }
    ck_assert_int_eq(builder_finish(&b, &profile, NULL), CG_OK);
    builder_free(&b);
    struct cg_graph *graph = linked_graph();
    ck_assert_int_eq(cg_graph_thaw(graph, NULL), CG_OK);
    cg_node library = add_node(graph, "qsort", NULL, false, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, library, CG_KEY_FILE_PROPERTIES, "{\"systemInclude\":true}");
    cg_edge call = add_edge(graph, 0, library, CG_EDGE_DIRECT);
    set(graph, CG_ON_EDGE, call, CG_KEY_CALL_SITES, "[{\"column\":2,\"file\":\"a.c\",\"line\":7}]");
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_uint_eq(count_missing(graph, &profile, 1), 1);
    patch(graph, &profile, 1);
    ck_assert_uint_eq(count_missing(graph, &profile, 1), 0);
    cg_edge edge = cg_graph_find_edge(graph, 0, 1);
    ck_assert_uint_eq(cg_edge_kinds(graph, edge), CG_EDGE_CALLBACK);
    ck_assert_str_eq(text_at(graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES),
                     "[{\"column\":2,\"file\":\"a.c\",\"kind\":\"callback\",\"line\":7,\"through\":"
                     "\"qsort\"}]");
    ck_assert_int_eq(reaches(graph, 0, 1), CG_YES);
    cg_graph_free(graph);
    cg_profile_free(profile);
}
END_TEST

/* A run that ends in a cycle through a new call: linked graphs record recursion. */
START_TEST(what_follows_is_derived_again)
{
    const struct recorded run = {.paths = 3,
                                 .places = 1,
                                 .parent = {CG_NO_CONTEXT, 0, 1},
                                 .name = {0, 1, 0},
                                 .visits = {{1}, {1}, {1}}};
    struct cg_graph *graph = linked_graph();
    struct cg_profile *profile = recorded_profile(&run);
    struct cg_recursion recursion;
    ck_assert(!cg_recursion(&recursion, graph, 0));
    patch(graph, &profile, 1);
    ck_assert(cg_recursion(&recursion, graph, 0) && recursion.size == 2);
    cg_graph_free(graph);
    cg_profile_free(profile);
}
END_TEST

/* Nothing was missing: nothing changes. */
START_TEST(whole_graphs_stay_as_they_are)
{
    struct cg_graph *graph = linked_graph();
    struct cg_profile *profile = small_profile();
    patch(graph, &profile, 1);
    struct cg_graph *copy = copy_of(graph);
    patch(copy, &profile, 1);
    check_same(copy, graph);
    cg_graph_free(copy);
    cg_graph_free(graph);
    cg_profile_free(profile);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        whatever_was_recorded,         callbacks_say_who_calls,
        patched_graphs_lack_nothing,   patched_graphs_merge,
        what_was_seen_is_told,         what_follows_is_derived_again,
        whole_graphs_stay_as_they_are, NULL,
    };
    return run_tests("patch", tests, 200);
}
