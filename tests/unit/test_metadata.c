/* Values attached to graphs, and the ways to merge them. */
#include "support.h"

#include <libcg/json.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/merge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(values_are_set_replaced_and_removed)
{
    struct cg_graph *graph = new_graph();
    add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    add_edge(graph, 0, 0, 0);
    static const enum cg_place places[] = {CG_ON_GRAPH, CG_ON_NODE, CG_ON_EDGE};
    for (int i = 0; i < 3; i++) {
        ck_assert_ptr_null(text_at(graph, places[i], 0, "b"));
        cg_metadata_remove(graph, places[i], 0, "b");
        set(graph, places[i], 0, "b", "1");
        set(graph, places[i], 0, "a", "[ 2 ]");
        set(graph, places[i], 0, "c", "3");
        set(graph, places[i], 0, "b", " \t\n\r\"new\"\n");
        ck_assert_str_eq(text_at(graph, places[i], 0, "b"), "\"new\"");
        struct cg_metadata_walk walk = {0};
        for (const char *key = "abc"; *key; key++) {
            ck_assert(cg_metadata_next(&walk, graph, places[i], 0));
            ck_assert_int_eq(walk.key[0], *key);
            const struct cg_value value = cg_metadata_walk_value(&walk, graph);
            ck_assert_uint_eq(value.length, strlen(value.text));
        }
        ck_assert(!cg_metadata_next(&walk, graph, places[i], 0));
        cg_metadata_remove(graph, places[i], 0, "b");
        ck_assert_ptr_null(text_at(graph, places[i], 0, "b"));
        ck_assert_str_eq(text_at(graph, places[i], 0, "a"), "[ 2 ]");
        ck_assert_str_eq(text_at(graph, places[i], 0, "c"), "3");
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(booleans_of_functions_are_set_as_such)
{
    struct cg_graph *graph = new_graph();
    add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    ck_assert_int_eq(cg_node_truth(graph, 0, CG_KEY_ESCAPES), CG_TRUTH_ABSENT);
    ck_assert_int_eq(cg_node_set_truth(graph, 0, CG_KEY_ESCAPES, true, NULL), CG_OK);
    ck_assert_int_eq(cg_node_truth(graph, 0, CG_KEY_ESCAPES), CG_TRUTH_TRUE);
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, 0, CG_KEY_ESCAPES), "true");
    ck_assert_int_eq(cg_node_set_truth(graph, 0, CG_KEY_ESCAPES, false, NULL), CG_OK);
    ck_assert_int_eq(cg_node_truth(graph, 0, CG_KEY_ESCAPES), CG_TRUTH_FALSE);
    ck_assert_int_eq(cg_node_set_truth(graph, 1, CG_KEY_ESCAPES, true, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_node_set_truth(graph, 0, CG_KEY_EVIDENCE, true, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_node_set_truth(graph, 0, "mine", true, NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(text_at(graph, CG_ON_NODE, 0, "mine"));
    cg_graph_free(graph);
}
END_TEST

/* The i-th of count keys, in an order that jumps about. */
static const char *scrambled_key(char *key, size_t size, uint32_t i, uint32_t count)
{
    snprintf(key, size, "k%05u", (unsigned)((uint64_t)i * 7919 % count));
    return key;
}

static void check_order(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                        uint32_t count)
{
    struct cg_metadata_walk walk = {0};
    char before[16] = "";
    uint32_t seen = 0;
    while (cg_metadata_next(&walk, graph, place, number)) {
        ck_assert_str_lt(before, walk.key);
        snprintf(before, sizeof before, "%s", walk.key);
        seen++;
    }
    ck_assert_uint_eq(seen, count);
}

/* Long lists are entered in the middle: at two places in turn, with values replaced and removed,
 * and after edges have got other numbers. */
START_TEST(places_have_any_number_of_kinds)
{
    enum { KINDS = 5000 };
    struct cg_graph *graph = new_graph();
    char key[16];
    add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    add_node(graph, "g", NULL, true, CG_LINKAGE_UNKNOWN);
    add_edge(graph, 1, 0, 0);
    add_edge(graph, 0, 0, 0);
    for (uint32_t i = 0; i < KINDS; i++) {
        enum cg_place place = i / 1000 % 2 ? CG_ON_NODE : CG_ON_EDGE;
        set(graph, place, 0, scrambled_key(key, sizeof key, i, KINDS), "1");
        if (i % 3 == 0) {
            set(graph, place, 0, scrambled_key(key, sizeof key, i, KINDS), "2");
        }
        if (i % 10 == 9) {
            cg_metadata_remove(graph, place, 0, scrambled_key(key, sizeof key, i, KINDS));
        }
    }
    check_order(graph, CG_ON_EDGE, 0, 2700);
    check_order(graph, CG_ON_NODE, 0, 1800);
    ck_assert_str_eq(text_at(graph, CG_ON_EDGE, 0, scrambled_key(key, sizeof key, 4500, KINDS)),
                     "2");
    ck_assert_str_eq(text_at(graph, CG_ON_EDGE, 0, scrambled_key(key, sizeof key, 4501, KINDS)),
                     "1");
    struct cg_error error;
    ck_assert_int_eq(cg_graph_freeze(graph, &error), CG_OK);
    set(graph, CG_ON_EDGE, 0, "z", "1");
    set(graph, CG_ON_EDGE, 1, "z", "1");
    check_order(graph, CG_ON_EDGE, 0, 1);
    check_order(graph, CG_ON_EDGE, 1, 2701);
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
        int status = cg_metadata_set(graph, CG_ON_GRAPH, 0, "k",
                                     &(struct cg_value){bad[i], strlen(bad[i])}, &error);
        ck_assert_msg(status == CG_E_FORMAT && error.status == CG_E_FORMAT, "%s", bad[i]);
    }
    ck_assert_int_eq(
        cg_metadata_set(graph, CG_ON_GRAPH, 0, "k", &(struct cg_value){"1\0", 2}, NULL),
        CG_E_FORMAT);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_GRAPH, 0, "", &(struct cg_value){"1", 1}, NULL),
                     CG_E_ARGUMENT);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_NODE, 0, "k", &(struct cg_value){"1", 1}, NULL),
                     CG_E_ARGUMENT);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_EDGE, 0, "k", &(struct cg_value){"1", 1}, NULL),
                     CG_E_ARGUMENT);
    ck_assert_ptr_null(text_at(graph, CG_ON_GRAPH, 0, "k"));
    ck_assert_ptr_null(text_at(graph, CG_ON_NODE, 9, "k"));
    ck_assert_ptr_null(text_at(graph, CG_ON_EDGE, 9, "k"));
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
        ck_assert_int_eq(
            cg_metadata_set(graph, CG_ON_GRAPH, 0, "k", &(struct cg_value){text, 2 * depth}, NULL),
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
    const struct cg_metadata_kind mergeless = {
        .abi = CG_METADATA_ABI, .key = "k", .description = "for this test"};
    const struct cg_metadata_kind silent = {.abi = CG_METADATA_ABI, .key = "k", .strategy = "max"};
    const struct cg_metadata_kind future = {
        .abi = CG_METADATA_ABI + 1, .key = "k", .strategy = "max", .description = "for this test"};
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_uint_eq(cg_registry_count(registry), 0);
    ck_assert_ptr_null(cg_registry_at(registry, 0));
    ck_assert_int_eq(cg_registry_add_builtin(registry, NULL), CG_OK);
    const struct cg_metadata_kind *unresolved_calls = cg_registry_find(registry, "unresolvedCalls");
    ck_assert_ptr_nonnull(unresolved_calls);
    ck_assert_ptr_null(cg_registry_find(registry, "opencalls"));
    ck_assert_int_eq(cg_registry_add(registry, unresolved_calls, &error), CG_E_CONFLICT);
    ck_assert_int_eq(cg_registry_add(registry, &nameless, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_registry_add(registry, &mergeless, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_registry_add(registry, &silent, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_registry_add(registry, &future, &error), CG_E_ARGUMENT);
    size_t count = 0;
    const char *last = "";
    for (const struct cg_metadata_kind *kind; (kind = cg_registry_at(registry, count)); count++) {
        ck_assert_ptr_eq(cg_registry_find(registry, kind->key), kind);
        ck_assert(kind->places && kind->description);
        ck_assert_str_eq(cg_registry_strategy(registry, kind->key)->name, kind->strategy);
        ck_assert(strcmp(last, kind->key) < 0);
        last = kind->key;
    }
    ck_assert_uint_ge(count, 5);
    cg_registry_free(registry);
    cg_registry_free(NULL);
}
END_TEST

static void check_strategy(struct cg_registry *registry, const char *key, const char *name,
                           int status, const char *expected)
{
    ck_assert_int_eq(cg_registry_set_strategy(registry, key, name, NULL), status);
    ck_assert_str_eq(cg_registry_strategy(registry, key)->name, expected);
}

static int numbers_as_text(struct cg_text *out, const struct cg_merge_input *meeting,
                           struct cg_error *error)
{
    static const double numbers[] = {0, -3, 1.5, 0.1, 1e22, 1.0 / 3, 9007199254740991.0};
    (void)meeting;
    (void)error;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        cg_text_append(out, i ? " " : "", i ? 1 : 0);
        ck_assert_int_eq(cg_text_append_number(out, numbers[i]), CG_OK);
    }
    static const char expected[] = "0 -3 1.5 0.1 1e+22 0.3333333333333333 9007199254740991";
    struct cg_value all = cg_text_since(out, 0), tail = cg_text_since(out, 2);
    ck_assert_uint_eq(cg_text_length(out), sizeof expected - 1);
    ck_assert(all.length == sizeof expected - 1 && !memcmp(all.text, expected, all.length));
    ck_assert(tail.length == all.length - 2 && tail.text == all.text + 2);
    ck_assert_uint_eq(cg_text_since(out, all.length).length, 0);
    return CG_E_STATE;
}

/* What a plug-in can do with text, seen from a merge; other kinds add up as all do. */
START_TEST(kinds_may_add_up_in_their_way)
{
    struct cg_metadata_kind kind = {.abi = CG_METADATA_ABI,
                                    .key = "own",
                                    .places = CG_ON_NODE,
                                    .strategy = "max",
                                    .description = "for this test",
                                    .sum = numbers_as_text},
                            other = kind;
    struct cg_registry *registry;
    other.key = "other";
    other.sum = NULL;
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add(registry, &kind, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add(registry, &other, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_set_strategy(registry, "own", "sum", NULL), CG_OK);
    ck_assert_int_eq(cg_registry_set_strategy(registry, "other", "sum", NULL), CG_OK);
    ck_assert_ptr_eq(cg_registry_strategy(registry, "own")->merge, numbers_as_text);
    ck_assert(cg_registry_strategy(registry, "own")->counts);
    ck_assert(cg_registry_strategy(registry, "other")->merge == cg_merge_sum);
    struct cg_graph *a = new_graph(), *b = new_graph();
    cg_node of_a = add_node(a, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    cg_node of_b = add_node(b, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    set(a, CG_ON_NODE, of_a, "own", "1");
    set(b, CG_ON_NODE, of_b, "own", "1");
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
    ck_assert_int_eq(cg_graph_merge(a, b, &options, NULL), CG_E_STATE);
    cg_graph_free(a);
    cg_graph_free(b);
    cg_registry_free(registry);
}
END_TEST

START_TEST(strategies_can_be_chosen)
{
    static const struct cg_metadata_kind late = {.abi = CG_METADATA_ABI,
                                                 .key = "late",
                                                 .places = CG_ON_NODE,
                                                 .strategy = "union",
                                                 .description = "for this test"};
    struct cg_registry *registry;
    char key[16];
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add_builtin(registry, NULL), CG_OK);
    ck_assert_str_eq(cg_registry_strategy(registry, "unknown")->name, "greatest");
    check_strategy(registry, "unknown", "sum", CG_OK, "sum");
    check_strategy(registry, "unknown", "metacg", CG_E_ARGUMENT, "sum");
    check_strategy(registry, "unknown", "custom", CG_E_ARGUMENT, "sum");
    ck_assert_ptr_null(cg_registry_find(registry, "unknown"));
    check_strategy(registry, CG_KEY_NUM_STATEMENTS, "first", CG_OK, "first");
    check_strategy(registry, CG_KEY_NUM_STATEMENTS, "none", CG_E_ARGUMENT, "first");
    check_strategy(registry, CG_KEY_NUM_STATEMENTS, "metacg", CG_OK, "max");
    check_strategy(registry, CG_KEY_INLINE_INFO, "metacg", CG_OK, "metacg");
    check_strategy(registry, CG_KEY_INLINE_INFO, "custom", CG_E_ARGUMENT, "metacg");
    check_strategy(registry, CG_KEY_STACK_SIZE, "max", CG_OK, "max");
    check_strategy(registry, CG_KEY_STACK_SIZE, "custom", CG_OK, "custom");
    check_strategy(registry, "late", "min", CG_OK, "min");
    ck_assert_int_eq(cg_registry_add(registry, &late, NULL), CG_OK);
    ck_assert_ptr_eq(cg_registry_find(registry, "late"), &late);
    ck_assert_str_eq(cg_registry_strategy(registry, "late")->name, "min");
    const struct cg_strategy *kept = cg_registry_strategy(registry, "unknown");
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "key%d", i);
        check_strategy(registry, key, i % 2 ? "max" : "min", CG_OK, i % 2 ? "max" : "min");
    }
    ck_assert_ptr_eq(cg_registry_strategy(registry, "unknown"), kept);
    ck_assert_str_eq(cg_registry_strategy(registry, "key7")->name, "max");
    ck_assert_str_eq(cg_registry_strategy(registry, "key8")->name, "min");
    cg_registry_free(registry);
}
END_TEST

START_TEST(strategies_are_found_by_name)
{
    const struct cg_strategy *strategy;
    const char *last = "";
    size_t count = 0;
    for (; (strategy = cg_strategy_at(count)); count++) {
        ck_assert(strcmp(last, strategy->name) < 0);
        ck_assert_ptr_eq(cg_strategy_find(strategy->name), strategy);
        ck_assert(strategy->merge && strategy->description);
        last = strategy->name;
    }
    ck_assert_uint_eq(count, 11);
    ck_assert_uint_eq(cg_strategy_count(), count);
    ck_assert_ptr_null(cg_strategy_find("custom"));
}
END_TEST

/* What values of a graph become in a merge, in this order. */
static char *met(const char *strategy, const char *const *texts, int count, bool at_once)
{
    struct cg_registry *registry;
    struct cg_graph *whole = new_graph();
    struct cg_merger *merger;
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_set_strategy(registry, "k", strategy, NULL), CG_OK);
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
    ck_assert_int_eq(cg_merger_new(&merger, &options, NULL), CG_OK);
    for (int i = 0; i < count; i++) {
        struct cg_graph *part = new_graph();
        set(part, CG_ON_GRAPH, 0, "k", texts[i]);
        int status = at_once ? cg_merger_add(merger, part, NULL)
                             : cg_graph_merge(whole, part, &options, NULL);
        ck_assert_int_eq(status, CG_OK);
        cg_graph_free(part);
    }
    if (at_once) {
        cg_graph_free(whole);
        ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_OK);
    }
    char *text = strdup(text_at(whole, CG_ON_GRAPH, 0, "k"));
    cg_merger_free(merger);
    cg_graph_free(whole);
    cg_registry_free(registry);
    return text;
}

