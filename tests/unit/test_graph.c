/* Building, freezing and querying graphs; random ones against a table of booleans. */
#include "support.h"

#include <libcg/facts.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(words_and_numbers_agree)
{
    for (unsigned kind = 1; kind <= CG_EDGE_ALL_KINDS; kind <<= 1) {
        ck_assert_uint_eq(cg_edge_kind_from_name(cg_edge_kind_name(kind)), kind);
    }
    ck_assert_ptr_null(cg_edge_kind_name(0));
    ck_assert_ptr_null(cg_edge_kind_name(CG_EDGE_DIRECT | CG_EDGE_VIRTUAL));
    ck_assert_uint_eq(cg_edge_kind_from_name("Direct"), 0);
    for (int i = CG_LINKAGE_EXTERNAL; i <= CG_LINKAGE_INTERNAL; i++) {
        ck_assert_int_eq(cg_linkage_from_name(cg_linkage_name((enum cg_linkage)i)), i);
    }
    ck_assert_ptr_null(cg_linkage_name(CG_LINKAGE_UNKNOWN));
    ck_assert_ptr_null(cg_linkage_name((enum cg_linkage)77));
    ck_assert_int_eq(cg_linkage_from_name("static"), CG_LINKAGE_UNKNOWN);
    ck_assert_str_eq(cg_version(), CG_VERSION_STRING);
}
END_TEST

START_TEST(nodes_keep_what_they_are_told)
{
    struct cg_graph *graph = new_graph();
    cg_node a = add_node(graph, "f", "a.c", true, CG_LINKAGE_INTERNAL);
    cg_node b = add_node(graph, "f", NULL, false, CG_LINKAGE_WEAK);
    cg_node c = add_node(graph, "f", "", false, (enum cg_linkage)77);
    ck_assert_uint_eq(cg_graph_node_count(graph), 3);
    ck_assert_uint_eq(cg_graph_find(graph, "f"), a);
    ck_assert_uint_eq(cg_graph_next_same_name(graph, a), b);
    ck_assert_uint_eq(cg_graph_next_same_name(graph, b), c);
    ck_assert_uint_eq(cg_graph_next_same_name(graph, c), CG_NONE);
    ck_assert_uint_eq(cg_graph_find(graph, "a.c"), CG_NONE);
    ck_assert_uint_eq(cg_graph_find(graph, "g"), CG_NONE);
    ck_assert_str_eq(cg_node_origin(graph, a), "a.c");
    ck_assert_ptr_null(cg_node_origin(graph, b));
    ck_assert_ptr_null(cg_node_origin(graph, c));
    ck_assert(cg_node_has_body(graph, a) && !cg_node_has_body(graph, b));
    ck_assert_int_eq(cg_node_linkage(graph, a), CG_LINKAGE_INTERNAL);
    ck_assert_int_eq(cg_node_linkage(graph, c), CG_LINKAGE_UNKNOWN);
    ck_assert_int_eq(cg_node_set_origin(graph, a, NULL, NULL), CG_OK);
    ck_assert_ptr_null(cg_node_origin(graph, a));
    cg_node_set_virtual(graph, b, true);
    ck_assert(cg_node_is_virtual(graph, b) && !cg_node_is_virtual(graph, a));
    cg_graph_set_entry(graph, b);
    ck_assert_uint_eq(cg_graph_entry(graph), b);
    cg_graph_set_entry(graph, 77);
    ck_assert_uint_eq(cg_graph_entry(graph), CG_NONE);
    cg_graph_free(graph);
    cg_graph_free(NULL);
}
END_TEST

/* One for each line of table 3-7 of Unicode that a byte can break. */
static const char *const not_utf8[] = {
    "\x80",
    "\xbf",
    "\xc0\x80",
    "\xc1\xbf",
    "\xc2",
    "\xc2\x41",
    "\xe0\x9f\x80",
    "\xe0\xa0",
    "\xed\xa0\x80",
    "\xef\xbf",
    "\xf0\x8f\xbf\xbf",
    "\xf4\x90\x80\x80",
    "\xf5\x80\x80\x80",
    "\xff",
    "a\xc3\xa9\xc3",
};
static const char *const is_utf8[] = {
    "a",
    "\x7f\x01",
    "\xc2\x80",
    "\xdf\xbf",
    "\xe0\xa0\x80",
    "\xed\x9f\xbf",
    "\xee\x80\x80",
    "\xf0\x90\x80\x80",
    "\xf4\x8f\xbf\xbf",
};

