/* Queries on small inline graphs. */
#include <libcg/dominators.h>
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/query.h>
#include <libcg/site.h>

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_CHAIN 1000000

static const char some_site[] = "[{\"column\":1,\"file\":\"a.c\",\"line\":1}]";

static cg_node node_named(struct cg_graph *graph, const char *name)
{
    cg_node node = cg_graph_find(graph, name);
    if (node == CG_NONE) {
        ck_assert_int_eq(cg_graph_add_node(&node, graph, name, NULL), CG_OK);
    }
    return node;
}

/* A graph of one-letter functions: "ab bc" has a call from a to b and one from b to c. */
static struct cg_graph *graph_of(const char *calls)
{
    struct cg_graph *graph;
    ck_assert_int_eq(cg_graph_new(&graph, NULL), CG_OK);
    for (const char *c = calls; *c; c += c[2] ? 3 : 2) {
        char caller[] = {c[0], '\0'};
        char callee[] = {c[1], '\0'};
        cg_node from = node_named(graph, caller);
        cg_node to = node_named(graph, callee);
        ck_assert_int_eq(cg_graph_add_edge(NULL, graph, from, to, CG_EDGE_DIRECT, NULL), CG_OK);
    }
    return graph;
}

static void set(struct cg_graph *graph, const char *name, const char *key, const char *text)
{
    cg_node node = node_named(graph, name);
    ck_assert_int_eq(
        cg_metadata_set(graph, CG_ON_NODE, node, key, &(struct cg_value){text, strlen(text)}, NULL),
        CG_OK);
}

/* Make every function of a graph defined, with all calls known. */
static void close_all(struct cg_graph *graph)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        cg_node_set_has_body(graph, node, true);
        set(graph, cg_node_name(graph, node), CG_KEY_UNRESOLVED_CALLS, "[]");
    }
}

static void freeze(struct cg_graph *graph)
{
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
}

static struct cg_reach *ask(const struct cg_graph *graph, const char *from, const char *to)
{
    struct cg_reach *reach;
    cg_node start = cg_graph_find(graph, from);
    cg_node end = cg_graph_find(graph, to);
    ck_assert_int_eq(cg_reach(&reach, graph, &(struct cg_function_set){&start, 1},
                              &(struct cg_function_set){&end, 1}, NULL),
                     CG_OK);
    return reach;
}

static void assert_answer(const struct cg_graph *graph, const char *from, const char *to,
                          enum cg_answer expected)
{
    struct cg_reach *reach = ask(graph, from, to);
    ck_assert_int_eq(cg_reach_answer(reach), expected);
    cg_reach_free(reach);
}

/* Names of the functions on the shortest path, "abc"; "-" when there is none. */
static void assert_path(const struct cg_graph *graph, const char *from, const char *to,
                        const char *expected)
{
    cg_node start = cg_graph_find(graph, from);
    cg_node end = cg_graph_find(graph, to);
    struct cg_found_path path;
    ck_assert_int_eq(cg_shortest_path(&path, graph, &(struct cg_function_set){&start, 1},
                                      &(struct cg_function_set){&end, 1}, NULL),
                     CG_OK);
    char names[64] = "-";
    if (path.found) {
        strcpy(names, from);
    }
    for (size_t i = 0; i < path.length; i++) {
        strcat(names, cg_node_name(graph, cg_edge_callee(graph, path.edges[i])));
    }
    ck_assert_str_eq(names, expected);
    free(path.edges);
}

START_TEST(search_counts_edges_either_way)
{
    struct cg_graph *graph = graph_of("ab bc ac cd ee");
    freeze(graph);
    uint32_t distance[5];
    cg_node a = cg_graph_find(graph, "a");
    cg_node d = cg_graph_find(graph, "d");
    cg_node e = cg_graph_find(graph, "e");
    ck_assert_int_eq(
        cg_search(distance, graph, &(struct cg_function_set){&a, 1}, CG_CALLEES, CG_NONE, NULL),
        CG_OK);
    ck_assert_uint_eq(distance[a], 0);
    ck_assert_uint_eq(distance[d], 2);
    ck_assert_uint_eq(distance[e], CG_NONE);
    ck_assert_int_eq(
        cg_search(distance, graph, &(struct cg_function_set){&d, 1}, CG_CALLERS, 1, NULL), CG_OK);
    ck_assert_uint_eq(distance[cg_graph_find(graph, "c")], 1);
    ck_assert_uint_eq(distance[a], CG_NONE);
    cg_graph_free(graph);
}
END_TEST