static void check_met(const char *strategy, const char *a, const char *b, const char *expected)
{
    const char *const texts[] = {a, b};
    for (int at_once = 0; at_once < 2; at_once++) {
        char *text = met(strategy, texts, 2, at_once);
        ck_assert_msg(strcmp(text, expected) == 0, "%s: %s, %s: %s", strategy, a, b, text);
        free(text);
    }
}

START_TEST(strategies_do_as_they_say)
{
    static const struct {
        const char *strategy, *a, *b, *result;
    } cases[] = {
        {"max", "9", "10", "10"},
        {"max", "-9", "-10", "-9"},
        {"max", "1.5", "1e1", "1e1"},
        {"max", "null", "-1", "-1"},
        {"max", "\"a\"", "\"b\"", "\"b\""},
        {"max", "9007199254740993", "9007199254740992", "9007199254740993"},
        {"max", "123456789012345678901234567891", "123456789012345678901234567890",
         "123456789012345678901234567891"},
        {"max", "1e400", "1e401", "1e401"},
        {"max", "-1e400", "-1e401", "-1e400"},
        {"max", "1e99999999999999999999", "2e99999999999999999999", "2e99999999999999999999"},
        {"max", "1e-99999999999999999999", "0", "1e-99999999999999999999"},
        {"max", "100", "1e2", "1e2"},
        {"max", "1.0", "1", "1.0"},
        {"max", "0", "-0", "-0"},
        {"max", "0.1", "0.0999999999999999999999", "0.1"},
        {"max", "{\"a\":1,\"b\":{\"c\":10,\"d\":\"x\"}}", "{\"b\":{\"c\":9,\"e\":[1]},\"f\":null}",
         "{\"a\":1,\"b\":{\"c\":10,\"d\":\"x\",\"e\":[1]},\"f\":null}"},
        {"max", "{\"a\":1}", "0", "0"},
        {"max", "{\"a\":1}", "[\"longer than that\"]", "{\"a\":1}"},
        {"max", "{\"a\":1}", "{\"\\u0061\":2}", "{\"\\u0061\":2}"},
        {"max", "{ \"b\" : 1 , \"a\" : 2 }", "{}", "{\"a\":2,\"b\":1}"},
        {"max", "{\"a\":1,\"a\":5}", "{\"a\":3,\"a\":4}", "{\"a\":3,\"a\":5}"},
        {"min", "9", "10", "9"},
        {"min", "-9", "-10", "-10"},
        {"min", "1", "1.0", "1.0"},
        {"min", "null", "5", "5"},
        {"min", "{\"a\":1,\"b\":2}", "{\"a\":2,\"c\":3}", "{\"a\":1,\"b\":2,\"c\":3}"},
        {"sum", "1", "1", "2"},
        {"sum", "9", "-10", "-1"},
        {"sum", "5", "-5", "0"},
        {"sum", "999999999999999999", "1", "1000000000000000000"},
        {"sum", "-999999999999999999999", "-1", "-1000000000000000000000"},
        {"sum", "1000000000000000000000", "-1", "999999999999999999999"},
        {"sum", "0.1", "0.2", "0.3"},
        {"sum", "1.5", "1.5", "3.0"},
        {"sum", "1.5", "-1.5", "0.0"},
        {"sum", "1e2", "3", "103.0"},
        {"sum", "100.0", "0", "100.0"},
        {"sum", "1e-3", "-1", "-0.999"},
        {"sum", "1e5000", "1e5000", "2e5000"},
        {"sum", "1.5e-5000", "1e-5000", "2.5e-5000"},
        {"sum", "1e5000", "1", "1e5000"},
        {"sum", "-1e5000", "1", "-1e5000"},
        {"sum", "1e99999999999999999999", "1e-99999999999999999999", "1e99999999999999999999"},
        {"sum", "{\"a\":{\"b\":2},\"c\":\"x\"}", "{\"a\":{\"b\":2,\"d\":1},\"c\":\"x\"}",
         "{\"a\":{\"b\":4,\"d\":1},\"c\":\"x\"}"},
        {"sum", "\"a\"", "\"a\"", "\"a\""},
        {"union", "[2,1]", "[3,1]", "[1,2,3]"},
        {"union", "[]", "[ ]", "[]"},
        {"union", "[1]", "\"longer\"", "[1]"},
        {"union", "[1]", "{\"longer\":1}", "[1]"},
        {"union", "{\"a\":[2],\"b\":1}", "{\"a\":[1],\"b\":10}", "{\"a\":[1,2],\"b\":10}"},
        {"union", "[{\"line\":10,\"file\":\"a\"}]", "[{\"line\":9,\"file\":\"a\"}]",
         "[{\"line\":9,\"file\":\"a\"},{\"line\":10,\"file\":\"a\"}]"},
        {"union", "[{ \"x\" : [1, 2] }]", "[\"a,]\\\"\"]", "[\"a,]\\\"\",{\"x\":[1,2]}]"},
        {"union", "[{\"a\":\"b c\"}, 1]", "[ {\"a\" : \"b c\"},\n1 ]", "[1,{\"a\":\"b c\"}]"},
        {"greatest", "99", "100", "100"},
        {"greatest", "5", "null", "5"},
        {"greatest", "null", "null", "null"},
        {"greatest", "\"b\"", "\"a\"", "\"b\""},
        {"definition", "\"b\"", "\"a\"", "\"b\""},
        {"and", "{\"a\":true,\"c\":1}", "{\"b\":2,\"a\":false}", "{\"a\":false,\"b\":2,\"c\":1}"},
        {"and", "true", "false", "false"},
        {"or", "true", "false", "true"},
        {"or", "{\"a\":true}", "{\"a\":false}", "{\"a\":true}"},
        {"or", "{\"a\":\"text\"}", "{\"a\":false}", "{\"a\":false}"},
        {"or", "{}", "12345", "{}"},
        {"equal", "{\"b\":[1,null],\"a\":\"\\u0061\"}", "{\"a\":\"a\",\"b\":[1.0 , null]}",
         "{\"b\":[1,null],\"a\":\"\\u0061\"}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_met(cases[i].strategy, cases[i].a, cases[i].b, cases[i].result);
        check_met(cases[i].strategy, cases[i].b, cases[i].a, cases[i].result);
    }
}
END_TEST

START_TEST(strategies_that_ask_for_the_order_get_it)
{
    static const char *const texts[] = {"\"c\"", "\"a\"", "\"d\"", "\"b\"", "\"e\"", "\"c2\"", "1"};
    for (int count = 1; count <= 7; count++) {
        for (int at_once = 0; at_once < 2; at_once++) {
            char *first = met("first", texts, count, at_once);
            char *last = met("last", texts, count, at_once);
            ck_assert_str_eq(first, texts[0]);
            ck_assert_str_eq(last, texts[count - 1]);
            free(first);
            free(last);
        }
    }
}
END_TEST

static int nest(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    char text[64];
    int length = snprintf(text, sizeof text, "[%.*s,%.*s]", (int)m->a.length, m->a.text,
                          (int)m->b.length, m->b.text);
    (void)error;
    return cg_text_append(out, text, (size_t)length);
}

/* Such rules are not associative, so values of the whole graph must not be grouped either. */
START_TEST(rules_of_metacg_see_one_graph_after_the_other)
{
    static const struct cg_metadata_kind kind = {.abi = CG_METADATA_ABI,
                                                 .key = "k",
                                                 .places = CG_ON_GRAPH,
                                                 .strategy = "metacg",
                                                 .metacg = nest,
                                                 .description = "for this test"};
    struct cg_registry *registry;
    struct cg_merger *merger;
    struct cg_graph *whole;
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add(registry, &kind, NULL), CG_OK);
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
    ck_assert_int_eq(cg_merger_new(&merger, &options, NULL), CG_OK);
    for (const char *text = "12345"; *text; text++) {
        struct cg_graph *part = new_graph();
        ck_assert_int_eq(
            cg_metadata_set(part, CG_ON_GRAPH, 0, "k", &(struct cg_value){text, 1}, NULL), CG_OK);
        ck_assert_int_eq(cg_merger_add(merger, part, NULL), CG_OK);
        cg_graph_free(part);
    }
    ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_OK);
    ck_assert_str_eq(text_at(whole, CG_ON_GRAPH, 0, "k"), "[[[[1,2],3],4],5]");
    cg_merger_free(merger);
    cg_graph_free(whole);
    cg_registry_free(registry);
}
END_TEST

