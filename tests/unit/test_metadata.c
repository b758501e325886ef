/* Values that hang on graphs, and the ways in which they meet. */
#include "support.h"

#include <libcg/kinds.h>
#include <libcg/merge.h>

#include <stdlib.h>
#include <string.h>

START_TEST(values_are_set_replaced_and_removed)
{
    struct cg_graph *graph = new_graph();
    add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    add_edge(graph, 0, 0, 0);
    static const enum cg_place places[] = {CG_ON_GRAPH, CG_ON_NODE, CG_ON_EDGE};
    for (int i = 0; i < 3; i++) {
        ck_assert_ptr_null(cg_metadata_get(graph, places[i], 0, "b"));
        cg_metadata_remove(graph, places[i], 0, "b");
        set(graph, places[i], 0, "b", "1");
        set(graph, places[i], 0, "a", "[ 2 ]");
        set(graph, places[i], 0, "c", "3");
        set(graph, places[i], 0, "b", " \t\n\r\"new\"\n");
        ck_assert_str_eq(cg_metadata_get(graph, places[i], 0, "b"), "\"new\"");
        struct cg_metadata_walk walk = {0};
        for (const char *key = "abc"; *key; key++) {
            ck_assert(cg_metadata_next(&walk, graph, places[i], 0));
            ck_assert_int_eq(walk.key[0], *key);
            ck_assert_uint_eq(walk.length, strlen(walk.text));
        }
        ck_assert(!cg_metadata_next(&walk, graph, places[i], 0));
        cg_metadata_remove(graph, places[i], 0, "b");
        ck_assert_ptr_null(cg_metadata_get(graph, places[i], 0, "b"));
        ck_assert_str_eq(cg_metadata_get(graph, places[i], 0, "a"), "[ 2 ]");
        ck_assert_str_eq(cg_metadata_get(graph, places[i], 0, "c"), "3");
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_is_no_value_is_refused)
{
    static const char *const bad[] = {
        "",
        " ",
        "nul",
        "truefalse",
        "1 2",
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "+1",
        "0x1",
        "NaN",
        "[",
        "[1,]",
        "[,1]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "{\"a\":1,}",
        "\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\x01\"",
        "\"\xff\"",
        "\"\t\"",
        "[1}",
        "]",
        "'a'",
        "\xef\xbb\xbf[]",
        "1\x0b",
    };
    struct cg_graph *graph = new_graph();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct cg_error error = {0};
        int status = cg_metadata_set(graph, CG_ON_GRAPH, 0, "k", bad[i], strlen(bad[i]), &error);
        ck_assert_msg(status == CG_E_FORMAT && error.status == CG_E_FORMAT, "%s", bad[i]);
    }
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_GRAPH, 0, "k", "1\0", 2, NULL), CG_E_FORMAT);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_GRAPH, 0, "", "1", 1, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_NODE, 0, "k", "1", 1, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_EDGE, 0, "k", "1", 1, NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(cg_metadata_get(graph, CG_ON_GRAPH, 0, "k"));
    ck_assert_ptr_null(cg_metadata_get(graph, CG_ON_NODE, 9, "k"));
    ck_assert_ptr_null(cg_metadata_get(graph, CG_ON_EDGE, 9, "k"));
    struct cg_metadata_walk walk = {0};
    ck_assert(!cg_metadata_next(&walk, graph, CG_ON_NODE, 9));
    cg_metadata_remove(graph, CG_ON_NODE, 9, "k");
    cg_graph_free(graph);
}
END_TEST

