/* Merging: each rule on a small graph, and random graphs against the slow, obvious way. */
#include "model.h"

#include <libcg/json.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/merge.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

#define PARTS 4
#define ROUNDS 1000

static struct cg_registry *registry;

static void set_up(void)
{
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add_builtin(registry, NULL), CG_OK);
}

static void merge_into(struct cg_graph *into, const struct cg_graph *from)
{
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, registry, true};
    struct cg_error error = {0};
    int status = cg_graph_merge(into, from, &options, &error);
    ck_assert_msg(!status, "%s", error.text);
}

/* The bytes of merging graphs written as text, in order. */
static char *merged(const char *const *texts, size_t count)
{
    struct cg_graph *whole = new_graph();
    for (size_t i = 0; i < count; i++) {
        struct cg_graph *part = graph_from(texts[i]);
        merge_into(whole, part);
        cg_graph_free(part);
    }
    char *text = text_of(whole, 4);
    cg_graph_free(whole);
    return text;
}

/* Two graphs must give the same in any order; this compares what is between the braces of
 * "nodes". */
static void check_pair(const char *a, const char *b, const char *expected)
{
    const char *const forth[] = {a, b}, *const back[] = {b, a}, *const twice[] = {a, b, a};
    char *texts[] = {merged(forth, 2), merged(back, 2), merged(twice, 3)};
    for (size_t i = 0; i < 3; i++) {
        ck_assert_msg(strstr(texts[i], expected) != NULL, "%s\nnot in\n%s", expected, texts[i]);
        ck_assert_str_eq(texts[0], texts[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        free(texts[i]);
    }
}

#define HEADER                                                                                     \
    ",\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"version\":\"0.1\"},\"version\":\"4.0\"}}"
#define NODES(nodes) "{\"_CG\":{\"meta\":{},\"nodes\":{" nodes "}}" HEADER
#define FULL(id, name, body, origin, meta, callees)                                                \
    "\"" id "\":{\"callees\":{" callees "},\"functionName\":\"" name "\",\"hasBody\":" body        \
    ",\"meta\":{" meta "},\"origin\":" origin "}"
#define ONE(name, body, origin, meta) NODES(FULL("0", name, body, origin, meta, ""))

START_TEST(definition_wins_over_declaration)
{
    set_up();
    check_pair(ONE("f", "false", "\"a.h\"", "\"linkage\":\"external\""),
               ONE("f", "true", "\"z.c\"", "\"linkage\":\"external\""),
               "{" FULL("0", "f", "true", "\"z.c\"", "\"linkage\":\"external\"", "") "}");
}
END_TEST

START_TEST(definition_that_says_no_linkage_wins_too)
{
    set_up();
    check_pair(ONE("f", "false", "\"a.h\"", "\"linkage\":\"weak\""), ONE("f", "true", "null", ""),
               "{" FULL("0", "f", "true", "null", "", "") "}");
}
END_TEST

START_TEST(strong_definition_wins_over_weak)
{
    set_up();
    check_pair(ONE("f", "true", "\"a.c\"", "\"linkage\":\"weak\""),
               ONE("f", "true", "\"b.c\"", "\"linkage\":\"external\""),
               "{" FULL("0", "f", "true", "\"b.c\"",
                        "\"interposable\":true,\"linkage\":\"external\"", "") "}");
}
END_TEST

START_TEST(weak_definitions_unite_under_the_smaller_origin)
{
    set_up();
    check_pair(ONE("f", "true", "\"b.h\"", "\"linkage\":\"weak\""),
               ONE("f", "true", "\"a.h\"", "\"linkage\":\"weak\""),
               "{" FULL("0", "f", "true", "\"a.h\"", "\"linkage\":\"weak\"", "") "}");
}
END_TEST

START_TEST(known_origin_wins_over_unknown)
{
    set_up();
    check_pair(ONE("f", "true", "null", ""), ONE("f", "true", "\"a.c\"", ""),
               "{" FULL("0", "f", "true", "\"a.c\"", "", "") "}");
}
END_TEST

START_TEST(statics_of_different_files_stay_apart)
{
    set_up();
    check_pair(ONE("f", "true", "\"a.c\"", "\"linkage\":\"internal\""),
               ONE("f", "true", "\"b.c\"", "\"linkage\":\"internal\""),
               "{" FULL("0", "f", "true", "\"a.c\"", "\"linkage\":\"internal\"", "") "," FULL(
                   "1", "f", "true", "\"b.c\"", "\"linkage\":\"internal\"", "") "}");
}
END_TEST

START_TEST(statics_of_one_file_unite)
{
    set_up();
    check_pair(ONE("f", "false", "\"a.c\"", "\"linkage\":\"internal\""),
               ONE("f", "true", "\"a.c\"", "\"linkage\":\"internal\""),
               "{" FULL("0", "f", "true", "\"a.c\"", "\"linkage\":\"internal\"", "") "}");
}
END_TEST

START_TEST(statics_stay_apart_from_external_functions)
{
    set_up();
    check_pair(ONE("f", "true", "\"a.c\"", "\"linkage\":\"internal\""),
               ONE("f", "true", "\"a.c\"", "\"linkage\":\"external\""),
               "{" FULL("0", "f", "true", "\"a.c\"", "\"linkage\":\"external\"", "") "," FULL(
                   "1", "f", "true", "\"a.c\"", "\"linkage\":\"internal\"", "") "}");
}
END_TEST

START_TEST(functions_kept_apart_without_linkage_are_internal)
{
    set_up();
    const char *const one[] = {NODES(FULL("0", "f", "true", "\"a.c\"", "", "") "," FULL(
        "1", "f", "true", "\"b.c\"", "", "") "," FULL("2", "f", "false", "null", "", ""))};
    char *text = merged(one, 1);
    ck_assert_ptr_nonnull(strstr(
        text, "{" FULL("0", "f", "false", "null", "", "") "," FULL(
                  "1", "f", "true", "\"a.c\"", "\"linkage\":\"internal\"",
                  "") "," FULL("2", "f", "true", "\"b.c\"", "\"linkage\":\"internal\"", "") "}"));
    free(text);
}
END_TEST

#define TOLD(sources, nodes)                                                                       \
    "{\"_CG\":{\"meta\":{\"sources\":{" sources "}},\"nodes\":{" nodes "}}" HEADER
#define EXTERNAL "\"linkage\":\"external\""
#define TWICE                                                                                      \
    FULL("0", "f", "true", "\"a.c\"", EXTERNAL, "")                                                \
    "," FULL("1", "f", "true", "\"b.c\"", EXTERNAL, "")

START_TEST(definitions_of_different_files_stay_apart)
{
    set_up();
    check_pair(ONE("f", "true", "\"a.c\"", EXTERNAL), ONE("f", "true", "\"b.c\"", EXTERNAL),
               "{" TWICE "}");
    check_pair(ONE("f", "true", "\"a.c\"", EXTERNAL), ONE("f", "true", "\"a.c\"", EXTERNAL),
               "{" FULL("0", "f", "true", "\"a.c\"", EXTERNAL, "") "}");
    check_pair(ONE("f", "true", "\"a.c\"", EXTERNAL ",\"numStatements\":3,\"signature\":\"x\""),
               ONE("f", "true", "\"b.c\"", EXTERNAL ",\"numStatements\":4"),
               "{" FULL("0", "f", "true", "\"a.c\"",
                        EXTERNAL ",\"numStatements\":3,\"signature\":\"x\"",
                        "") "," FULL("1", "f", "true", "\"b.c\"",
                                     EXTERNAL ",\"numStatements\":4,\"signature\":\"x\"", "") "}");
}
END_TEST

START_TEST(definitions_that_may_be_of_one_program_unite)
{
    set_up();
    check_pair(ONE("f", "true", "\"a.c\"", "\"interposable\":true," EXTERNAL),
               ONE("f", "true", "\"b.c\"", EXTERNAL),
               "{" FULL("0", "f", "true", "\"a.c\"", "\"interposable\":true," EXTERNAL, "") "}");
    const char *const weak[] = {ONE("f", "true", "\"a.c\"", EXTERNAL),
                                ONE("f", "true", "\"b.c\"", EXTERNAL),
                                ONE("f", "true", "\"c.c\"", "\"linkage\":\"weak\"")};
    char *text = merged(weak, 3);
    ck_assert_ptr_nonnull(strstr(
        text, "{" FULL("0", "f", "true", "\"a.c\"", "\"interposable\":true," EXTERNAL, "") "}"));
    free(text);
    const struct cg_merge_options one = {CG_MERGE_OPTIONS_VERSION, registry, false};
    struct cg_graph *whole = new_graph();
    for (size_t i = 0; i < 2; i++) {
        struct cg_graph *part = graph_from(weak[i]);
        ck_assert_int_eq(cg_graph_merge(whole, part, &one, NULL), CG_OK);
        cg_graph_free(part);
    }
    ck_assert_uint_eq(cg_graph_node_count(whole), 1);
    cg_graph_free(whole);
}
END_TEST

/* Functions `h` of some file that call `f`, which that file defines, or only declares. */
#define OWN_CALL(file)                                                                             \
    TOLD("\"" file "\":[\"1\"]",                                                                   \
         FULL("0", "f", "true", "\"" file "\"", EXTERNAL, "") "," FULL(                            \
             "1", "h", "true", "\"" file "\"", "\"linkage\":\"internal\"", "\"0\":{}"))
#define CALL(file, way)                                                                            \
    TOLD("\"" file "\":[" way "]",                                                                 \
         FULL("0", "f", "false", "null", "", "") "," FULL("1", "h", "true", "\"" file "\"",        \
                                                          "\"linkage\":\"internal\"", "\"0\":{}"))

static void check_calls(const char *const *texts, size_t count, const char *expected)
{
    char *text = merged(texts, count);
    ck_assert_msg(strstr(text, expected) != NULL, "%s\nnot in\n%s", expected, text);
    free(text);
}

START_TEST(files_call_their_own_definitions)
{
    set_up();
    const char *const texts[] = {CALL("c.c", "\"1\""), OWN_CALL("a.c"), OWN_CALL("b.c")};
    const char *const back[] = {texts[2], texts[1], texts[0]};
    const char *expected = TWICE
        "," FULL("2", "h", "true", "\"a.c\"", "\"linkage\":\"internal\"", "\"0\":{}") "," FULL(
            "3", "h", "true", "\"b.c\"", "\"linkage\":\"internal\"",
            "\"1\":{}") "," FULL("4", "h", "true", "\"c.c\"", "\"linkage\":\"internal\"",
                                 "\"0\":{},\"1\":{}");
    check_calls(texts, 3, expected);
    check_calls(back, 3, expected);
    check_calls(texts + 1, 2, "\"internal\"},\"origin\":\"b.c\"");
    /* Another compile of the file lacks the definition. */
    const char *const twice[] = {texts[1], texts[2], CALL("a.c", "\"2\"")};
    check_calls(twice, 3,
                FULL("2", "h", "true", "\"a.c\"", "\"linkage\":\"internal\"", "\"0\":{},\"1\":{}"));
}
END_TEST

START_TEST(edges_kinds_and_sites_unite)
{
    set_up();
    check_pair(
        NODES(FULL("0", "f", "true", "null", "",
                   "\"1\":{\"callSites\":[{\"column\":1,\"file\":\"a\",\"line\":10},{\"column\":1,"
                   "\"file\":\"a\",\"line\":9}],\"callType\":\"DIRECT\"}") "," FULL("1", "g",
                                                                                    "false", "null",
                                                                                    "", "")),
        NODES(FULL("x", "g", "false", "null", "", "\"y\":null") "," FULL(
            "y", "f", "true", "null", "",
            "\"x\":{\"callSites\":[{\"column\":1,\"file\":\"a\",\"line\":9}],"
            "\"callType\":\"INDIRECT\"},\"y\":{}")),
        "{" FULL(
            "0", "f", "true", "null", "",
            "\"0\":{},\"1\":{\"callKinds\":[\"direct\",\"pointer\"],\"callSites\":[{"
            "\"column\":1,\"file\":\"a\",\"line\":9},{\"column\":1,\"file\":\"a\",\"line\":10}],"
            "\"callType\":\"DIRECT\"}") "," FULL("1", "g", "false", "null", "", "\"0\":{}") "}");
}
END_TEST

START_TEST(metadata_meets_as_its_kind_says)
{
    set_up();
    check_pair(
        ONE("f", "true", "null",
            "\"fileProperties\":{\"systemInclude\":true},\"numStatements\":9,"
            "\"unresolvedCalls\":[],\"other\":\"abc\",\"own\":1"),
        ONE("f", "true", "null",
            "\"fileProperties\":{\"systemInclude\":false,\"x\":1},"
            "\"numStatements\":10,\"unresolvedCalls\":[{\"line\":3}],\"other\":\"abd\""),
        "\"meta\":{\"fileProperties\":{\"systemInclude\":false,\"x\":1},\"numStatements\":10,"
        "\"other\":\"abd\",\"own\":1,\"unresolvedCalls\":[{\"line\":3}]}");
}
END_TEST

START_TEST(names_evidence_and_outlined_parts_unite)
{
    set_up();
    check_pair(ONE("f", "true", "null",
                   "\"names\":[\"a\",\"c\"],\"outlined\":[{\"file\":\"a.c\",\"line\":9}]"),
               ONE("f", "true", "null",
                   "\"names\":[\"b\",\"a\"],\"outlined\":[{\"file\":\"a.c\",\"line\":8}]"),
               "\"meta\":{\"names\":[\"a\",\"b\",\"c\"],"
               "\"outlined\":[{\"file\":\"a.c\",\"line\":8},{\"file\":\"a.c\",\"line\":9}]}");
    check_pair(NODES(FULL("0", "f", "true", "null", "", "\"0\":{\"evidence\":[\"ir\"]}")),
               NODES(FULL("0", "f", "true", "null", "", "\"0\":{\"evidence\":[\"ast\"]}")),
               "\"evidence\":[\"ast\",\"ir\"]");
    check_pair(ONE("f", "true", "null", "\"names\":[\"c\",\"a\",\"c\"]"),
               ONE("f", "true", "null", "\"names\":null"), "\"names\":[\"a\",\"c\"]");
    check_pair(ONE("f", "true", "null", "\"names\":[\"a\\u0000c\",\"a\"]"),
               ONE("f", "true", "null", "\"names\":[\"a\\u0000b\",\"a\\u0000c\"]"),
               "\"names\":[\"a\",\"a\\u0000b\",\"a\\u0000c\"]");
}
END_TEST

START_TEST(numbers_are_compared_as_numbers)
{
    set_up();
    check_pair(ONE("f", "true", "null", "\"numStatements\":1.5"),
               ONE("f", "true", "null", "\"numStatements\":2"), "\"numStatements\":2");
}
END_TEST

START_TEST(overrides_unite)
{
    set_up();
    check_pair(
        NODES(FULL("0", "b", "false", "null",
                   "\"overrideMD\":{\"overriddenBy\":[\"1\"],\"overrides\":[]}",
                   "") "," FULL("1", "d", "false", "null",
                                "\"overrideMD\":{\"overriddenBy\":[],\"overrides\":[\"0\"]}", "")),
        NODES(FULL("0", "b", "false", "null",
                   "\"overrideMD\":{\"overriddenBy\":[\"1\"],\"overrides\":[]}",
                   "") "," FULL("1", "c", "false", "null",
                                "\"overrideMD\":{\"overriddenBy\":[],\"overrides\":[]}", "")),
        "\"overrideMD\":{\"overriddenBy\":[\"1\",\"2\"],\"overrides\":[]}");
}
END_TEST

START_TEST(entry_does_not_depend_on_origins_that_merging_changes)
{
    set_up();
    const char *a = "{\"_CG\":{\"meta\":{\"entryFunction\":\"0\"},\"nodes\":{" FULL(
        "0", "f", "false", "null", "", "") "}}" HEADER;
    const char *b = "{\"_CG\":{\"meta\":{\"entryFunction\":\"0\"},\"nodes\":{" FULL(
        "0", "f", "true", "\"m.c\"", "\"linkage\":\"internal\"", "") "}}" HEADER;
    const char *c = ONE("f", "true", "\"z.c\"", "");
    const char *const forth[] = {a, b, c}, *const back[] = {c, a, b};
    char *x = merged(forth, 3), *y = merged(back, 3);
    ck_assert_str_eq(x, y);
    free(x);
    free(y);
}
END_TEST

/* One of many graphs that each name `hot` and something of their own. */
static struct cg_graph *part_with_address(unsigned i)
{
    char name[32], text[128];
    struct cg_graph *part = new_graph();
    cg_node hot = add_node(part, "hot", "hot.c", false, CG_LINKAGE_EXTERNAL);
    snprintf(name, sizeof name, "own%u", i);
    cg_node own = add_node(part, name, "own.c", true, CG_LINKAGE_INTERNAL);
    add_edge(part, own, hot, CG_EDGE_DIRECT);
    snprintf(text, sizeof text,
             "[{\"column\":1,\"file\":\"some/where/far/away/file%u.c\",\"line\":%u}]", i, i + 1);
    set(part, CG_ON_NODE, hot, "addressTaken", text);
    return part;
}

/* Enough texts are replaced for the graph to drop the stale ones on the way. */
START_TEST(growing_sets_keep_every_element)
{
    enum { COUNT = 700 };
    set_up();
    struct cg_graph *forth = new_graph(), *back = new_graph();
    for (unsigned i = 0; i < COUNT; i++) {
        struct cg_graph *part = part_with_address(i), *other = part_with_address(COUNT - 1 - i);
        merge_into(forth, part);
        merge_into(back, other);
        cg_graph_free(part);
        cg_graph_free(other);
    }
    cg_node hot = cg_graph_find(forth, "hot");
    struct cg_site_list *sites;
    ck_assert_int_eq(cg_sites_read(&sites, forth, hot, CG_KEY_ADDRESS_TAKEN, NULL), CG_OK);
    ck_assert_uint_eq(cg_site_list_count(sites), COUNT);
    cg_site_list_free(sites);
    ck_assert_uint_eq(cg_graph_node_count(forth), COUNT + 1);
    ck_assert_uint_ne(cg_graph_find(forth, "own699"), CG_NONE);
    char *a = text_of(forth, 4), *b = text_of(back, 4);
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
    cg_graph_free(forth);
    cg_graph_free(back);
}
END_TEST

#define BODY(evidence, opens)                                                                      \
    NODES("\"0\":{\"callees\":{},\"functionName\":\"f\",\"hasBody\":true,\"meta\":{\"evidence\":"  \
          "[" evidence "],\"unresolvedCalls\":" opens "},\"origin\":\"a.h\"}")
#define UNEMITTED "{\"column\":1,\"file\":\"a.h\",\"line\":2,\"reason\":\"not emitted\"}"
#define IMPLICIT "{\"column\":1,\"file\":\"a.h\",\"line\":3,\"reason\":\"implicit\"}"

/* Merge parts, settling after each if requested, and at the end. */
static void check_settled(const char *const *texts, size_t count, bool each, const char *expected)
{
    struct cg_graph *whole = new_graph();
    for (size_t i = 0; i < count; i++) {
        struct cg_graph *part = graph_from(texts[i]);
        ck_assert(!each || !cg_graph_settle_unresolved_calls(part, NULL));
        merge_into(whole, part);
        cg_graph_free(part);
    }
    ck_assert_int_eq(cg_graph_settle_unresolved_calls(whole, NULL), CG_OK);
    ck_assert_str_eq(text_at(whole, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS), expected);
    cg_graph_free(whole);
}

START_TEST(unresolved_calls_of_what_is_not_emitted_are_settled)
{
    static const char source[] = BODY("\"ast\"", "[" UNEMITTED "," IMPLICIT "]");
    static const char both[] = BODY("\"ast\",\"ir\"", "[]");
    const char *const alone[] = {source}, *const forth[] = {source, both},
                      *const back[] = {both, source, both};
    for (int each = 0; each < 2; each++) {
        check_settled(alone, 1, each, "[" UNEMITTED "," IMPLICIT "]");
        check_settled(forth, 2, each, "[" IMPLICIT "]");
        check_settled(back, 3, each, "[" IMPLICIT "]");
    }
}
END_TEST

/* The graph of a file after --wrap=m. */
static char *wrapped(const char *text)
{
    struct cg_error error;
    struct cg_graph *graph = graph_from(text);
    int status = cg_graph_wrap(graph, "m", &error);
    ck_assert_msg(!status, "%s", error.text);
    struct cg_graph *whole = new_graph();
    merge_into(whole, graph);
    char *wrote = text_of(whole, 4);
    cg_graph_free(graph);
    cg_graph_free(whole);
    return wrote;
}

/* A function `f` with facts that calls `callee`, which may have a body. */
#define CALLS(callee, body, facts)                                                                 \
    NODES(FULL("0", "f", "true", "\"a.c\"", "\"attributes\":[\"m\"],\"pointerFacts\":" facts,      \
               "\"1\":{}") "," FULL("1", callee, body, "null", "", ""))

static void check_wrapped(const char *text, const char *expected)
{
    char *wrote = wrapped(text);
    ck_assert_msg(strstr(wrote, expected) != NULL, "%s\nnot in\n%s", expected, wrote);
    free(wrote);
}

START_TEST(wrapped_symbols_are_renamed)
{
    const char *text = CALLS(
        "m", "false", "[[\"c\",\"gp\",\"&Fm\"],[\"c\",\"pm#1\",\"rm\"],[\"c\",\"gm\",\"vmm\"]]");
    check_wrapped(text, "\"functionName\":\"__wrap_m\"");
    check_wrapped(text, "[\"c\",\"gp\",\"&F__wrap_m\"]");
    check_wrapped(text, "[\"c\",\"p__wrap_m#1\",\"r__wrap_m\"]");
    check_wrapped(text, "[\"c\",\"gm\",\"vmm\"]");
    check_wrapped(text, "\"attributes\":[\"m\"]");
    check_wrapped(CALLS("__real_m", "false", "[[\"c\",\"gp\",\"&F__real_m\"]]"),
                  "\"functionName\":\"m\"");
    check_wrapped(CALLS("m", "true", "[]"), "\"functionName\":\"m\"");
}
END_TEST

START_TEST(misuse_is_refused)
{
    set_up();
    struct cg_graph *graph = new_graph(), *part = graph_from(ONE("f", "true", "null", ""));
    add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    ck_assert_int_eq(cg_graph_merge(graph, graph, NULL, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_merge(graph, part, NULL, NULL), CG_E_STATE);
    cg_graph_free(graph);
    graph = new_graph();
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_graph_merge(graph, part, NULL, NULL), CG_E_STATE);
    cg_graph_free(graph);
    cg_graph_free(part);
}
END_TEST

START_TEST(a_merger_is_used_once)
{
    struct cg_merger *merger;
    struct cg_graph *whole, *other = new_graph();
    ck_assert_int_eq(cg_merger_new(&merger, NULL, NULL), CG_OK);
    ck_assert_int_eq(cg_merger_add(merger, other, NULL), CG_OK);
    ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_OK);
    ck_assert_int_eq(cg_merger_add(merger, other, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_E_STATE);
    cg_merger_free(merger);
    cg_merger_free(NULL);
    cg_graph_free(whole);
    cg_graph_free(other);
}
END_TEST

static int refuse(struct cg_text *out, const struct cg_merge_input *meeting, struct cg_error *error)
{
    (void)out, (void)meeting, (void)error;
    return CG_E_CONFLICT;
}

START_TEST(values_that_do_not_meet_fail_a_merger)
{
    static const struct cg_metadata_kind kind = {.abi = CG_METADATA_ABI,
                                                 .key = "k",
                                                 .places = CG_ON_GRAPH,
                                                 .strategy = "custom",
                                                 .merge = refuse,
                                                 .description = "for this test"};
    set_up();
    ck_assert_int_eq(cg_registry_add(registry, &kind, NULL), CG_OK);
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, registry, true};
    static const char *const values[] = {"1", "1", "2"};
    struct cg_merger *merger;
    struct cg_graph *whole;
    ck_assert_int_eq(cg_merger_new(&merger, &options, NULL), CG_OK);
    for (int i = 0; i < 3; i++) {
        struct cg_graph *part = new_graph();
        set(part, CG_ON_GRAPH, 0, "k", values[i]);
        ck_assert_int_eq(cg_merger_add(merger, part, NULL), CG_OK);
        cg_graph_free(part);
    }
    ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_E_CONFLICT);
    cg_merger_free(merger);
}
END_TEST

