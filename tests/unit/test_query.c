/* Questions to graphs: small ones written inline, and random ones against slow, obvious answers. */
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/query.h>
#include <libcg/site.h>

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NODES 10
#define RANDOM_GRAPHS 6000
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
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_NODE, node, key, text, strlen(text), NULL),
                     CG_OK);
}

/* Make every function of a graph defined, with all calls known. */
static void close_all(struct cg_graph *graph)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        cg_node_set_has_body(graph, node, true);
        set(graph, cg_node_name(graph, node), CG_KEY_OPEN_CALLS, "[]");
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
    ck_assert_int_eq(cg_reach(&reach, graph, &start, 1, &end, 1, NULL), CG_OK);
    return reach;
}

static void assert_answer(const struct cg_graph *graph, const char *from, const char *to,
                          enum cg_answer expected)
{
    struct cg_reach *reach = ask(graph, from, to);
    ck_assert_int_eq(reach->answer, expected);
    cg_reach_free(reach);
}

/* Names of the functions on the shortest path, "abc"; "-" when there is none. */
static void assert_path(const struct cg_graph *graph, const char *from, const char *to,
                        const char *expected)
{
    cg_node start = cg_graph_find(graph, from);
    cg_node end = cg_graph_find(graph, to);
    cg_edge *path;
    size_t length;
    bool found;
    ck_assert_int_eq(cg_shortest_path(&path, &length, &found, graph, &start, 1, &end, 1, NULL),
                     CG_OK);
    char names[64] = "-";
    if (found) {
        strcpy(names, from);
    }
    for (size_t i = 0; i < length; i++) {
        strcat(names, cg_node_name(graph, cg_edge_callee(graph, path[i])));
    }
    ck_assert_str_eq(names, expected);
    free(path);
}

START_TEST(search_counts_edges_either_way)
{
    struct cg_graph *graph = graph_of("ab bc ac cd ee");
    freeze(graph);
    uint32_t distance[5];
    cg_node a = cg_graph_find(graph, "a");
    cg_node d = cg_graph_find(graph, "d");
    cg_node e = cg_graph_find(graph, "e");
    ck_assert_int_eq(cg_search(distance, graph, &a, 1, CG_CALLEES, CG_NONE, NULL), CG_OK);
    ck_assert_uint_eq(distance[a], 0);
    ck_assert_uint_eq(distance[d], 2);
    ck_assert_uint_eq(distance[e], CG_NONE);
    ck_assert_int_eq(cg_search(distance, graph, &d, 1, CG_CALLERS, 1, NULL), CG_OK);
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
    ck_assert_int_eq(cg_search(distance, graph, NULL, 0, CG_CALLEES, CG_NONE, NULL), CG_OK);
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
    set(graph, "a", CG_KEY_OPEN_CALLS, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "c");
    ck_assert_int_eq(reach->answer, CG_YES);
    ck_assert_uint_eq(reach->path_length, 2);
    ck_assert_uint_eq(reach->open_count, 0);
    ck_assert_ptr_null(reach->open);
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_says_no_when_all_calls_are_known)
{
    struct cg_graph *graph = graph_of("ab bc dc");
    close_all(graph);
    set(graph, "d", CG_KEY_OPEN_CALLS, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "d");
    ck_assert_int_eq(reach->answer, CG_NO);
    ck_assert_uint_eq(reach->reached, 3);
    ck_assert(reach->records_open_calls);
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_does_not_know_past_open_calls)
{
    struct cg_graph *graph = graph_of("ac ab dd");
    close_all(graph);
    set(graph, "c", CG_KEY_OPEN_CALLS, some_site);
    set(graph, "b", CG_KEY_OPEN_CALLS, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "d");
    ck_assert_int_eq(reach->answer, CG_UNKNOWN);
    ck_assert_uint_eq(reach->open_count, 2);
    ck_assert_uint_eq(reach->open[0], cg_graph_find(graph, "b"));
    ck_assert_uint_eq(reach->open[1], cg_graph_find(graph, "c"));
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_does_not_know_past_silent_functions)
{
    struct cg_graph *graph = graph_of("ab cc");
    close_all(graph);
    cg_metadata_remove(graph, CG_ON_NODE, cg_graph_find(graph, "b"), CG_KEY_OPEN_CALLS);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "c");
    ck_assert_int_eq(reach->answer, CG_UNKNOWN);
    ck_assert_uint_eq(reach->silent_count, 1);
    ck_assert_uint_eq(reach->silent[0], cg_graph_find(graph, "b"));
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