START_TEST(sums_count_every_graph)
{
    static const char *const texts[] = {"5", "5", "5", "5", "5", "5", "5"};
    for (int count = 1; count <= 7; count++) {
        char expected[8];
        snprintf(expected, sizeof expected, "%d", 5 * count);
        for (int at_once = 0; at_once < 2; at_once++) {
            char *text = met("sum", texts, count, at_once);
            ck_assert_str_eq(text, expected);
            free(text);
        }
    }
}
END_TEST

/* Objects within objects, as deep as reading allows. */
START_TEST(nested_objects_meet_without_recursion)
{
    enum { DEPTH = CG_LIMIT_DEPTH - 1 };
    char a[8 * CG_LIMIT_DEPTH] = "", b[8 * CG_LIMIT_DEPTH];
    for (int i = 0; i < DEPTH; i++) {
        strcat(a, "{\"a\":");
    }
    strcpy(b, a);
    strcat(a, "1");
    strcat(b, "2");
    for (int i = 0; i < DEPTH; i++) {
        strcat(a, "}");
        strcat(b, "}");
    }
    check_met("max", a, b, b);
    check_met("min", b, a, a);
}
END_TEST

/* Numbers against numbers of 128 bits: DIGITS times 10^EXPONENT. */
struct oracle {
    __int128 value; /**< times 10^12 */
    char text[64];
};