START_TEST(search_from_nothing_finds_nothing)
{
    struct cg_graph *graph = graph_of("ab");
    freeze(graph);
    uint32_t distance[2] = {7, 7};
    ck_assert_int_eq(
        cg_search(distance, graph, &(struct cg_function_set){NULL, 0}, CG_CALLEES, CG_NONE, NULL),
        CG_OK);
    ck_assert_uint_eq(distance[0], CG_NONE);
    ck_assert_uint_eq(distance[1], CG_NONE);
    cg_graph_free(graph);
}
END_TEST

START_TEST(path_is_shortest_and_canonically_first)
{
    struct cg_graph *graph = graph_of("ax xz ab bz ac cd dz");
    freeze(graph);
    assert_path(graph, "a", "z", "abz");
    assert_path(graph, "a", "a", "a");
    assert_path(graph, "z", "a", "-");
    cg_graph_free(graph);
}
END_TEST

START_TEST(path_does_not_depend_on_order_of_addition)
{
    struct cg_graph *graph = graph_of("bz ab xz ax");
    freeze(graph);
    assert_path(graph, "a", "z", "abz");
    cg_graph_free(graph);
    graph = graph_of("xz ax bz ab");
    freeze(graph);
    assert_path(graph, "a", "z", "abz");
    cg_graph_free(graph);
}
END_TEST

START_TEST(components_are_numbered_callees_first)
{
    struct cg_graph *graph = graph_of("ab bc cb cd");
    freeze(graph);
    uint32_t component[4];
    uint32_t count;
    ck_assert_int_eq(cg_components(component, &count, graph, NULL), CG_OK);
    ck_assert_uint_eq(count, 3);
    ck_assert_uint_eq(component[cg_graph_find(graph, "d")], 0);
    ck_assert_uint_eq(component[cg_graph_find(graph, "b")], 1);
    ck_assert_uint_eq(component[cg_graph_find(graph, "c")], 1);
    ck_assert_uint_eq(component[cg_graph_find(graph, "a")], 2);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_says_yes_with_a_path)
{
    struct cg_graph *graph = graph_of("ab bc");
    close_all(graph);
    set(graph, "a", CG_KEY_UNRESOLVED_CALLS, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "c");
    struct cg_function_set unresolved = cg_reach_unresolved(reach);
    ck_assert_int_eq(cg_reach_answer(reach), CG_YES);
    ck_assert_uint_eq(cg_reach_path(reach).count, 2);
    ck_assert_uint_eq(unresolved.count, 0);
    ck_assert_ptr_null(unresolved.nodes);
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_says_no_when_all_calls_are_known)
{
    struct cg_graph *graph = graph_of("ab bc dc");
    close_all(graph);
    set(graph, "d", CG_KEY_UNRESOLVED_CALLS, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "d");
    ck_assert_int_eq(cg_reach_answer(reach), CG_NO);
    ck_assert_uint_eq(cg_reach_known_count(reach), 3);
    ck_assert(cg_reach_records_unresolved_calls(reach));
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_does_not_know_past_unresolved_calls)
{
    struct cg_graph *graph = graph_of("ac ab dd");
    close_all(graph);
    set(graph, "c", CG_KEY_UNRESOLVED_CALLS, some_site);
    set(graph, "b", CG_KEY_UNRESOLVED_CALLS, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "d");
    struct cg_function_set unresolved = cg_reach_unresolved(reach);
    ck_assert_int_eq(cg_reach_answer(reach), CG_UNKNOWN);
    ck_assert_uint_eq(unresolved.count, 2);
    ck_assert_uint_eq(unresolved.nodes[0], cg_graph_find(graph, "b"));
    ck_assert_uint_eq(unresolved.nodes[1], cg_graph_find(graph, "c"));
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_does_not_know_past_silent_functions)
{
    struct cg_graph *graph = graph_of("ab cc");
    close_all(graph);
    cg_metadata_remove(graph, CG_ON_NODE, cg_graph_find(graph, "b"), CG_KEY_UNRESOLVED_CALLS);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "c");
    struct cg_function_set unrecorded = cg_reach_unrecorded(reach);
    ck_assert_int_eq(cg_reach_answer(reach), CG_UNKNOWN);
    ck_assert_uint_eq(unrecorded.count, 1);
    ck_assert_uint_eq(unrecorded.nodes[0], cg_graph_find(graph, "b"));
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_takes_a_graph_without_unresolved_calls_at_its_word)
{
    struct cg_graph *graph = graph_of("ab cc");
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        cg_node_set_has_body(graph, node, true);
    }
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "c");
    ck_assert_int_eq(cg_reach_answer(reach), CG_NO);
    ck_assert(!cg_reach_records_unresolved_calls(reach));
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_does_not_know_what_libraries_call_back)
{
    struct cg_graph *graph = graph_of("aq cd ee");
    close_all(graph);
    cg_node q = cg_graph_find(graph, "q");
    cg_node_set_has_body(graph, q, false);
    cg_metadata_remove(graph, CG_ON_NODE, q, CG_KEY_UNRESOLVED_CALLS);
    set(graph, "c", CG_KEY_ADDRESS_TAKEN, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "d");
    struct cg_function_set callbacks = cg_reach_callbacks(reach);
    ck_assert_int_eq(cg_reach_answer(reach), CG_UNKNOWN);
    ck_assert_uint_eq(cg_reach_uncollected(reach).count, 1);
    ck_assert_uint_eq(callbacks.count, 1);
    ck_assert_uint_eq(callbacks.nodes[0], cg_graph_find(graph, "c"));
    cg_reach_free(reach);
    assert_answer(graph, "a", "e", CG_NO);
    assert_answer(graph, "d", "c", CG_NO);
    cg_graph_free(graph);
}
END_TEST