START_TEST(reach_takes_a_graph_without_open_calls_at_its_word)
{
    struct cg_graph *graph = graph_of("ab cc");
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        cg_node_set_has_body(graph, node, true);
    }
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "c");
    ck_assert_int_eq(reach->answer, CG_NO);
    ck_assert(!reach->records_open_calls);
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
    cg_metadata_remove(graph, CG_ON_NODE, q, CG_KEY_OPEN_CALLS);
    set(graph, "c", CG_KEY_ADDRESS_TAKEN, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "d");
    ck_assert_int_eq(reach->answer, CG_UNKNOWN);
    ck_assert_uint_eq(reach->uncollected_count, 1);
    ck_assert_uint_eq(reach->callbacks_count, 1);
    ck_assert_uint_eq(reach->callbacks[0], cg_graph_find(graph, "c"));
    cg_reach_free(reach);
    assert_answer(graph, "a", "e", CG_NO);
    assert_answer(graph, "d", "c", CG_NO);
    cg_graph_free(graph);
}
END_TEST

/* q is declared by the program itself, so it may call whatever is not internal by name. */
START_TEST(reach_does_not_know_what_strangers_call_by_name)
{
    struct cg_graph *graph = graph_of("aq cd ee");
    close_all(graph);
    cg_node q = cg_graph_find(graph, "q");
    cg_node_set_has_body(graph, q, false);
    cg_metadata_remove(graph, CG_ON_NODE, q, CG_KEY_OPEN_CALLS);
    ck_assert_int_eq(cg_node_set_origin(graph, q, "q.h", NULL), CG_OK);
    cg_node_set_linkage(graph, cg_graph_find(graph, "e"), CG_LINKAGE_INTERNAL);
    set(graph, "q", "fileProperties", "{\"systemInclude\":true}");
    freeze(graph);
    assert_answer(graph, "a", "d", CG_NO);
    set(graph, "q", "fileProperties", "{\"systemInclude\":false}");
    struct cg_reach *reach = ask(graph, "a", "d");
    ck_assert_int_eq(reach->answer, CG_UNKNOWN);
    ck_assert_uint_eq(reach->strangers_count, 1);
    ck_assert_uint_eq(reach->strangers[0], q);
    ck_assert_uint_eq(reach->named_count, 2);
    ck_assert_uint_eq(reach->named[0], cg_graph_find(graph, "d"));
    ck_assert_uint_eq(reach->named[1], cg_graph_find(graph, "c"));
    cg_reach_free(reach);
    assert_answer(graph, "a", "e", CG_NO);
    cg_graph_free(graph);
}
END_TEST

/* Code not collected may call back c, which calls what nobody knows. */
START_TEST(reach_does_not_know_what_is_open_beyond_libraries)
{
    struct cg_graph *graph = graph_of("aq cd ee");
    close_all(graph);
    cg_node_set_has_body(graph, cg_graph_find(graph, "q"), false);
    set(graph, "c", CG_KEY_ADDRESS_TAKEN, some_site);
    set(graph, "d", CG_KEY_OPEN_CALLS, some_site);
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "e");
    ck_assert_int_eq(reach->answer, CG_UNKNOWN);
    ck_assert_uint_eq(reach->reached, 2);
    ck_assert_uint_eq(reach->beyond, 2);
    ck_assert_uint_eq(reach->open_count, 1);
    ck_assert_uint_eq(reach->open[0], cg_graph_find(graph, "d"));
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