START_TEST(strings_must_be_utf8)
{
    struct cg_graph *graph = new_graph();
    struct cg_error error;
    cg_node node = add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN), ignored;
    for (size_t i = 0; i < sizeof not_utf8 / sizeof *not_utf8; i++) {
        ck_assert_int_eq(cg_graph_add_node(&ignored, graph, not_utf8[i], &error), CG_E_ARGUMENT);
        ck_assert_str_eq(error.text, "a function name is not UTF-8");
        ck_assert_int_eq(cg_node_set_origin(graph, node, not_utf8[i], &error), CG_E_ARGUMENT);
        ck_assert_int_eq(cg_metadata_set(graph, CG_ON_NODE, node, not_utf8[i],
                                         &(struct cg_value){"1", 1}, &error),
                         CG_E_ARGUMENT);
    }
    for (size_t i = 0; i < sizeof is_utf8 / sizeof *is_utf8; i++) {
        ck_assert_int_eq(cg_graph_add_node(&ignored, graph, is_utf8[i], NULL), CG_OK);
        ck_assert_int_eq(cg_node_set_origin(graph, node, is_utf8[i], NULL), CG_OK);
        ck_assert_int_eq(
            cg_metadata_set(graph, CG_ON_NODE, node, is_utf8[i], &(struct cg_value){"1", 1}, NULL),
            CG_OK);
    }
    char *text = text_of(graph, 4);
    cg_graph_free(graph_from(text));
    free(text);
    cg_graph_free(graph);
}
END_TEST