/* Each of many graphs adds a piece to a set of the graph: by their square this takes minutes. */
START_TEST(sets_of_the_graph_grow_in_proportion)
{
    enum { GRAPHS = 2000, ELEMENTS = 200 };
    set_up();
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, registry, true};
    struct cg_merger *merger;
    struct cg_graph *whole;
    static char text[ELEMENTS * 16];
    ck_assert_int_eq(cg_merger_new(&merger, &options, NULL), CG_OK);
    for (int i = 0; i < GRAPHS; i++) {
        size_t length = 0;
        for (int k = 0; k < ELEMENTS; k++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%d", k ? "," : "[",
                                       1000000 + i * ELEMENTS + k);
        }
        strcpy(text + length, "]");
        struct cg_graph *part = new_graph();
        set(part, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, text);
        ck_assert_int_eq(cg_merger_add(merger, part, NULL), CG_OK);
        cg_graph_free(part);
    }
    ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_OK);
    const char *all = text_at(whole, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS);
    ck_assert_uint_eq(strlen(all), (size_t)GRAPHS * ELEMENTS * 8 + 1);
    cg_merger_free(merger);
    cg_graph_free(whole);
}
END_TEST

enum { FILES = 40, SHARED = 300, OWN = 700, ELEMENT = 1000 };