static void link_as(struct cg_graph *graph, const char *world)
{
    char text[64];
    snprintf(text, sizeof text, "{\"entry\":\"a\",\"virtual\":\"cha\",\"world\":\"%s\"}", world);
    ck_assert_int_eq(
        cg_metadata_set(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED, text, strlen(text), NULL), CG_OK);
}

/* a calls b, which has an open call; c leads to d, and e is as good as alone. All are internal. */
static struct cg_graph *linked_graph(const char *unknown)
{
    char text[128];
    struct cg_graph *graph = graph_of("ab cd ee");
    close_all(graph);
    snprintf(text, sizeof text, "[{\"reason\":\"pointer\",\"unknown\":\"%s\"}]", unknown);
    set(graph, "b", CG_KEY_OPEN_CALLS, text);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        cg_node_set_linkage(graph, node, CG_LINKAGE_INTERNAL);
    }
    link_as(graph, "program");
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
    ck_assert_int_eq(reach->answer, CG_NO);
    ck_assert(reach->linked && !reach->library);
    ck_assert_uint_eq(reach->open_count, 1);
    ck_assert_uint_eq(reach->open[0], cg_graph_find(graph, "b"));
    ck_assert_uint_eq(reach->callable_count, 1);
    ck_assert_uint_eq(reach->callable[0], cg_graph_find(graph, "c"));
    cg_reach_free(reach);
    reach = ask(graph, "a", "d");
    ck_assert_int_eq(reach->answer, CG_UNKNOWN);
    ck_assert_uint_eq(reach->callbacks_count, 1);
    ck_assert_uint_eq(reach->callbacks[0], cg_graph_find(graph, "c"));
    ck_assert_uint_eq(reach->named_count, 0);
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
    static const char *const worlds[] = {"library", "other", "program"};
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

/* What s handed to a system library, that may hand to b: the stranger need not be reached. */
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
        ck_assert_int_eq(reach->answer, i < 2 ? CG_UNKNOWN : CG_NO);
        ck_assert_uint_eq(reach->strangers_count, i < 2);
        cg_reach_free(reach);
        cg_graph_free(graph);
    }
}
END_TEST

/* q calls what it is handed, and nothing else; a hands it e. x may call what others were handed. */
START_TEST(reach_knows_what_library_functions_are_handed)
{
    struct cg_graph *graph = graph_of("aq cd fx");
    cg_node a = cg_graph_find(graph, "a");
    cg_node e = node_named(graph, "e");
    ck_assert_int_eq(cg_graph_add_edge(NULL, graph, a, e, CG_EDGE_CALLBACK, NULL), CG_OK);
    close_all(graph);
    cg_node_set_has_body(graph, cg_graph_find(graph, "q"), false);
    cg_node_set_has_body(graph, cg_graph_find(graph, "x"), false);
    set(graph, "q", CG_KEY_CALLS_BACK, "false");
    set(graph, "c", CG_KEY_ESCAPES, "true");
    link_as(graph, "program");
    freeze(graph);
    struct cg_reach *reach = ask(graph, "a", "d");
    ck_assert_int_eq(reach->answer, CG_NO);
    ck_assert_uint_eq(reach->uncollected_count, 1);
    ck_assert_uint_eq(reach->outward_count, 0);
    cg_reach_free(reach);
    assert_answer(graph, "q", "d", CG_UNKNOWN);
    assert_answer(graph, "q", "e", CG_UNKNOWN);
    assert_answer(graph, "f", "e", CG_UNKNOWN);
    assert_answer(graph, "d", "e", CG_NO);
    set(graph, "q", CG_KEY_CALLS_BACK, "true");
    assert_answer(graph, "a", "d", CG_UNKNOWN);
    cg_graph_free(graph);
}
END_TEST

START_TEST(odd_words_of_linking_are_refused_or_taken_for_the_worst)
{
    struct cg_graph *graph = linked_graph("code not collected");
    struct cg_reach *reach;
    cg_node a = cg_graph_find(graph, "a");
    set(graph, "e", CG_KEY_ESCAPES, "1");
    freeze(graph);
    assert_answer(graph, "a", "e", CG_UNKNOWN);
    set(graph, "e", CG_KEY_ESCAPES, "false");
    assert_answer(graph, "a", "e", CG_NO);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED, "3", 1, NULL), CG_OK);
    ck_assert_int_eq(cg_reach(&reach, graph, &a, 1, &a, 1, NULL), CG_E_FORMAT);
    cg_graph_free(graph);
}
END_TEST