/* The program itself declares q, so q may call by name whatever is not internal. */
START_TEST(reach_does_not_know_what_strangers_call_by_name)
{
    struct cg_graph *graph = graph_of("aq cd ee");
    close_all(graph);
    cg_node q = cg_graph_find(graph, "q");
    cg_node_set_has_body(graph, q, false);
    cg_metadata_remove(graph, CG_ON_NODE, q, CG_KEY_UNRESOLVED_CALLS);
    ck_assert_int_eq(cg_node_set_origin(graph, q, "q.h", NULL), CG_OK);
    cg_node_set_linkage(graph, cg_graph_find(graph, "e"), CG_LINKAGE_INTERNAL);
    set(graph, "q", "fileProperties", "{\"systemInclude\":true}");
    freeze(graph);
    assert_answer(graph, "a", "d", CG_NO);
    set(graph, "q", "fileProperties", "{\"systemInclude\":false}");
    struct cg_reach *reach = ask(graph, "a", "d");
    struct cg_function_set named = cg_reach_named(reach);
    struct cg_function_set possible_program_code = cg_reach_possible_program_code(reach);
    ck_assert_int_eq(cg_reach_answer(reach), CG_UNKNOWN);
    ck_assert_uint_eq(possible_program_code.count, 1);
    ck_assert_uint_eq(possible_program_code.nodes[0], q);
    ck_assert_uint_eq(named.count, 2);
    ck_assert_uint_eq(named.nodes[0], cg_graph_find(graph, "d"));
    ck_assert_uint_eq(named.nodes[1], cg_graph_find(graph, "c"));
    cg_reach_free(reach);
    assert_answer(graph, "a", "e", CG_NO);
    cg_graph_free(graph);
}
END_TEST

/* Uncollected code may call back c, which makes unknown calls. */
START_TEST(reach_does_not_know_what_is_open_beyond_libraries)
{
    struct cg_graph *graph = graph_of("aq cd ee");
    close_all(graph);
    cg_node_set_has_body(graph, cg_graph_find(graph, "q"), false);
    set(graph, "c", CG_KEY_ADDRESS_TAKEN, some_site);
    set(graph, "d", CG_KEY_UNRESOLVED_CALLS, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "e");
    struct cg_function_set unresolved = cg_reach_unresolved(reach);
    ck_assert_int_eq(cg_reach_answer(reach), CG_UNKNOWN);
    ck_assert_uint_eq(cg_reach_known_count(reach), 2);
    ck_assert_uint_eq(cg_reach_beyond_count(reach), 2);
    ck_assert_uint_eq(unresolved.count, 1);
    ck_assert_uint_eq(unresolved.nodes[0], cg_graph_find(graph, "d"));
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

static void link_as(struct cg_graph *graph, const char *world)
{
    char text[64];
    snprintf(text, sizeof text, "{\"entry\":\"a\",\"virtual\":\"cha\",\"world\":\"%s\"}", world);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED,
                                     &(struct cg_value){text, strlen(text)}, NULL),
                     CG_OK);
}