/* An element of a set: a number and much else. */
static size_t put_element(char *out, const char *before, int number)
{
    return (size_t)sprintf(out, "%s\"%06d%0*d\"", before, number, ELEMENT - 9, 0);
}

/* What one file says: what others say too, and what is its own, not in order. */
static void put_set(char *out, int file)
{
    const char *before = "[ ";
    for (int i = SHARED - 1; i >= 0; i--, before = " , ") {
        out += put_element(out, before, i);
    }
    for (int i = 0; i < OWN; i++) {
        out += put_element(out, before, SHARED + i * FILES + file);
    }
    strcpy(out, "]");
}

/* Of so many bytes some are united before the end. */
START_TEST(large_sets_of_the_graph_unite)
{
    set_up();
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, registry, true};
    const int count = SHARED + OWN * FILES;
    struct cg_merger *merger;
    struct cg_graph *whole;
    char *text = malloc((size_t)(count + 1) * ELEMENT), *at = text;
    ck_assert_int_eq(cg_merger_new(&merger, &options, NULL), CG_OK);
    for (int file = 0; file < FILES; file++) {
        struct cg_graph *part = new_graph();
        put_set(text, file);
        set(part, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, text);
        ck_assert_int_eq(cg_merger_add(merger, part, NULL), CG_OK);
        cg_graph_free(part);
    }
    ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_OK);
    for (int i = 0; i < count; i++) {
        at += put_element(at, i ? "," : "[", i);
    }
    strcpy(at, "]");
    ck_assert(strcmp(text_at(whole, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS), text) == 0);
    free(text);
    cg_merger_free(merger);
    cg_graph_free(whole);
}
END_TEST