START_TEST(space_in_an_empty_array_is_nothing)
{
    struct cg_graph *graph = graph_of("ab cc");
    close_all(graph);
    set(graph, "b", CG_KEY_OPEN_CALLS, "[ \n ]");
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
    ck_assert_int_eq(cg_search(numbers, graph, &a, 1, CG_CALLEES, 1, &error), CG_E_STATE);
    ck_assert_int_eq(cg_components(numbers, &count, graph, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_reach(&reach, graph, &a, 1, &a, 1, NULL), CG_E_STATE);
    set(graph, "b", CG_KEY_OPEN_CALLS, "7");
    freeze(graph);
    ck_assert_int_eq(cg_search(numbers, graph, &none, 1, CG_CALLEES, 1, &error), CG_E_ARGUMENT);
    ck_assert_str_eq(error.text, "the graph has no node 2");
    ck_assert_int_eq(cg_reach(&reach, graph, &a, 1, &none, 1, &error), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_reach(&reach, graph, &a, 1, &a, 1, &error), CG_E_FORMAT);
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
    ck_assert_uint_eq(reach->path_length, LONG_CHAIN - 1);
    cg_reach_free(reach);
    cg_graph_free(graph);
}
END_TEST

/* A random graph, and everything about it worked out the slow way. */
struct sample {
    struct cg_graph *graph;
    uint32_t nodes;
    uint32_t distance[MAX_NODES][MAX_NODES]; /* Floyd and Warshall */
    bool has_body[MAX_NODES];
    int open[MAX_NODES]; /* 0: not said, 1: none, else 2 + index into open_calls */
    bool taken[MAX_NODES];
    bool escapes[MAX_NODES];
    bool handed_only[MAX_NODES]; /* calls what it is handed, and no more */
    bool handed[MAX_NODES];
    bool internal[MAX_NODES];
    bool stranger[MAX_NODES];
    bool linked;
    bool library;
    cg_node from[MAX_NODES];
    size_t from_count;
    cg_node to[MAX_NODES];
    size_t to_count;
};

/* Open calls by what they may call in a linked graph. */
enum extent { TO_OUTSIDE, TO_NAMED, TO_ANYTHING };
#define POINTER(unknown) "{\"reason\":\"pointer\",\"unknown\":\"" unknown "\"}"
static const struct {
    const char *text;
    enum extent extent;
} open_calls[] = {
    {"[" POINTER("code not collected") "]", TO_OUTSIDE},
    {"[" POINTER("code not collected, library result") "]", TO_OUTSIDE},
    {"[" POINTER("library result") "," POINTER("code not collected") "]", TO_OUTSIDE},
    {"[{\"reason\":\"virtual\",\"unknown\":\"code not collected\"}]", TO_OUTSIDE},
    {"[" POINTER("dlsym") "]", TO_NAMED},
    {"[" POINTER("library result") "," POINTER("library result, dlsym") "]", TO_NAMED},
    {"[" POINTER("dlsym, integer") "]", TO_ANYTHING},
    {"[" POINTER("dlsym") "," POINTER("no facts") "]", TO_ANYTHING},
    {"[" POINTER("library results") "]", TO_ANYTHING},
    {"[" POINTER("") "]", TO_ANYTHING},
    {"[{\"reason\":\"virtual\"}]", TO_ANYTHING},
    {"[{\"reason\":\"inline assembly\",\"unknown\":\"code not collected\"}]", TO_ANYTHING},
};
#define OPEN_CALLS (sizeof open_calls / sizeof *open_calls)

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static bool chance(uint64_t *state, uint32_t percent)
{
    return next_random(state) % 100 < percent;
}

static void add_random_node(struct sample *sample, cg_node node, uint64_t *state, bool records)
{
    /* Names run against the order of addition, so that one cannot pass for the other. */
    char name[] = {(char)('z' - node), '\0'};
    node_named(sample->graph, name);
    sample->has_body[node] = chance(state, 80);
    cg_node_set_has_body(sample->graph, node, sample->has_body[node]);
    if (records && sample->has_body[node] && chance(state, 92)) {
        bool open = chance(state, sample->linked ? 25 : 10);
        sample->open[node] = open ? 2 + (int)(next_random(state) % OPEN_CALLS) : 1;
    }
    int open = sample->open[node];
    if (open) {
        set(sample->graph, name, CG_KEY_OPEN_CALLS, open > 1 ? open_calls[open - 2].text : "[]");
    }
}

static void describe_random_node(struct sample *sample, cg_node node, uint64_t *state)
{
    const char *name = cg_node_name(sample->graph, node);
    sample->taken[node] = chance(state, 15);
    if (sample->taken[node]) {
        set(sample->graph, name, CG_KEY_ADDRESS_TAKEN, some_site);
    }
    sample->escapes[node] = chance(state, 12);
    if (sample->escapes[node]) {
        set(sample->graph, name, CG_KEY_ESCAPES, "true");
    }
    sample->handed_only[node] = chance(state, 40);
    if (sample->handed_only[node]) {
        set(sample->graph, name, CG_KEY_CALLS_BACK, "false");
    }
    sample->internal[node] = chance(state, 60);
    if (sample->internal[node]) {
        cg_node_set_linkage(sample->graph, node, CG_LINKAGE_INTERNAL);
    }
    if (chance(state, 20)) {
        sample->stranger[node] = !sample->has_body[node];
        ck_assert_int_eq(cg_node_set_origin(sample->graph, node, "x.h", NULL), CG_OK);
        set(sample->graph, name, "fileProperties", "{\"systemInclude\":false}");
    }
}

static void add_random_nodes(struct sample *sample, uint64_t *state, bool records)
{
    for (cg_node node = 0; node < sample->nodes; node++) {
        add_random_node(sample, node, state, records);
        describe_random_node(sample, node, state);
    }
}

static void link_randomly(struct sample *sample, uint64_t *state)
{
    sample->linked = chance(state, 60);
    sample->library = chance(state, 20);
    const char *text = sample->library ? "{\"virtual\":\"cha\",\"world\":\"library\"}"
                                       : "{\"virtual\":\"cha\",\"world\":\"program\"}";
    if (sample->linked) {
        ck_assert_int_eq(
            cg_metadata_set(sample->graph, CG_ON_GRAPH, 0, CG_KEY_LINKED, text, strlen(text), NULL),
            CG_OK);
    }
}

static void add_random_edges(struct sample *sample, uint64_t *state)
{
    uint32_t density = 3 + next_random(state) % 25;
    for (cg_node a = 0; a < sample->nodes; a++) {
        for (cg_node b = 0; b < sample->nodes; b++) {
            bool edge = chance(state, density);
            sample->distance[a][b] = a == b ? 0 : edge ? 1 : CG_NONE;
            if (edge) {
                bool callback = chance(state, 15);
                cg_graph_add_edge(NULL, sample->graph, a, b, callback ? CG_EDGE_CALLBACK : 0, NULL);
                sample->handed[b] |= callback;
            }
        }
    }
}

static void close_distances(struct sample *sample)
{
    for (cg_node via = 0; via < sample->nodes; via++) {
        for (cg_node a = 0; a < sample->nodes; a++) {
            for (cg_node b = 0; b < sample->nodes; b++) {
                uint64_t length = (uint64_t)sample->distance[a][via] + sample->distance[via][b];
                if (length < sample->distance[a][b]) {
                    sample->distance[a][b] = (uint32_t)length;
                }
            }
        }
    }
}

static struct sample random_sample(uint64_t seed)
{
    struct sample sample = {0};
    uint64_t state = seed * 77 + 5;
    ck_assert_int_eq(cg_graph_new(&sample.graph, NULL), CG_OK);
    sample.nodes = 1 + next_random(&state) % MAX_NODES;
    link_randomly(&sample, &state);
    add_random_nodes(&sample, &state, chance(&state, 80));
    add_random_edges(&sample, &state);
    close_distances(&sample);
    for (cg_node node = 0; node < sample.nodes; node++) {
        if (chance(&state, 20)) {
            sample.from[sample.from_count++] = node;
        }
        if (chance(&state, 20)) {
            sample.to[sample.to_count++] = node;
        }
    }
    freeze(sample.graph);
    return sample;
}

/* Least distance from any start to a node. */
static uint32_t slow_distance(const struct sample *sample, cg_node node)
{
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < sample->from_count; i++) {
        if (sample->distance[sample->from[i]][node] < least) {
            least = sample->distance[sample->from[i]][node];
        }
    }
    return least;
}