static void any_number(struct oracle *out, struct random *random)
{
    int places = (int)draw(random, 6), exponent = (int)draw(random, 11) - 5;
    int64_t digits = (int64_t)draw(random, chance(random, 50) ? 20 : 100000000);
    bool negative = chance(random, 40), real = chance(random, 70);
    int64_t power = 1;
    for (int i = 0; i < places && real; i++) {
        power *= 10;
    }
    int length = sprintf(out->text, "%s%lld", negative ? "-" : "", (long long)(digits / power));
    if (real && places) {
        length += sprintf(out->text + length, ".%0*lld", places, (long long)(digits % power));
    }
    out->value = negative ? -digits : digits;
    int scale = 12 - (real ? places : 0);
    if (real && chance(random, 60)) {
        sprintf(out->text + length, "%c%s%d", chance(random, 50) ? 'e' : 'E',
                exponent >= 0 && chance(random, 50) ? "+" : "", exponent);
        scale += exponent;
    }
    for (int i = 0; i < scale; i++) {
        out->value *= 10;
    }
}

/* What a sum must be written as. */
static void spell(char *out, __int128 value, bool real)
{
    char digits[64];
    int count = 0, zeros = 0;
    *out = '-';
    out += value < 0;
    for (__int128 left = value < 0 ? -value : value; left || count < 13; left /= 10) {
        digits[count++] = (char)('0' + (int)(left % 10));
    }
    while (zeros < 11 && digits[zeros] == '0') {
        zeros++;
    }
    for (int i = count; i-- > 12;) {
        *out++ = digits[i];
    }
    if (real) {
        *out++ = '.';
        for (int i = 12; i-- > zeros;) {
            *out++ = digits[i];
        }
    }
    *out = '\0';
}