START_TEST(misuse_is_an_error)
{
    struct cg_graph *graph = new_graph();
    struct cg_error error = {0};
    cg_node node;
    ck_assert_int_eq(cg_graph_add_node(&node, graph, "", &error), CG_E_ARGUMENT);
    ck_assert_int_eq(error.status, CG_E_ARGUMENT);
    node = add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    ck_assert_int_eq(cg_graph_add_edge(NULL, graph, 0, 1, 0, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_graph_add_edge(NULL, graph, 0, 0, 0x40, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_graph_add_override(graph, 0, 1, NULL), CG_E_ARGUMENT);
    for (uint64_t i = 1; i <= CG_NONE; i += CG_NONE / 2) {
        cg_node none = (cg_node)i;
        ck_assert_int_eq(cg_node_set_origin(graph, none, NULL, NULL), CG_E_ARGUMENT);
        ck_assert_int_eq(cg_node_set_origin(graph, none, "a.c", NULL), CG_E_ARGUMENT);
        cg_node_set_has_body(graph, none, true);
        cg_node_set_linkage(graph, none, CG_LINKAGE_WEAK);
        cg_node_set_virtual(graph, none, true);
    }
    char *name = malloc(CG_LIMIT_NAME + 2);
    memset(name, 'x', CG_LIMIT_NAME + 1);
    name[CG_LIMIT_NAME + 1] = 0;
    ck_assert_int_eq(cg_graph_add_node(&node, graph, name, NULL), CG_E_LIMIT);
    ck_assert_int_eq(cg_node_set_origin(graph, 0, name, NULL), CG_E_LIMIT);
    ck_assert_int_eq(cg_metadata_set(graph, CG_ON_NODE, 0, name, &(struct cg_value){"1", 1}, NULL),
                     CG_E_LIMIT);
    name[CG_LIMIT_NAME] = 0;
    ck_assert_int_eq(cg_graph_add_node(&node, graph, name, NULL), CG_OK);
    free(name);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_graph_add_node(&node, graph, "g", NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_add_edge(NULL, graph, 0, 0, 0, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_add_override(graph, 0, 0, NULL), CG_E_STATE);
    cg_graph_free(graph);
}
END_TEST

START_TEST(errors_are_shown_with_what_is_known)
{
    struct cg_error error = {.text = "what"};
    char buffer[64];
    cg_error_format(buffer, sizeof buffer, &error);
    ck_assert_str_eq(buffer, "what");
    strcpy(error.file, "a.mcg");
    cg_error_format(buffer, sizeof buffer, &error);
    ck_assert_str_eq(buffer, "a.mcg: what");
    error.line = 3;
    error.column = 14;
    ck_assert_int_eq(cg_error_format(buffer, 6, &error), 16);
    ck_assert_str_eq(buffer, "a.mcg");
    cg_error_format(buffer, sizeof buffer, &error);
    ck_assert_str_eq(buffer, "a.mcg:3:14: what");
    error = (struct cg_error){.status = CG_E_LIMIT};
    cg_error_format(buffer, sizeof buffer, &error);
    ck_assert_str_eq(buffer, cg_status_text(CG_E_LIMIT));
}
END_TEST

START_TEST(each_status_has_a_text_of_its_own)
{
    for (int i = CG_OK; i <= CG_E_CONFLICT; i++) {
        const char *text = cg_status_text((enum cg_status)i);
        ck_assert_str_ne(text, cg_status_text((enum cg_status)(CG_E_CONFLICT + 1)));
        for (int j = CG_OK; j < i; j++) {
            ck_assert_str_ne(text, cg_status_text((enum cg_status)j));
        }
    }
    ck_assert_str_eq(cg_status_text(CG_E_MEMORY), "out of memory");
    ck_assert_str_eq(cg_status_text((enum cg_status) - 1), "unknown status");
    ck_assert_str_eq(cg_status_text((enum cg_status)(CG_E_CONFLICT + 1)), "unknown status");
}
END_TEST

START_TEST(overrides_are_a_set)
{
    struct cg_graph *graph = new_graph();
    cg_node derived, base;
    for (int i = 0; i < 3; i++) {
        add_node(graph, "f", NULL, false, CG_LINKAGE_UNKNOWN);
    }
    for (int i = 0; i < 1000; i++) {
        ck_assert_int_eq(cg_graph_add_override(graph, 2, i % 2 ? 1 : 0, NULL), CG_OK);
        ck_assert_uint_le(cg_graph_override_count(graph), 100);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_uint_eq(cg_graph_override_count(graph), 2);
    for (uint32_t i = 0; i < 2; i++) {
        cg_graph_override_at(graph, i, &derived, &base);
        ck_assert(derived == 2 && base == i);
        ck_assert(cg_node_is_virtual(graph, i) && cg_node_is_virtual(graph, 2));
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(canonical_order_is_by_content)
{
    struct cg_graph *graph = new_graph();
    cg_node *order;
    add_node(graph, "b", NULL, false, CG_LINKAGE_UNKNOWN);
    add_node(graph, "a", "z", false, CG_LINKAGE_UNKNOWN);
    add_node(graph, "a", "y", false, CG_LINKAGE_WEAK);
    add_node(graph, "a", "y", false, CG_LINKAGE_EXTERNAL);
    add_node(graph, "a", "y", true, CG_LINKAGE_EXTERNAL);
    add_node(graph, "a", NULL, true, CG_LINKAGE_INTERNAL);
    add_node(graph, "\xc3\xa9", NULL, true, CG_LINKAGE_UNKNOWN);
    add_node(graph, "a", "y", true, CG_LINKAGE_EXTERNAL);
    static const cg_node expected[] = {5, 3, 4, 7, 2, 1, 0, 6};
    ck_assert_int_eq(cg_graph_canonical_order(&order, graph, NULL), CG_OK);
    ck_assert_mem_eq(order, expected, sizeof expected);
    free(order);
    cg_graph_free(graph);
}
END_TEST

/* Other names */

static void add_name(struct cg_graph *graph, cg_node node, const char *name)
{
    ck_assert_int_eq(cg_node_add_name(graph, node, name, NULL), CG_OK);
}

static void check_names(const struct cg_graph *graph, cg_node node, const char *expected)
{
    const char *const *names;
    char text[256] = "";
    uint32_t count = cg_node_other_names(graph, node, &names);
    for (uint32_t i = 0; i < count; i++) {
        strcat(strcat(text, i ? " " : ""), names[i]);
    }
    ck_assert_str_eq(text, expected);
}

START_TEST(functions_are_found_by_their_other_names)
{
    struct cg_graph *graph = new_graph();
    cg_node a = add_node(graph, "_ZN1AC1Ev", "a.cc", true, CG_LINKAGE_INTERNAL);
    cg_node b = add_node(graph, "_ZN1AC1Ev", "b.cc", true, CG_LINKAGE_INTERNAL);
    cg_node c = add_node(graph, "_ZN1BC1Ev", NULL, true, CG_LINKAGE_WEAK);
    add_name(graph, a, "_ZN1AC3Ev");
    add_name(graph, a, "_ZN1AC2Ev");
    add_name(graph, a, "_ZN1AC1Ev");
    add_name(graph, a, "_ZN1AC2Ev");
    add_name(graph, c, "_ZN1AC2Ev");
    add_name(graph, c, "_ZN1AC1Ev");
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, a, CG_KEY_NAMES), "[\"_ZN1AC2Ev\",\"_ZN1AC3Ev\"]");
    ck_assert_uint_eq(cg_word_count(graph, CG_ON_NODE, a, CG_KEY_NAMES), 2);
    ck_assert_str_eq(cg_word_at(graph, CG_ON_NODE, a, CG_KEY_NAMES, 1), "_ZN1AC3Ev");
    ck_assert_ptr_null(cg_word_at(graph, CG_ON_NODE, a, CG_KEY_NAMES, 2));
    ck_assert_uint_eq(cg_word_count(graph, CG_ON_NODE, b, CG_KEY_NAMES), 0);
    ck_assert_uint_eq(cg_word_count(graph, CG_ON_NODE, a, "k"), 0);
    ck_assert_uint_eq(cg_graph_find(graph, "_ZN1AC2Ev"), CG_NONE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    check_names(graph, a, "_ZN1AC2Ev _ZN1AC3Ev");
    check_names(graph, b, "");
    check_names(graph, c, "_ZN1AC1Ev _ZN1AC2Ev");
    ck_assert_uint_eq(cg_graph_find(graph, "_ZN1AC3Ev"), a);
    ck_assert_uint_eq(cg_graph_find_next(graph, "_ZN1AC3Ev", a), CG_NONE);
    ck_assert_uint_eq(cg_graph_find(graph, "_ZN1AC2Ev"), a);
    ck_assert_uint_eq(cg_graph_find_next(graph, "_ZN1AC2Ev", a), c);
    ck_assert_uint_eq(cg_graph_find_next(graph, "_ZN1AC2Ev", c), CG_NONE);
    ck_assert_uint_eq(cg_graph_find(graph, "_ZN1AC1Ev"), a);
    ck_assert_uint_eq(cg_graph_find_next(graph, "_ZN1AC1Ev", a), b);
    ck_assert_uint_eq(cg_graph_find_next(graph, "_ZN1AC1Ev", b), CG_NONE);
    ck_assert_int_eq(cg_node_add_name(graph, a, "g", NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_thaw(graph, NULL), CG_OK);
    add_name(graph, b, "_ZN1AC2Ev");
    ck_assert_uint_eq(cg_graph_find(graph, "_ZN1AC2Ev"), CG_NONE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_uint_eq(cg_graph_find_next(graph, "_ZN1AC2Ev", a), b);
    cg_graph_free(graph);
}
END_TEST

START_TEST(other_names_must_be_names)
{
    struct cg_graph *graph = new_graph();
    add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    char *name = malloc(CG_LIMIT_NAME + 2);
    memset(name, 'x', CG_LIMIT_NAME + 1);
    name[CG_LIMIT_NAME + 1] = 0;
    ck_assert_int_eq(cg_node_add_name(graph, 0, name, NULL), CG_E_LIMIT);
    free(name);
    ck_assert_int_eq(cg_node_add_name(graph, 1, "g", NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_node_add_name(graph, 0, "", NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_node_add_name(graph, 0, "\xff", NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(text_at(graph, CG_ON_NODE, 0, CG_KEY_NAMES));
    cg_graph_free(graph);
}
END_TEST

START_TEST(odd_values_give_the_names_they_hold)
{
    static const struct {
        const char *text;
        const char *names;
    } cases[] = {
        {"null", ""},
        {"[]", ""},
        {"[ ]", ""},
        {"[\"\"]", ""},
        {"[\"\\u0000\",\"g\\u0000\"]", ""},
        {"[\"f\",\"ff\",\"\\u0066\"]", "ff"},
        {" [ \"g\" ,\n \"h\" ] ", "g h"},
        {"[\"g\",\"\\u0067\",\"g\",\"a\\\"]\"]", "g a\"]"},
        {"[\"\\ud83d\\ude00\"]", "\xf0\x9f\x98\x80"},
    };
    struct cg_graph *graph = new_graph();
    add_node(graph, "f", NULL, true, CG_LINKAGE_UNKNOWN);
    add_node(graph, CG_KEY_NAMES, NULL, true, CG_LINKAGE_UNKNOWN);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set(graph, CG_ON_NODE, 0, CG_KEY_NAMES, cases[i].text);
        ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
        check_names(graph, 0, cases[i].names);
        check_names(graph, 1, "");
        ck_assert_uint_eq(cg_graph_find(graph, ""), CG_NONE);
        ck_assert_int_eq(cg_graph_thaw(graph, NULL), CG_OK);
    }
    static const char *const refused[] = {"{}", "\"g\"", "1", "[1]", "[\"g\",null]", "[[\"g\"]]"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ck_assert_int_eq(cg_metadata_set(graph, CG_ON_NODE, 0, CG_KEY_NAMES,
                                         &(struct cg_value){refused[i], strlen(refused[i])}, NULL),
                         CG_E_FORMAT);
    }
    set(graph, CG_ON_NODE, 0, CG_KEY_NAMES, "null");
    add_name(graph, 0, "g");
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, 0, CG_KEY_NAMES), "[\"g\"]");
    cg_graph_free(graph);
}
END_TEST

START_TEST(other_names_go_through_files)
{
    for (int version = 2; version <= 4; version += 2) {
        struct cg_graph *graph = new_graph();
        cg_node node = add_node(graph, "f", "a.c", true, CG_LINKAGE_INTERNAL);
        add_node(graph, "f", "b.c", true, CG_LINKAGE_INTERNAL);
        cg_edge edge = add_edge(graph, node, node, CG_EDGE_DIRECT);
        add_name(graph, node, "g#0\"\\\x01");
        set(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE, "[\"ast\",\"ir\"]");
        char *text = text_of(graph, version);
        cg_graph_free(graph);
        graph = graph_from(text);
        free(text);
        ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
        node = cg_graph_find(graph, "g#0\"\\\x01");
        ck_assert_uint_ne(node, CG_NONE);
        ck_assert_str_eq(cg_node_origin(graph, node), "a.c");
        ck_assert_str_eq(text_at(graph, CG_ON_EDGE, 0, CG_KEY_EVIDENCE), "[\"ast\",\"ir\"]");
        cg_graph_free(graph);
    }
}
END_TEST

/* Random graphs, frozen and thawed time and again */

#define NODES 12

struct table {
    bool present[NODES][NODES];
    unsigned kinds[NODES][NODES];
    int note[NODES][NODES]; /**< metadata of the edge, 0 none */
};

static void add_some(struct cg_graph *graph, struct table *table, struct random *random)
{
    for (uint32_t i = draw(random, 40); i > 0; i--) {
        cg_node a = draw(random, NODES), b = draw(random, NODES);
        unsigned kinds = draw(random, CG_EDGE_ALL_KINDS + 1);
        cg_edge edge = add_edge(graph, a, b, kinds);
        table->present[a][b] = true;
        table->kinds[a][b] |= kinds;
        if (chance(random, 20)) {
            char text[2] = {(char)('1' + draw(random, 9)), 0};
            set(graph, CG_ON_EDGE, edge, "note", text);
            table->note[a][b] = text[0];
        }
    }
}

static void check_edge(const struct cg_graph *graph, const struct table *table, cg_edge edge,
                       cg_node a, cg_node b)
{
    ck_assert_uint_eq(cg_edge_caller(graph, edge), a);
    ck_assert_uint_eq(cg_edge_callee(graph, edge), b);
    ck_assert_uint_eq(cg_edge_kinds(graph, edge), table->kinds[a][b]);
    const char *note = text_at(graph, CG_ON_EDGE, edge, "note");
    ck_assert_int_eq(note ? note[0] : 0, table->note[a][b]);
}

static void check_pairs(const struct cg_graph *graph, const struct table *table)
{
    uint32_t count = 0;
    for (cg_node a = 0; a < NODES; a++) {
        for (cg_node b = 0; b < NODES; b++) {
            cg_edge edge = cg_graph_find_edge(graph, a, b);
            ck_assert_int_eq(edge != CG_NONE, table->present[a][b]);
            if (table->present[a][b]) {
                check_edge(graph, table, edge, a, b);
                count++;
            }
        }
    }
    ck_assert_uint_eq(cg_graph_edge_count(graph), count);
}

static void check_rows(const struct cg_graph *graph, const struct table *table)
{
    cg_edge next = 0;
    for (cg_node n = 0; n < NODES; n++) {
        cg_edge first;
        const cg_edge *entering;
        uint32_t out = cg_node_out_edges(graph, n, &first), i = 0, j = 0;
        uint32_t in = cg_node_in_edges(graph, n, &entering);
        ck_assert_uint_eq(first, next);
        next += out;
        for (cg_node m = 0; m < NODES; m++) {
            if (table->present[n][m]) {
                check_edge(graph, table, first + i++, n, m);
            }
            if (table->present[m][n]) {
                ck_assert_uint_lt(j, in);
                check_edge(graph, table, entering[j++], m, n);
            }
        }
        ck_assert_uint_eq(i, out);
        ck_assert_uint_eq(j, in);
    }
}

START_TEST(random_graphs_agree_with_a_table)
{
    struct random random = {5};
    for (int round = 0; round < 250; round++) {
        struct table table = {0};
        struct cg_graph *graph = new_graph();
        for (int i = 0; i < NODES; i++) {
            add_node(graph, "f", NULL, false, CG_LINKAGE_UNKNOWN);
        }
        for (int turn = 0; turn < 3; turn++) {
            if (turn || chance(&random, 80)) {
                add_some(graph, &table, &random);
            }
            check_pairs(graph, &table);
            ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
            ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
            ck_assert(cg_graph_is_frozen(graph));
            check_pairs(graph, &table);
            check_rows(graph, &table);
            ck_assert_int_eq(cg_graph_thaw(graph, NULL), CG_OK);
            check_pairs(graph, &table);
        }
        cg_graph_free(graph);
    }
}
END_TEST

/* Enough of everything that each table grows several times. */
START_TEST(large_graphs_find_what_they_hold)
{
    enum { COUNT = 100000 };
    struct cg_graph *graph = new_graph();
    char name[16];
    cg_node node;
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "f%u", i);
        ck_assert_int_eq(cg_graph_add_node(&node, graph, name, NULL), CG_OK);
        ck_assert_int_eq(cg_graph_add_edge(NULL, graph, node, node / 2, 0, NULL), CG_OK);
        ck_assert_int_eq(cg_graph_add_edge(NULL, graph, 0, node, 0, NULL), CG_OK);
    }
    for (uint32_t i = 0; i < COUNT; i += 7) {
        snprintf(name, sizeof name, "f%u", i);
        ck_assert_uint_eq(cg_graph_find(graph, name), i);
        ck_assert_uint_ne(cg_graph_find_edge(graph, i, i / 2), CG_NONE);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    const cg_edge *edges;
    ck_assert_uint_eq(cg_node_in_edges(graph, 1, &edges), 3);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        words_and_numbers_agree,
        nodes_keep_what_they_are_told,
        strings_must_be_utf8,
        misuse_is_an_error,
        errors_are_shown_with_what_is_known,
        each_status_has_a_text_of_its_own,
        overrides_are_a_set,
        canonical_order_is_by_content,
        functions_are_found_by_their_other_names,
        other_names_must_be_names,
        odd_values_give_the_names_they_hold,
        other_names_go_through_files,
        random_graphs_agree_with_a_table,
        large_graphs_find_what_they_hold,
        NULL,
    };
    return run_tests("graph", tests, 60);
}