static uint32_t slow_distance_to_target(const struct sample *sample, cg_node node)
{
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < sample->to_count; i++) {
        if (sample->distance[node][sample->to[i]] < least) {
            least = sample->distance[node][sample->to[i]];
        }
    }
    return least;
}

static uint32_t slow_length(const struct sample *sample)
{
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < sample->to_count; i++) {
        if (slow_distance(sample, sample->to[i]) < least) {
            least = slow_distance(sample, sample->to[i]);
        }
    }
    return least;
}

/* The graph with three nodes more: code that was not collected, code that knows names, and
 * anything. */
#define OUTSIDE MAX_NODES
#define NAMES (MAX_NODES + 1)
#define ANYTHING (MAX_NODES + 2)
#define ALL_NODES (MAX_NODES + 3)

struct beyond {
    bool starts_outside;
    bool edge[ALL_NODES][ALL_NODES];
    bool reached[ALL_NODES];
    bool records;
};

static bool has_address(const struct sample *sample, cg_node node)
{
    if (!sample->linked) {
        return sample->taken[node];
    }
    return sample->escapes[node] || sample->handed[node];
}

static void add_outside_edges(struct beyond *beyond, const struct sample *sample, cg_node node)
{
    int open = sample->open[node];
    enum extent extent = open > 1 && sample->linked ? open_calls[open - 2].extent : TO_ANYTHING;
    bool *edges = beyond->edge[node];
    edges[OUTSIDE] = !sample->has_body[node];
    if (sample->linked && !beyond->starts_outside && sample->handed_only[node]) {
        edges[OUTSIDE] = false;
    }
    edges[NAMES] = sample->stranger[node] && beyond->records;
    edges[OUTSIDE] |= open > 1 && extent == TO_OUTSIDE;
    edges[NAMES] |= open > 1 && extent == TO_NAMED;
    edges[ANYTHING] |= open > 1 && extent == TO_ANYTHING;
    edges[ANYTHING] |= open == 0 && sample->has_body[node] && beyond->records;
    beyond->edge[OUTSIDE][node] = has_address(sample, node);
    beyond->edge[NAMES][node] = !sample->internal[node];
    beyond->edge[OUTSIDE][NAMES] |=
        sample->linked && beyond->records && (sample->library || sample->stranger[node]);
}