static bool is_real(const char *text)
{
    return strpbrk(text, ".eE") != NULL;
}

START_TEST(numbers_are_exact)
{
    struct random random = {99};
    for (int round = 0; round < 3000; round++) {
        struct oracle a, b;
        char expected[80];
        any_number(&a, &random);
        any_number(&b, &random);
        const char *texts[] = {a.text, b.text};
        char *sum = met("sum", texts, 2, false), *max = met("max", texts, 2, false);
        char *min = met("min", texts, 2, false);
        spell(expected, a.value + b.value, is_real(a.text) || is_real(b.text));
        ck_assert_msg(strcmp(sum, expected) == 0, "%s + %s: %s, not %s", a.text, b.text, sum,
                      expected);
        if (a.value != b.value) {
            ck_assert_str_eq(max, a.value > b.value ? a.text : b.text);
            ck_assert_str_eq(min, a.value < b.value ? a.text : b.text);
        }
        free(sum);
        free(max);
        free(min);
    }
}
END_TEST

START_TEST(unequal_values_are_told)
{
    static const struct {
        const char *a, *b, *text;
    } cases[] = {
        {"3", "4", "f: k: 3 and 4 differ"},
        {"{\"a\":1}", "{\"a\":1,\"b\":1}", "f: k: {\"a\":1,\"b\":1} and {\"a\":1} differ"},
        {"[1,2]", "[1]", "f: k: [1,2] and [1] differ"},
        {"[1]", "[1,2]", "f: k: [1,2] and [1] differ"},
        {"[[1]]", "[[true]]", "f: k: [[1]] and [[true]] differ"},
        {"{\"a\":1}", "{\"b\":1}", "f: k: {\"a\":1} and {\"b\":1} differ"},
        {"\"a\"", "\"b\"", "f: k: \"a\" and \"b\" differ"},
        {"null", "true", "f: k: null and true differ"},
    };
    struct cg_registry *registry;
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_set_strategy(registry, "k", "equal", NULL), CG_OK);
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        struct cg_graph *whole = new_graph();
        struct cg_error error = {0};
        int status = CG_OK;
        for (size_t k = 0; k < 2; k++) {
            struct cg_graph *part = new_graph();
            cg_node f = add_node(part, "f", NULL, true, CG_LINKAGE_WEAK);
            set(part, CG_ON_NODE, f, "k", (k + i) % 2 ? cases[i / 2].b : cases[i / 2].a);
            status = cg_graph_merge(whole, part, &options, &error);
            cg_graph_free(part);
        }
        ck_assert_int_eq(status, CG_E_CONFLICT);
        ck_assert_int_eq(error.status, CG_E_CONFLICT);
        ck_assert_str_eq(error.text, cases[i / 2].text);
        cg_graph_free(whole);
    }
    cg_registry_free(registry);
}
END_TEST