/* Properties */

static char *fold(struct cg_graph *const *parts, const int *order, int count)
{
    struct cg_graph *whole = new_graph();
    for (int i = 0; i < count; i++) {
        merge_into(whole, parts[order[i]]);
    }
    char *text = text_of(whole, 4);
    cg_graph_free(whole);
    return text;
}

/* The same by a merger. */
static char *add_up(struct cg_graph *const *parts, const int *order, int count)
{
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, registry, true};
    struct cg_merger *merger;
    struct cg_graph *whole;
    ck_assert_int_eq(cg_merger_new(&merger, &options, NULL), CG_OK);
    for (int i = 0; i < count; i++) {
        ck_assert_int_eq(cg_merger_add(merger, parts[order[i]], NULL), CG_OK);
    }
    ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_OK);
    cg_merger_free(merger);
    char *text = text_of(whole, 4);
    cg_graph_free(whole);
    return text;
}

/* Merge parts [low, high) as a random tree, now and then through a file. */
static struct cg_graph *tree(struct cg_graph *const *parts, int low, int high,
                             struct random *random)
{
    struct cg_graph *whole = new_graph();
    if (high - low == 1) {
        merge_into(whole, parts[low]);
    } else {
        int middle = low + 1 + (int)draw(random, (uint32_t)(high - low - 1));
        struct cg_graph *left = tree(parts, low, middle, random);
        struct cg_graph *right = tree(parts, middle, high, random);
        bool swapped = chance(random, 50);
        merge_into(whole, swapped ? right : left);
        merge_into(whole, swapped ? left : right);
        cg_graph_free(left);
        cg_graph_free(right);
    }
    if (chance(random, 50)) {
        char *text = text_of(whole, 4);
        cg_graph_free(whole);
        whole = graph_from(text);
        free(text);
    } else if (chance(random, 30)) {
        ck_assert_int_eq(cg_graph_freeze(whole, NULL), CG_OK);
    }
    return whole;
}