static void spread(struct beyond *beyond)
{
    for (int round = 0; round < ALL_NODES; round++) {
        for (int a = 0; a < ALL_NODES; a++) {
            for (int b = 0; b < ALL_NODES; b++) {
                beyond->reached[b] |= beyond->reached[a] && beyond->edge[a][b];
            }
        }
    }
}

static struct beyond slow_walk(const struct sample *sample)
{
    struct beyond beyond = {0};
    for (cg_node node = 0; node < sample->nodes; node++) {
        beyond.records |= sample->open[node] != 0;
    }
    for (size_t i = 0; i < sample->from_count; i++) {
        beyond.starts_outside |= !sample->has_body[sample->from[i]];
    }
    beyond.edge[NAMES][OUTSIDE] = true;
    for (cg_node node = 0; node < sample->nodes; node++) {
        add_outside_edges(&beyond, sample, node);
        for (cg_node other = 0; other < sample->nodes; other++) {
            beyond.edge[node][other] = sample->distance[node][other] == 1;
        }
    }
    for (size_t i = 0; i < sample->from_count; i++) {
        beyond.reached[sample->from[i]] = true;
    }
    spread(&beyond);
    return beyond;
}

static enum cg_answer slow_answer(const struct sample *sample, const struct beyond *beyond)
{
    if (slow_length(sample) != CG_NONE) {
        return CG_YES;
    }
    bool unknown = beyond->reached[ANYTHING];
    for (size_t i = 0; i < sample->to_count; i++) {
        unknown |= beyond->reached[sample->to[i]];
    }
    return unknown ? CG_UNKNOWN : CG_NO;
}