START_TEST(nesting_has_a_limit)
{
    struct cg_graph *graph = new_graph();
    char text[2 * (CG_LIMIT_DEPTH + 1)];
    for (unsigned depth = CG_LIMIT_DEPTH; depth <= CG_LIMIT_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        ck_assert_int_eq(cg_metadata_set(graph, CG_ON_GRAPH, 0, "k", text, 2 * depth, NULL),
                         depth == CG_LIMIT_DEPTH ? CG_OK : CG_E_LIMIT);
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(values_become_trees)
{
    struct cg_graph *graph = new_graph();
    json_t *json;
    set(graph, CG_ON_GRAPH, 0, "k", "{\"a\":[1]}");
    set(graph, CG_ON_GRAPH, 0, "big", "123456789012345678901234567890");
    ck_assert_int_eq(cg_metadata_json(&json, graph, CG_ON_GRAPH, 0, "k", NULL), CG_OK);
    ck_assert_uint_eq(json_array_size(json_object_get(json, "a")), 1);
    json_decref(json);
    ck_assert_int_eq(cg_metadata_json(&json, graph, CG_ON_GRAPH, 0, "none", NULL), CG_OK);
    ck_assert_ptr_null(json);
    ck_assert_int_eq(cg_metadata_json(&json, graph, CG_ON_GRAPH, 0, "big", NULL), CG_E_FORMAT);
    cg_graph_free(graph);
}
END_TEST

START_TEST(registries_hold_kinds_in_order)
{
    struct cg_registry *registry;
    struct cg_error error;
    const struct cg_metadata_kind nameless = {.abi = CG_METADATA_ABI, .strategy = "max"};
    const struct cg_metadata_kind mergeless = {.abi = CG_METADATA_ABI, .key = "k"};
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_ptr_null(cg_registry_at(registry, 0));
    ck_assert_int_eq(cg_registry_add_builtin(registry, NULL), CG_OK);
    const struct cg_metadata_kind *open_calls = cg_registry_find(registry, "openCalls");
    ck_assert_ptr_nonnull(open_calls);
    ck_assert_ptr_null(cg_registry_find(registry, "opencalls"));
    ck_assert_int_eq(cg_registry_add(registry, open_calls, &error), CG_E_CONFLICT);
    ck_assert_int_eq(cg_registry_add(registry, &nameless, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_registry_add(registry, &mergeless, NULL), CG_E_ARGUMENT);
    size_t count = 0;
    for (const struct cg_metadata_kind *kind; (kind = cg_registry_at(registry, count)); count++) {
        ck_assert_ptr_eq(cg_registry_find(registry, kind->key), kind);
        ck_assert(kind->places && kind->description);
    }
    ck_assert_uint_ge(count, 5);
    cg_registry_free(registry);
    cg_registry_free(NULL);
}
END_TEST

/* A strategy as it acts in a merge. */
static cg_metadata_merge *strategy;

static int apply(struct cg_text *out, const struct cg_meeting *meeting, struct cg_error *error)
{
    return strategy(out, meeting, error);
}

static char *met(const char *a, const char *b)
{
    static const struct cg_metadata_kind kind = {.abi = CG_METADATA_ABI,
                                                 .key = "k",
                                                 .places = CG_ON_GRAPH,
                                                 .strategy = "custom",
                                                 .merge = apply,
                                                 .description = "for this test"};
    struct cg_registry *registry;
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add(registry, &kind, NULL), CG_OK);
    const struct cg_merge_options options = {.registry = registry};
    struct cg_graph *whole = new_graph();
    const char *const texts[] = {a, b};
    for (int i = 0; i < 2; i++) {
        struct cg_graph *part = new_graph();
        set(part, CG_ON_GRAPH, 0, "k", texts[i]);
        ck_assert_int_eq(cg_graph_merge(whole, part, &options, NULL), CG_OK);
        cg_graph_free(part);
    }
    char *text = strdup(cg_metadata_get(whole, CG_ON_GRAPH, 0, "k"));
    cg_graph_free(whole);
    cg_registry_free(registry);
    return text;
}

START_TEST(strategies_do_as_they_say)
{
    static const struct {
        cg_metadata_merge *strategy;
        const char *a, *b, *result;
    } cases[] = {
        {cg_merge_max, "9", "10", "10"},
        {cg_merge_max, "-9", "-10", "-9"},
        {cg_merge_max, "1.5", "1e1", "1e1"},
        {cg_merge_max, "null", "-1", "-1"},
        {cg_merge_max, "\"a\"", "\"b\"", "\"b\""},
        {cg_merge_max, "9007199254740993", "9007199254740992", "9007199254740993"},
        {cg_merge_union, "[2,1]", "[3,1]", "[1,2,3]"},
        {cg_merge_union, "[]", "[ ]", "[]"},
        {cg_merge_union, "[1]", "\"longer\"", "[1]"},
        {cg_merge_union, "[{\"line\":10,\"file\":\"a\"}]", "[{\"line\":9,\"file\":\"a\"}]",
         "[{\"line\":9,\"file\":\"a\"},{\"line\":10,\"file\":\"a\"}]"},
        {cg_merge_union, "[{ \"x\" : [1, 2] }]", "[\"a,]\\\"\"]",
         "[\"a,]\\\"\",{ \"x\" : [1, 2] }]"},
        {cg_merge_greatest, "99", "100", "100"},
        {cg_merge_greatest, "\"b\"", "\"a\"", "\"b\""},
        {cg_merge_and, "{\"a\":true,\"c\":1}", "{\"b\":2,\"a\":false}",
         "{\"a\":false,\"b\":2,\"c\":1}"},
        {cg_merge_or, "{\"a\":true}", "{\"a\":false}", "{\"a\":true}"},
        {cg_merge_or, "{\"a\":\"text\"}", "{\"a\":false}", "{\"a\":false}"},
        {cg_merge_or, "{}", "12345", "{}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        strategy = cases[i].strategy;
        char *forth = met(cases[i].a, cases[i].b), *back = met(cases[i].b, cases[i].a);
        ck_assert_str_eq(forth, cases[i].result);
        ck_assert_str_eq(back, cases[i].result);
        free(forth);
        free(back);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        values_are_set_replaced_and_removed,
        what_is_no_value_is_refused,
        nesting_has_a_limit,
        values_become_trees,
        registries_hold_kinds_in_order,
        strategies_do_as_they_say,
        NULL,
    };
    return run_tests("metadata", tests, 60);
}