/* A value as each side of a merge sees it. */
static int describe(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    char text[64];
    int length = snprintf(text, sizeof text, "\"%d %d%d %d\"", (int)m->place, m->a_defined,
                          m->b_defined, m->definer);
    (void)error;
    return cg_text_append(out, text, (size_t)length);
}

/* The sides of a merge for a definition (or declaration) of f in a file, at f and at a call of
 * f. */
static void check_meeting(bool a_defined, const char *a_origin, bool b_defined,
                          const char *b_origin, const char *at_node, const char *at_edge)
{
    static const struct cg_metadata_kind kind = {.abi = CG_METADATA_ABI,
                                                 .key = "k",
                                                 .places = CG_ON_NODE | CG_ON_EDGE,
                                                 .strategy = "custom",
                                                 .merge = describe,
                                                 .description = "for this test"};
    struct cg_registry *registry;
    struct cg_graph *whole = new_graph();
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add(registry, &kind, NULL), CG_OK);
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
    for (int i = 0; i < 2; i++) {
        struct cg_graph *part = new_graph();
        cg_node f = add_node(part, "f", i ? b_origin : a_origin, i ? b_defined : a_defined,
                             CG_LINKAGE_WEAK);
        cg_node g = add_node(part, "g", NULL, true, CG_LINKAGE_EXTERNAL);
        cg_edge call = add_edge(part, f, g, CG_EDGE_DIRECT);
        set(part, CG_ON_NODE, f, "k", i ? "1" : "2");
        set(part, CG_ON_EDGE, call, "k", i ? "1" : "2");
        ck_assert_int_eq(cg_graph_merge(whole, part, &options, NULL), CG_OK);
        cg_graph_free(part);
    }
    ck_assert_str_eq(text_at(whole, CG_ON_NODE, 0, "k"), at_node);
    ck_assert_str_eq(text_at(whole, CG_ON_EDGE, 0, "k"), at_edge);
    cg_graph_free(whole);
    cg_registry_free(registry);
}