/* a calls b, which has an unresolved call; c leads to d, and e is as good as alone. All are
 * internal. */
static struct cg_graph *linked_graph(const char *unknown)
{
    char text[128];
    struct cg_graph *graph = graph_of("ab cd ee");
    close_all(graph);
    snprintf(text, sizeof text, "[{\"reason\":\"pointer\",\"unknown\":\"%s\"}]", unknown);
    set(graph, "b", CG_KEY_UNRESOLVED_CALLS, text);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        cg_node_set_linkage(graph, node, CG_LINKAGE_INTERNAL);
    }
    link_as(graph, "closed");
    return graph;
}

START_TEST(reach_knows_that_unknown_pointers_hold_what_escapes)
{
    struct cg_graph *graph = linked_graph("library result, code not collected");
    set(graph, "c", CG_KEY_ESCAPES, "true");
    set(graph, "e", CG_KEY_ADDRESS_TAKEN, some_site);
    cg_node_set_linkage(graph, cg_graph_find(graph, "d"), CG_LINKAGE_EXTERNAL);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "e");
    struct cg_function_set callable = cg_reach_callable(reach);
    struct cg_function_set unresolved = cg_reach_unresolved(reach);
    ck_assert_int_eq(cg_reach_answer(reach), CG_NO);
    ck_assert(cg_reach_is_linked(reach) && !cg_reach_is_library(reach));
    ck_assert_uint_eq(unresolved.count, 1);
    ck_assert_uint_eq(unresolved.nodes[0], cg_graph_find(graph, "b"));
    ck_assert_uint_eq(callable.count, 1);
    ck_assert_uint_eq(callable.nodes[0], cg_graph_find(graph, "c"));
    cg_reach_free(reach);
    reach = ask(graph, "a", "d");
    ck_assert_int_eq(cg_reach_answer(reach), CG_UNKNOWN);
    ck_assert_uint_eq(cg_reach_callbacks(reach).count, 1);
    ck_assert_uint_eq(cg_reach_callbacks(reach).nodes[0], cg_graph_find(graph, "c"));
    ck_assert_uint_eq(cg_reach_named(reach).count, 0);
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_knows_that_what_dlsym_finds_has_a_name)
{
    struct cg_graph *graph = linked_graph("dlsym");
    cg_node_set_linkage(graph, cg_graph_find(graph, "d"), CG_LINKAGE_EXTERNAL);
    freeze(graph);
    assert_answer(graph, "a", "d", CG_UNKNOWN);
    assert_answer(graph, "a", "c", CG_NO);
    assert_answer(graph, "a", "e", CG_NO);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_does_not_know_what_anything_may_be)
{
    static const char *const unknown[] = {"integer", "inline assembly", "no facts",
                                          "",        "dlsym, no facts", "new word"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        struct cg_graph *graph = linked_graph(unknown[i]);
        freeze(graph);
        assert_answer(graph, "a", "e", CG_UNKNOWN);
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(reach_knows_that_users_of_a_library_name_its_functions)
{
    static const char *const worlds[] = {"open", "other", "closed"};
    for (size_t i = 0; i < 3; i++) {
        struct cg_graph *graph = linked_graph("code not collected");
        cg_node_set_linkage(graph, cg_graph_find(graph, "d"), CG_LINKAGE_EXTERNAL);
        link_as(graph, worlds[i]);
        freeze(graph);
        assert_answer(graph, "a", "d", i < 2 ? CG_UNKNOWN : CG_NO);
        assert_answer(graph, "a", "c", CG_NO);
        cg_graph_free(graph);
    }
}
END_TEST

/* A system library may pass to b what s passed to it: b need not be reached first. */
START_TEST(reach_knows_that_strangers_anywhere_name_functions)
{
    static const char *const loaders[] = {"s", "dlopen", "dlsym"};
    for (size_t i = 0; i < 3; i++) {
        struct cg_graph *graph = linked_graph("code not collected");
        cg_node_set_linkage(graph, cg_graph_find(graph, "d"), CG_LINKAGE_EXTERNAL);
        cg_node s = node_named(graph, loaders[i]);
        if (i == 0) {
            ck_assert_int_eq(cg_node_set_origin(graph, s, "s.h", NULL), CG_OK);
            set(graph, "s", "fileProperties", "{\"systemInclude\":false}");
        }
        freeze(graph);
        struct cg_reach *reach = ask(graph, "a", "d");
        ck_assert_int_eq(cg_reach_answer(reach), i < 2 ? CG_UNKNOWN : CG_NO);
        ck_assert_uint_eq(cg_reach_possible_program_code(reach).count, i < 2);
        cg_reach_free(reach);
        cg_graph_free(graph);
    }
}
END_TEST

/* q calls its arguments, and nothing else; a passes e to it. x may call what others received. */
START_TEST(reach_knows_what_library_functions_are_handed)
{
    struct cg_graph *graph = graph_of("aq cd fx");
    cg_node a = cg_graph_find(graph, "a");
    cg_node e = node_named(graph, "e");
    ck_assert_int_eq(cg_graph_add_edge(NULL, graph, a, e, CG_EDGE_CALLBACK, NULL), CG_OK);
    close_all(graph);
    cg_node_set_has_body(graph, cg_graph_find(graph, "q"), false);
    cg_node_set_has_body(graph, cg_graph_find(graph, "x"), false);
    set(graph, "q", CG_KEY_CALLS_ONLY_ARGUMENTS, "true");
    set(graph, "c", CG_KEY_ESCAPES, "true");
    link_as(graph, "closed");
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "d");
    ck_assert_int_eq(cg_reach_answer(reach), CG_NO);
    ck_assert_uint_eq(cg_reach_uncollected(reach).count, 1);
    ck_assert_uint_eq(cg_reach_may_call_back(reach).count, 0);
    cg_reach_free(reach);
    assert_answer(graph, "q", "d", CG_UNKNOWN);
    assert_answer(graph, "q", "e", CG_UNKNOWN);
    assert_answer(graph, "f", "e", CG_UNKNOWN);
    assert_answer(graph, "d", "e", CG_NO);
    set(graph, "q", CG_KEY_CALLS_ONLY_ARGUMENTS, "false");
    assert_answer(graph, "a", "d", CG_UNKNOWN);
    cg_graph_free(graph);
}
END_TEST

START_TEST(odd_words_of_linking_are_refused_or_taken_for_the_worst)
{
    struct cg_graph *graph = linked_graph("code not collected");
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_NODE, cg_graph_find(graph, "e"), CG_KEY_ESCAPES,
                                     &(struct cg_value){"1", 1}, NULL),
                     CG_E_FORMAT);
    set(graph, "e", CG_KEY_ESCAPES, "true");
    freeze(graph);
    assert_answer(graph, "a", "e", CG_UNKNOWN);
    set(graph, "e", CG_KEY_ESCAPES, "false");
    assert_answer(graph, "a", "e", CG_NO);
    static const char *const refused[] = {"3", "[]", "{\"assume\":1}", "{\"assume\":[\"luck\"]}"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ck_assert_int_eq(cg_metadata_set(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED,
                                         &(struct cg_value){refused[i], strlen(refused[i])}, NULL),
                         CG_E_FORMAT);
    }
    assert_answer(graph, "a", "e", CG_NO); /* an error changes nothing */
    cg_graph_free(graph);
}
END_TEST