static void check_orders(struct cg_graph *const *parts, const char *expected)
{
    static const int orders[][PARTS + 2] = {
        {0, 1, 2, 3, 0, 2}, {3, 2, 1, 0, 3, 3}, {2, 0, 3, 1, 1, 0}, {1, 3, 0, 2, 2, 1}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        for (int again = 0; again <= 2; again++) {
            char *texts[] = {fold(parts, orders[i], PARTS + again),
                             add_up(parts, orders[i], PARTS + again)};
            ck_assert_str_eq(texts[0], expected);
            ck_assert_str_eq(texts[1], expected);
            free(texts[0]);
            free(texts[1]);
        }
    }
}

static void check_trees(struct cg_graph *const *parts, const char *expected, struct random *random)
{
    for (int i = 0; i < 3; i++) {
        struct cg_graph *whole = tree(parts, 0, PARTS, random);
        char *text = text_of(whole, 4);
        ck_assert_str_eq(text, expected);
        free(text);
        cg_graph_free(whole);
    }
}

START_TEST(random_graphs_merge_as_the_slow_way)
{
    set_up();
    static struct model models[PARTS], whole;
    struct random random = {1};
    for (int round = 0; round < ROUNDS; round++) {
        struct cg_graph *parts[PARTS];
        for (int i = 0; i < PARTS; i++) {
            model_random(&models[i], &random);
            parts[i] = model_graph(&models[i], &random);
        }
        model_merge(&whole, models, PARTS);
        struct cg_graph *expected_graph = model_graph(&whole, &random);
        char *expected = text_of(expected_graph, 4);
        check_orders(parts, expected);
        check_trees(parts, expected, &random);
        free(expected);
        cg_graph_free(expected_graph);
        for (int i = 0; i < PARTS; i++) {
            cg_graph_free(parts[i]);
        }
    }
}
END_TEST