static bool is_among(const cg_node *nodes, size_t count, cg_node node)
{
    bool among = false;
    for (size_t i = 0; i < count; i++) {
        among |= nodes[i] == node;
    }
    return among;
}

/* The evidence of an answer that is not yes. */
static void check_evidence(const struct sample *sample, const struct beyond *beyond,
                           const struct cg_reach *reach)
{
    bool outside = beyond->reached[OUTSIDE] || beyond->reached[NAMES];
    uint32_t reached = 0, all = 0;
    for (cg_node node = 0; node < sample->nodes; node++) {
        bool leads = slow_distance_to_target(sample, node) != CG_NONE;
        bool address = has_address(sample, node);
        bool named = beyond->reached[NAMES] && !sample->internal[node];
        all += beyond->reached[node];
        reached += slow_distance(sample, node) != CG_NONE;
        ck_assert_int_eq(is_among(reach->callbacks, reach->callbacks_count, node),
                         outside && leads && address);
        ck_assert_int_eq(is_among(reach->named, reach->named_count, node), leads && named);
        ck_assert_int_eq(is_among(reach->callable, reach->callable_count, node),
                         outside && (address || named));
        ck_assert_int_eq(is_among(reach->strangers, reach->strangers_count, node),
                         sample->stranger[node] &&
                             (beyond->reached[node] || (sample->linked && outside)));
        ck_assert_int_eq(is_among(reach->silent, reach->silent_count, node),
                         beyond->reached[node] && sample->has_body[node] && !sample->open[node]);
    }
    ck_assert_uint_eq(reach->reached, reached);
    ck_assert_uint_eq(reach->beyond, all - reached);
}

static void check_open(const struct sample *sample, const struct beyond *beyond,
                       const struct cg_reach *reach)
{
    bool leads = reach->callbacks_count > 0 || reach->named_count > 0;
    for (cg_node node = 0; node < sample->nodes; node++) {
        bool open = beyond->reached[node] && sample->open[node] > 1;
        if (reach->answer == CG_UNKNOWN && !leads) {
            open &= beyond->edge[node][ANYTHING];
        }
        ck_assert_int_eq(is_among(reach->open, reach->open_count, node), open);
    }
}

static void check_reach(const struct sample *sample, int *answers)
{
    struct cg_reach *reach;
    struct beyond beyond = slow_walk(sample);
    ck_assert_int_eq(cg_reach(&reach, sample->graph, sample->from, sample->from_count, sample->to,
                              sample->to_count, NULL),
                     CG_OK);
    ck_assert_int_eq(reach->answer, slow_answer(sample, &beyond));
    ck_assert_int_eq(reach->linked, sample->linked);
    if (reach->answer != CG_YES) {
        check_evidence(sample, &beyond, reach);
        check_open(sample, &beyond, reach);
    }
    answers[reach->answer]++;
    cg_reach_free(reach);
}

static void check_search(const struct sample *sample)
{
    uint32_t found[MAX_NODES];
    for (uint32_t limit = 0; limit < 4; limit++) {
        uint32_t bound = limit == 3 ? CG_NONE : limit;
        cg_search(found, sample->graph, sample->from, sample->from_count, CG_CALLEES, bound, NULL);
        for (cg_node node = 0; node < sample->nodes; node++) {
            uint32_t expected = slow_distance(sample, node);
            ck_assert_uint_eq(found[node], expected > bound ? CG_NONE : expected);
        }
        cg_search(found, sample->graph, sample->to, sample->to_count, CG_CALLERS, bound, NULL);
        for (cg_node node = 0; node < sample->nodes; node++) {
            uint32_t expected = slow_distance_to_target(sample, node);
            ck_assert_uint_eq(found[node], expected > bound ? CG_NONE : expected);
        }
    }
}