START_TEST(space_in_an_empty_array_is_nothing)
{
    struct cg_graph *graph = graph_of("ab cc");
    close_all(graph);
    set(graph, "b", CG_KEY_UNRESOLVED_CALLS, "[ \n ]");
    freeze(graph);
    assert_answer(graph, "a", "c", CG_NO);
    cg_graph_free(graph);
}
END_TEST

START_TEST(misuse_and_bad_values_are_errors)
{
    struct cg_graph *graph = graph_of("ab");
    struct cg_error error;
    struct cg_reach *reach;
    cg_node a = 0;
    cg_node none = 2;
    uint32_t numbers[2];
    uint32_t count;
    ck_assert_int_eq(
        cg_search(numbers, graph, &(struct cg_function_set){&a, 1}, CG_CALLEES, 1, &error),
        CG_E_STATE);
    ck_assert_int_eq(cg_components(numbers, &count, graph, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_reach(&reach, graph, &(struct cg_function_set){&a, 1},
                              &(struct cg_function_set){&a, 1}, NULL),
                     CG_E_STATE);
    freeze(graph);
    ck_assert_int_eq(
        cg_search(numbers, graph, &(struct cg_function_set){&none, 1}, CG_CALLEES, 1, &error),
        CG_E_ARGUMENT);
    ck_assert_str_eq(error.text, "the graph has no node 2");
    enum cg_direction wrong = (enum cg_direction)2;
    ck_assert_int_eq(cg_search(numbers, graph, &(struct cg_function_set){&a, 1}, wrong, 1, &error),
                     CG_E_ARGUMENT);
    ck_assert_str_eq(error.text, "there is no direction 2");
    ck_assert_int_eq(cg_dominators(numbers, graph, &a, 1, wrong, &error), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_reach(&reach, graph, &(struct cg_function_set){&a, 1},
                              &(struct cg_function_set){&none, 1}, &error),
                     CG_E_ARGUMENT);
    ck_assert_ptr_null(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(long_chains_need_no_stack)
{
    struct cg_graph *graph;
    ck_assert_int_eq(cg_graph_new(&graph, NULL), CG_OK);
    char name[16];
    for (cg_node node = 0; node < LONG_CHAIN; node++) {
        cg_node added;
        snprintf(name, sizeof name, "f%u", (unsigned)node);
        ck_assert_int_eq(cg_graph_add_node(&added, graph, name, NULL), CG_OK);
        if (node > 0) {
            cg_graph_add_edge(NULL, graph, node - 1, node, 0, NULL);
        }
    }
    freeze(graph);
    uint32_t *numbers = calloc(LONG_CHAIN, sizeof *numbers);
    uint32_t count;
    ck_assert_int_eq(cg_components(numbers, &count, graph, NULL), CG_OK);
    ck_assert_uint_eq(count, LONG_CHAIN);
    ck_assert_uint_eq(numbers[0], LONG_CHAIN - 1);
    free(numbers);
    struct cg_reach *reach = ask(graph, "f0", "f999999");
    ck_assert_uint_eq(cg_reach_path(reach).count, LONG_CHAIN - 1);
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("query");
    TCase *tests = tcase_create("query");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, search_counts_edges_either_way);
    tcase_add_test(tests, search_from_nothing_finds_nothing);
    tcase_add_test(tests, path_is_shortest_and_canonically_first);
    tcase_add_test(tests, path_does_not_depend_on_order_of_addition);
    tcase_add_test(tests, components_are_numbered_callees_first);
    tcase_add_test(tests, reach_says_yes_with_a_path);
    tcase_add_test(tests, reach_says_no_when_all_calls_are_known);
    tcase_add_test(tests, reach_does_not_know_past_unresolved_calls);
    tcase_add_test(tests, reach_does_not_know_past_silent_functions);
    tcase_add_test(tests, reach_takes_a_graph_without_unresolved_calls_at_its_word);
    tcase_add_test(tests, reach_does_not_know_what_libraries_call_back);
    tcase_add_test(tests, reach_does_not_know_what_strangers_call_by_name);
    tcase_add_test(tests, reach_does_not_know_what_is_open_beyond_libraries);
    tcase_add_test(tests, reach_knows_that_unknown_pointers_hold_what_escapes);
    tcase_add_test(tests, reach_knows_that_what_dlsym_finds_has_a_name);
    tcase_add_test(tests, reach_does_not_know_what_anything_may_be);
    tcase_add_test(tests, reach_knows_that_users_of_a_library_name_its_functions);
    tcase_add_test(tests, reach_knows_that_strangers_anywhere_name_functions);
    tcase_add_test(tests, reach_knows_what_library_functions_are_handed);
    tcase_add_test(tests, odd_words_of_linking_are_refused_or_taken_for_the_worst);
    tcase_add_test(tests, space_in_an_empty_array_is_nothing);
    tcase_add_test(tests, misuse_and_bad_values_are_errors);
    tcase_add_test(tests, long_chains_need_no_stack);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