/* The slow way to find: through the metadata of every node. */
static bool is_other_name(const struct cg_graph *graph, cg_node node, const char *name)
{
    json_t *json;
    bool found = false;
    ck_assert_int_eq(cg_metadata_json(&json, graph, CG_ON_NODE, node, CG_KEY_NAMES, NULL), CG_OK);
    for (size_t i = 0; i < json_array_size(json); i++) {
        found |= strcmp(json_string_value(json_array_get(json, i)), name) == 0;
    }
    json_decref(json);
    return found;
}

static void check_search(const struct cg_graph *graph, const char *name)
{
    uint32_t count = cg_graph_node_count(graph);
    bool is_own = false;
    for (cg_node n = 0; n < count; n++) {
        is_own |= strcmp(cg_node_name(graph, n), name) == 0;
    }
    cg_node found = cg_graph_find(graph, name);
    for (cg_node n = 0; n < count; n++) {
        bool named = is_own ? strcmp(cg_node_name(graph, n), name) == 0
                            : cg_graph_is_frozen(graph) && is_other_name(graph, n, name);
        if (named) {
            ck_assert_uint_eq(found, n);
            found = cg_graph_find_next(graph, name, found);
        }
    }
    ck_assert_uint_eq(found, CG_NONE);
}

static void check_searches(const struct cg_graph *graph)
{
    check_search(graph, "nobody");
    for (int i = 0; i < MODEL_OTHER_NAMES; i++) {
        check_search(graph, model_other_names[i]);
    }
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        const char *const *names;
        uint32_t count = cg_graph_is_frozen(graph) ? cg_node_other_names(graph, n, &names) : 0;
        check_search(graph, cg_node_name(graph, n));
        for (uint32_t i = 0; i < count; i++) {
            ck_assert(is_other_name(graph, n, names[i]));
        }
    }
}