START_TEST(meetings_tell_who_defines)
{
    check_meeting(true, "b.c", false, "a.c", "\"2 10 -1\"", "\"4 10 -1\"");
    check_meeting(false, "a.c", true, "b.c", "\"2 01 1\"", "\"4 01 1\"");
    check_meeting(true, "b.c", true, "a.c", "\"2 11 1\"", "\"4 11 1\"");
    check_meeting(true, "a.c", true, "b.c", "\"2 11 -1\"", "\"4 11 -1\"");
    check_meeting(true, "a.c", true, "a.c", "\"2 11 0\"", "\"4 11 0\"");
    check_meeting(false, NULL, false, "a.c", "\"2 00 1\"", "\"4 00 1\"");
}
END_TEST

static int write_nothing(struct cg_text *out, const struct cg_merge_input *m,
                         struct cg_error *error)
{
    (void)error;
    return cg_text_append(out, "[1,", m->b.length == 1 ? 0 : 3);
}

static int refuse(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    (void)out, (void)m, (void)error;
    return CG_E_CONFLICT;
}

/* What a kind of a plug-in makes must be a value, and it may fail without a word. */
START_TEST(merges_of_kinds_are_not_trusted)
{
    static const struct {
        cg_metadata_merge *merge;
        const char *b;
        int status;
        const char *text;
    } cases[] = {
        {write_nothing, "1", CG_E_FORMAT, "f: k: the merge function wrote invalid JSON"},
        {write_nothing, "22", CG_E_FORMAT, "f: k: the merge function wrote invalid JSON"},
        {refuse, "1", CG_E_CONFLICT, "f: k: the values cannot be merged"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct cg_metadata_kind kind = {.abi = CG_METADATA_ABI,
                                              .key = "k",
                                              .places = CG_ON_NODE,
                                              .strategy = "custom",
                                              .merge = cases[i].merge,
                                              .description = "for this test"};
        struct cg_registry *registry;
        struct cg_error error = {.status = CG_E_IO};
        ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
        ck_assert_int_eq(cg_registry_add(registry, &kind, NULL), CG_OK);
        const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
        struct cg_graph *whole = new_graph();
        int status = CG_OK;
        for (int k = 0; k < 2; k++) {
            struct cg_graph *part = new_graph();
            cg_node f = add_node(part, "f", NULL, true, CG_LINKAGE_WEAK);
            set(part, CG_ON_NODE, f, "k", k ? cases[i].b : "0");
            status = cg_graph_merge(whole, part, &options, &error);
            cg_graph_free(part);
        }
        ck_assert_int_eq(status, cases[i].status);
        ck_assert_int_eq((int)error.status, cases[i].status);
        ck_assert_str_eq(error.text, cases[i].text);
        cg_graph_free(whole);
        cg_registry_free(registry);
    }
}
END_TEST

/* A random value of few parts. */
static void any_value(char **out, struct random *random, int depth)
{
    static const char *const atoms[] = {"1",    "2.5",         "-3",    "1e1",    "\"a\"",
                                        "true", "\"\\u0061\"", "false", "\"bb\"", "null"};
    uint32_t form = depth ? draw(random, 4) : 3;
    if (form == 3) {
        *out = stpcpy(*out, atoms[draw(random, 10)]);
        return;
    }
    bool object = form != 2;
    *out = stpcpy(*out, object ? "{" : "[");
    const char *comma = "";
    for (char key = 'a'; key < 'd'; key++) {
        if (chance(random, 60)) {
            *out += object ? sprintf(*out, "%s%s\"%c\":", comma, *comma ? " " : "", key)
                           : sprintf(*out, "%s", comma);
            any_value(out, random, depth - 1);
            comma = ",";
        }
    }
    *out = stpcpy(*out, object ? "}" : "]");
}

/* Values of all shapes merge to the same in every order and grouping, and again. */
START_TEST(strategies_do_not_ask_for_the_order)
{
    static const char *const names[] = {"and", "definition", "greatest", "max",
                                        "min", "or",         "union"};
    struct random random = {4};
    for (int round = 0; round < 400; round++) {
        char texts[3][512];
        for (int i = 0; i < 3; i++) {
            char *end = texts[i];
            any_value(&end, &random, 3);
        }
        for (size_t s = 0; s < sizeof names / sizeof *names; s++) {
            const char *forth[] = {texts[0], texts[1], texts[2]};
            const char *back[] = {texts[2], texts[1], texts[0]};
            const char *again[] = {texts[1], texts[0], texts[1], texts[2], texts[0]};
            const char *grouped[] = {texts[0], NULL};
            char *a = met(names[s], forth, 3, false), *b = met(names[s], back, 3, true);
            char *c = met(names[s], again, 5, false), *pair = met(names[s], forth + 1, 2, false);
            grouped[1] = pair;
            char *d = met(names[s], grouped, 2, false);
            ck_assert_msg(strcmp(a, b) == 0 && strcmp(a, c) == 0 && strcmp(a, d) == 0,
                          "%s: %s | %s | %s\n%s\n%s\n%s\n%s", names[s], texts[0], texts[1],
                          texts[2], a, b, c, d);
            free(a);
            free(b);
            free(c);
            free(d);
            free(pair);
        }
    }
}
END_TEST

/* Setting and files */

static struct cg_graph *pair_graph(void)
{
    struct cg_graph *graph = new_graph();
    cg_node f = add_node(graph, "f", "a.c", true, CG_LINKAGE_EXTERNAL);
    add_edge(graph, f, add_node(graph, "g", NULL, false, CG_LINKAGE_UNKNOWN), CG_EDGE_DIRECT);
    return graph;
}

/* A value that can be set is the same in a file that is read again; one that cannot changes
 * nothing. */
static void check_setting(enum cg_place place, const char *key, const char *value)
{
    struct cg_graph *graph = pair_graph();
    int status =
        cg_metadata_set(graph, place, 0, key, &(struct cg_value){value, strlen(value)}, NULL);
    if (status) {
        ck_assert_msg(status == CG_E_ARGUMENT || status == CG_E_FORMAT, "%s: %s", key, value);
        ck_assert_msg(!cg_metadata_has(graph, place, 0, key), "%s: %s", key, value);
    }
    for (int version = 2; version <= 4 && !status; version += 2) {
        char *text = text_of(graph, version);
        struct cg_graph *again = graph_from(text);
        const char *was = text_at(graph, place, 0, key), *is = text_at(again, place, 0, key);
        ck_assert_msg(was && is && strcmp(was, is) == 0, "%d: %s: %s became %s", version, key, was,
                      is ? is : "nothing");
        ck_assert_int_eq(cg_graph_edge_count(again), 1);
        cg_graph_free(again);
        free(text);
    }
    cg_graph_free(graph);
}

START_TEST(what_can_be_set_can_be_written_and_read_again)
{
    static const char *const keys[] = {"linkage",       "overrideMD",   "callType", "callKinds",
                                       "entryFunction", "edgeMetadata", "_CGMeta",  "origin",
                                       "hasBody",       "functionName", "callees",  "nobody's"};
    static const char *const values[] = {"null",
                                         "true",
                                         "false",
                                         "1",
                                         "-1",
                                         "1e400",
                                         "\"direct\"",
                                         "\"internal\"",
                                         "\"f\"",
                                         "\"0\"",
                                         "[]",
                                         "[ ]",
                                         "[\"ast\"]",
                                         "[\"b\", \"a\"]",
                                         "[1]",
                                         "[{}]",
                                         "[{\"line\":1}]",
                                         "[{\"file\":\"a.c\",\"line\":1,\"column\":2}]",
                                         "[{\"line\":\"1\"}]",
                                         "{}",
                                         "{ }",
                                         "{\"world\":\"closed\"}",
                                         "{\"systemInclude\":true}",
                                         "{\"origin\":\"b.c\"}",
                                         "{\"0\":{\"a\":1}}",
                                         "{\"overrides\":[\"1\"],\"overriddenBy\":[]}"};
    static const enum cg_place places[] = {CG_ON_GRAPH, CG_ON_NODE, CG_ON_EDGE};
    struct cg_registry *registry;
    const struct cg_metadata_kind *kind;
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add_builtin(registry, NULL), CG_OK);
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        for (size_t p = 0; p < 3; p++) {
            for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
                check_setting(places[p], keys[i], values[v]);
            }
            for (size_t i = 0; (kind = cg_registry_at(registry, i)); i++) {
                check_setting(places[p], kind->key, values[v]);
            }
        }
    }
    cg_registry_free(registry);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        values_are_set_replaced_and_removed,
        booleans_of_functions_are_set_as_such,
        places_have_any_number_of_kinds,
        what_is_no_value_is_refused,
        nesting_has_a_limit,
        values_become_trees,
        registries_hold_kinds_in_order,
        kinds_may_add_up_in_their_way,
        strategies_can_be_chosen,
        strategies_are_found_by_name,
        strategies_do_as_they_say,
        strategies_do_not_ask_for_the_order,
        strategies_that_ask_for_the_order_get_it,
        rules_of_metacg_see_one_graph_after_the_other,
        sums_count_every_graph,
        nested_objects_meet_without_recursion,
        numbers_are_exact,
        unequal_values_are_told,
        meetings_tell_who_defines,
        merges_of_kinds_are_not_trusted,
        what_can_be_set_can_be_written_and_read_again,
        NULL,
    };
    return run_tests("metadata", tests, 60);
}