/* That a step goes to the canonically first function that is on the way; 'z' is node 0. */
static void check_step(const struct sample *sample, cg_edge edge)
{
    cg_node from = cg_edge_caller(sample->graph, edge);
    cg_node chosen = cg_edge_callee(sample->graph, edge);
    uint32_t left = slow_distance_to_target(sample, from);
    for (cg_node other = chosen + 1; other < sample->nodes; other++) {
        ck_assert(sample->distance[from][other] != 1 ||
                  slow_distance_to_target(sample, other) != left - 1);
    }
    ck_assert_uint_eq(slow_distance_to_target(sample, chosen), left - 1);
}

/* That the path starts at the canonically first of the starts that are nearest. */
static void check_start(const struct sample *sample, cg_node start, uint32_t length)
{
    cg_node expected = CG_NONE;
    for (size_t i = 0; i < sample->from_count; i++) {
        if (slow_distance_to_target(sample, sample->from[i]) == length) {
            expected = sample->from[i];
        }
    }
    ck_assert_uint_eq(start, expected);
}

static void check_path(const struct sample *sample)
{
    cg_edge *path;
    size_t length;
    bool found;
    cg_shortest_path(&path, &length, &found, sample->graph, sample->from, sample->from_count,
                     sample->to, sample->to_count, NULL);
    uint32_t expected = slow_length(sample);
    ck_assert_int_eq(found, expected != CG_NONE);
    ck_assert_uint_eq(length, found ? expected : 0);
    for (size_t i = 0; i < length; i++) {
        check_step(sample, path[i]);
        if (i > 0) {
            ck_assert_uint_eq(cg_edge_caller(sample->graph, path[i]),
                              cg_edge_callee(sample->graph, path[i - 1]));
        }
    }
    if (length > 0) {
        check_start(sample, cg_edge_caller(sample->graph, path[0]), expected);
    }
    free(path);
}

static void check_components(const struct sample *sample)
{
    uint32_t component[MAX_NODES];
    uint32_t count;
    uint32_t members[MAX_NODES] = {0};
    cg_components(component, &count, sample->graph, NULL);
    for (cg_node a = 0; a < sample->nodes; a++) {
        ck_assert_uint_lt(component[a], count);
        members[component[a]]++;
        for (cg_node b = 0; b < sample->nodes; b++) {
            bool mutual = sample->distance[a][b] != CG_NONE && sample->distance[b][a] != CG_NONE;
            ck_assert_int_eq(component[a] == component[b], mutual);
            if (sample->distance[a][b] == 1) {
                ck_assert_uint_ge(component[a], component[b]);
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_gt(members[i], 0);
    }
}

START_TEST(random_graphs_agree_with_slow_answers)
{
    int answers[2][3] = {{0}};
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS; seed++) {
        struct sample sample = random_sample(seed);
        check_search(&sample);
        check_path(&sample);
        check_components(&sample);
        check_reach(&sample, answers[sample.linked]);
        cg_graph_free(sample.graph);
    }
    /* All three must come up often, linked or not, or the test is idle. */
    for (int i = 0; i < 3; i++) {
        ck_assert_int_gt(answers[0][i], RANDOM_GRAPHS / 40);
        ck_assert_int_gt(answers[1][i], RANDOM_GRAPHS / 40);
    }
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
    tcase_add_test(tests, reach_does_not_know_past_open_calls);
    tcase_add_test(tests, reach_does_not_know_past_silent_functions);
    tcase_add_test(tests, reach_takes_a_graph_without_open_calls_at_its_word);
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
    tcase_add_test(tests, random_graphs_agree_with_slow_answers);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