START_TEST(merged_graphs_find_functions_by_any_name)
{
    set_up();
    static struct model model;
    struct random random = {3};
    for (int round = 0; round < ROUNDS; round++) {
        struct cg_graph *whole = new_graph();
        for (int i = 0; i < PARTS; i++) {
            model_random(&model, &random);
            struct cg_graph *part = model_graph(&model, &random);
            if (chance(&random, 50)) {
                ck_assert_int_eq(cg_graph_freeze(part, NULL), CG_OK);
            }
            check_searches(part);
            merge_into(whole, part);
            cg_graph_free(part);
        }
        check_searches(whole);
        ck_assert_int_eq(cg_graph_freeze(whole, NULL), CG_OK);
        check_searches(whole);
        ck_assert_int_eq(cg_graph_thaw(whole, NULL), CG_OK);
        check_searches(whole);
        cg_graph_free(whole);
    }
}
END_TEST

/* Values that no well-behaved program writes: still no order may show. */
START_TEST(odd_values_merge_in_any_order)
{
    set_up();
    static const char *const kinds[] = {"numStatements", "fileProperties", "sourceRange",
                                        "signature", "other"};
    static const char *const values[] = {
        "0",
        "-0",
        "0.0",
        "1",
        "1.0",
        "1E0",
        "2",
        "-3",
        "1e400",
        "2e400",
        "1e-400",
        "null",
        "true",
        "false",
        "\"1\"",
        "[]",
        "[ ]",
        "[2,1]",
        "[1, 2]",
        "[1,1]",
        "[null]",
        "[[1]]",
        "[\"g\",\"f\",\"g\"]",
        "[\"\\u0067\",1]",
        "{}",
        "{ }",
        "{\"b\":1,\"a\":2}",
        "{\"a\":2,\"b\":1}",
        "{\"a\":true}",
        "{\"a\" : false}",
        "{\"a\":1}",
        "{\"a\":true,\"a\":false}",
        "[{\"file\":1,\"line\":2}]",
        "[{\"line\":\"x\",\"file\":\"a\"},0]",
        "[{\"line\":1e1,\"file\":\"a\"},{\"line\":2,\"file\":\"a\"}]",
        "123456789012345678901234567890",
        "12345678901234567890123456789012345678901234567890123456789012345"};
    struct random random = {7};
    for (int round = 0; round < ROUNDS; round++) {
        struct cg_graph *parts[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = new_graph();
            cg_node node = add_node(parts[i], "f", NULL, false, CG_LINKAGE_UNKNOWN);
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
                if (chance(&random, 80)) {
                    set(parts[i], CG_ON_NODE, node, kinds[k],
                        values[draw(&random, sizeof values / sizeof *values)]);
                    set(parts[i], CG_ON_GRAPH, 0, kinds[k],
                        values[draw(&random, sizeof values / sizeof *values)]);
                }
            }
        }
        static const int order[] = {0, 1, 2, 3};
        char *expected = fold(parts, order, PARTS);
        check_orders(parts, expected);
        check_trees(parts, expected, &random);
        free(expected);
        for (int i = 0; i < PARTS; i++) {
            cg_graph_free(parts[i]);
        }
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        definition_wins_over_declaration,
        definition_that_says_no_linkage_wins_too,
        strong_definition_wins_over_weak,
        weak_definitions_unite_under_the_smaller_origin,
        known_origin_wins_over_unknown,
        statics_of_different_files_stay_apart,
        statics_of_one_file_unite,
        unresolved_calls_of_what_is_not_emitted_are_settled,
        statics_stay_apart_from_external_functions,
        functions_kept_apart_without_linkage_are_internal,
        definitions_of_different_files_stay_apart,
        definitions_that_may_be_of_one_program_unite,
        files_call_their_own_definitions,
        edges_kinds_and_sites_unite,
        metadata_meets_as_its_kind_says,
        names_evidence_and_outlined_parts_unite,
        numbers_are_compared_as_numbers,
        overrides_unite,
        entry_does_not_depend_on_origins_that_merging_changes,
        growing_sets_keep_every_element,
        wrapped_symbols_are_renamed,
        misuse_is_refused,
        a_merger_is_used_once,
        values_that_do_not_meet_fail_a_merger,
        sets_of_the_graph_grow_in_proportion,
        large_sets_of_the_graph_unite,
        random_graphs_merge_as_the_slow_way,
        merged_graphs_find_functions_by_any_name,
        odd_values_merge_in_any_order,
        NULL,
    };
    return run_tests("merge", tests, 120);
}
