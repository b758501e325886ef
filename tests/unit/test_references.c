/* Values that refer to functions, and the shapes of values. */
#include "support.h"

#include <libcg/merge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_number(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    if (value->text[0] >= '0' && value->text[0] <= '9') {
        return CG_OK;
    }
    error->status = CG_E_FORMAT;
    snprintf(error->text, sizeof error->text, "is not a number");
    return CG_E_FORMAT;
}

static const struct cg_metadata_kind peers = {.abi = CG_METADATA_ABI,
                                              .key = "peers",
                                              .places = CG_ON_GRAPH | CG_ON_NODE | CG_ON_EDGE,
                                              .strategy = "union",
                                              .remap = cg_remap_strings,
                                              .description = "functions that belong together"};
static const struct cg_metadata_kind leader = {.abi = CG_METADATA_ABI,
                                               .key = "leader",
                                               .places = CG_ON_GRAPH | CG_ON_NODE | CG_ON_EDGE,
                                               .strategy = "greatest",
                                               .remap = cg_remap_strings,
                                               .description = "a function of a value's own"};
static const struct cg_metadata_kind weight = {.abi = CG_METADATA_ABI,
                                               .key = "weight",
                                               .places = CG_ON_NODE,
                                               .strategy = "max",
                                               .check = check_number,
                                               .description = "a number"};

static struct cg_registry *registry;

static int make_registry(void)
{
    int status = cg_registry_new(&registry, NULL);
    status = status ? status : cg_registry_add(registry, &peers, NULL);
    status = status ? status : cg_registry_add(registry, &leader, NULL);
    return status ? status : cg_registry_add(registry, &weight, NULL);
}

static int try_read(struct cg_graph **graph, const char *text, struct cg_error *error)
{
    const struct cg_read_options options = {.registry = registry};
    return cg_read_memory(graph, text, strlen(text), "text", &options, error);
}

static struct cg_graph *read_known(const char *text)
{
    struct cg_graph *graph = NULL;
    struct cg_error error = {0};
    int status = try_read(&graph, text, &error);
    ck_assert_msg(!status, "%lu:%lu: %s\n%s", error.line, error.column, error.text, text);
    return graph;
}

#define HEADER "\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"version\":\"1\"},\"version\":"
#define FOUR(meta, nodes) "{" HEADER "\"4.0\"},\"_CG\":{\"meta\":{" meta "},\"nodes\":{" nodes "}}}"
#define NODE(id, callees, name, body, meta, origin)                                                \
    "\"" id "\":{\"callees\":{" callees "},\"functionName\":\"" name "\",\"hasBody\":" body        \
    ",\"meta\":{" meta "},\"origin\":" origin "}"

static const char *const three =
    FOUR("\"peers\":[\"x\",\"y\"]",
         NODE("x", "\"y\":{\"leader\":\"z\"}", "main", "true",
              "\"peers\":{\"of\":[\"y\", \"z\"],\"x\":1}",
              "\"m.c\"") "," NODE("y", "", "help", "true", "\"linkage\":\"internal\"",
                                  "\"h.c\"") "," NODE("z", "", "caf\\u00e9 \\\"", "false",
                                                      "\"leader\":\"\\u0078\"", "null"));

static const char *value(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                         const char *key)
{
    const char *text = cg_metadata_get(graph, place, number, key);
    ck_assert_ptr_nonnull(text);
    return text;
}

START_TEST(references_say_what_functions_are)
{
    struct cg_graph *graph = read_known(three);
    cg_node main_node = cg_graph_find(graph, "main");
    ck_assert_str_eq(value(graph, CG_ON_GRAPH, 0, "peers"), "[\"main\",\"help\\u0000h.c\"]");
    ck_assert_str_eq(value(graph, CG_ON_NODE, main_node, "peers"),
                     "{\"of\":[\"help\\u0000h.c\", \"caf\xc3\xa9 \\\"\"],\"x\":1}");
    ck_assert_str_eq(value(graph, CG_ON_EDGE, 0, "leader"), "\"caf\xc3\xa9 \\\"\"");
    ck_assert_str_eq(value(graph, CG_ON_NODE, cg_graph_find(graph, "caf\xc3\xa9 \""), "leader"),
                     "\"main\"");
    cg_graph_free(graph);
}
END_TEST

static cg_node referred(const struct cg_graph *graph, const char *text)
{
    const struct cg_value reference = {text, strlen(text)};
    return cg_graph_find_reference(graph, &reference);
}

START_TEST(references_lead_to_functions)
{
    struct cg_graph *graph = read_known(three);
    ck_assert_uint_eq(referred(graph, "\"main\""), cg_graph_find(graph, "main"));
    ck_assert_uint_eq(referred(graph, "\"\\u006dain\""), cg_graph_find(graph, "main"));
    ck_assert_uint_eq(referred(graph, "\"help\\u0000h.c\""), cg_graph_find(graph, "help"));
    ck_assert_uint_eq(referred(graph, "\"help\""), cg_graph_find(graph, "help"));
    static const char *const none[] = {"\"\"",
                                       "main",
                                       "\"",
                                       "1",
                                       "\"x\"",
                                       "\"main\\u0000\"",
                                       "\"main\\u0000m.c\"",
                                       "\"help\\u0000\"",
                                       "\"help\\u0000m.c\"",
                                       "\"help\\u0000nowhere\"",
                                       "\"\\u0000\"",
                                       "\"\\u0000h.c\"",
                                       "\"\\u00001\\u0000main\"",
                                       "\"\\u00000\\u0000main\"",
                                       "\"\\u0000a\\u0000main\"",
                                       "\"\\u0000\\u0000main\"",
                                       "\"\\u00004294967296\\u0000main\""};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        ck_assert_msg(referred(graph, none[i]) == CG_NONE, "%s", none[i]);
    }
    cg_graph_free(graph);
}
END_TEST

static void check_round_trip(const char *text, int version)
{
    struct cg_graph *graph = read_known(text);
    char *four = text_of(graph, 4), *through = text_of(graph, version);
    struct cg_graph *back = read_known(through);
    char *again = text_of(back, 4);
    ck_assert_str_eq(four, again);
    cg_graph_free(graph);
    cg_graph_free(back);
    free(four);
    free(through);
    free(again);
}

START_TEST(references_survive_files)
{
    check_round_trip(three, 4);
    check_round_trip(three, 2);
    struct cg_graph *graph = read_known(three);
    char *four = text_of(graph, 4), *two = text_of(graph, 2);
    ck_assert_ptr_nonnull(strstr(four, "\"meta\":{\"peers\":[\"2\",\"1\"]}"));
    ck_assert_ptr_nonnull(strstr(four, "{\"leader\":\"0\"}"));
    ck_assert_ptr_nonnull(
        strstr(two, "\"peers\":{\"of\":[\"help\", \"caf\xc3\xa9 \\\"\"],\"x\":1}"));
    free(four);
    free(two);
    cg_graph_free(graph);
}
END_TEST

/* Both functions called f are the same to a merge; g refers to the second. */
START_TEST(functions_that_share_an_identity_are_told_apart)
{
    static const char *const text =
        FOUR("", NODE("1", "", "f", "false", "\"a\":1", "null") "," NODE(
                     "2", "", "f", "false", "\"a\":2",
                     "\"o\"") "," NODE("3", "", "g", "true", "\"peers\":[\"2\",\"1\"]", "null"));
    check_round_trip(text, 4);
    check_round_trip(text, 2);
    struct cg_graph *graph = read_known(text), *whole = new_graph();
    const char *peers_of_g = value(graph, CG_ON_NODE, cg_graph_find(graph, "g"), "peers");
    ck_assert_str_eq(peers_of_g, "[\"\\u00001\\u0000f\",\"f\"]");
    cg_node second = referred(graph, "\"\\u00001\\u0000f\"");
    ck_assert_str_eq(value(graph, CG_ON_NODE, second, "a"), "2");
    const struct cg_merge_options options = {.registry = registry};
    ck_assert_int_eq(cg_graph_merge(whole, graph, &options, NULL), CG_OK);
    ck_assert_str_eq(value(whole, CG_ON_NODE, cg_graph_find(whole, "g"), "peers"), "[\"f\",\"f\"]");
    char *merged = text_of(whole, 4);
    ck_assert_ptr_nonnull(strstr(merged, "\"peers\":[\"0\",\"0\"]"));
    free(merged);
    cg_graph_free(graph);
    cg_graph_free(whole);
}
END_TEST

/* Of version 2, references are by the names of the file. */
START_TEST(references_of_version_2_are_names)
{
    static const char *const text =
        "{" HEADER "\"2.0\"},\"_CG\":{"
        "\"f#0\":{\"callees\":[],\"callers\":[],\"hasBody\":true,\"isVirtual\":false,"
        "\"meta\":{\"fileProperties\":{\"origin\":\"a.c\",\"systemInclude\":false},"
        "\"peers\":[\"f#1\"]}},"
        "\"f#1\":{\"callees\":[\"f#0\"],\"callers\":[],\"hasBody\":true,\"isVirtual\":false,"
        "\"meta\":{\"fileProperties\":{\"origin\":\"b.c\",\"systemInclude\":false},"
        "\"edgeMetadata\":{\"f#0\":{\"leader\":\"f#1\"}}}}}}";
    struct cg_graph *graph = read_known(text);
    ck_assert_str_eq(value(graph, CG_ON_NODE, cg_graph_find(graph, "f"), "peers"),
                     "[\"f\\u0000b.c\"]");
    ck_assert_str_eq(value(graph, CG_ON_EDGE, 0, "leader"), "\"f\\u0000b.c\"");
    cg_graph_free(graph);
    check_round_trip(text, 2);
}
END_TEST

START_TEST(references_to_nothing_are_refused)
{
    static const struct {
        const char *text;
        unsigned long line, column;
        const char *reason;
    } cases[] = {
        {FOUR("", NODE("0", "", "f", "true", "\n \"peers\" : [\"0\",\"7\"]", "null")), 2, 12,
         "metadata \"peers\" refers to \"7\", which is no function of the file"},
        {FOUR("", NODE("0", "", "f", "true", "\"leader\":\"f\"", "null")), 1, 0,
         "metadata \"leader\" refers to \"f\", which is no function of the file"},
        {FOUR("\n\"leader\":\"\"", ""), 2, 10,
         "metadata \"leader\" refers to \"\", which is no function of the file"},
        {FOUR("", NODE("0", "\"0\":{\n\"leader\":[\"1\"]}", "f", "true", "", "null")), 2, 10,
         "metadata \"leader\" refers to \"1\", which is no function of the file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_error error = {0};
        struct cg_graph *graph;
        ck_assert_int_eq(try_read(&graph, cases[i].text, &error), CG_E_FORMAT);
        ck_assert_str_eq(error.text, cases[i].reason);
        ck_assert_uint_eq(error.line, cases[i].line);
        ck_assert(!cases[i].column || error.column == cases[i].column);
    }
    struct cg_graph *graph = new_graph();
    struct cg_error error = {0};
    add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, 0, "peers", "[\"f\",\"g\"]");
    free(text_of(graph, 4)); /* without a registry it is text */
    cg_graph_set_registry(graph, registry);
    ck_assert_ptr_null(try_text_of(graph, 4, &error));
    ck_assert_int_eq(error.status, CG_E_FORMAT);
    ck_assert_str_eq(error.text,
                     "metadata \"peers\" refers to \"g\", which is no function of the graph");
    cg_graph_free(graph);
}
END_TEST

/* What was read as mere text refers to the ids of its file: it must not be taken for more. */
START_TEST(a_merge_refuses_ids_of_a_file)
{
    struct cg_graph *unknown = graph_from(three), *known = read_known(three), *whole = new_graph();
    const struct cg_merge_options options = {.registry = registry};
    struct cg_error error = {0};
    ck_assert_int_eq(cg_graph_merge(whole, known, &options, &error), CG_OK);
    ck_assert_int_eq(cg_graph_merge(whole, unknown, &options, &error), CG_E_STATE);
    cg_graph_free(whole);
    whole = new_graph();
    ck_assert_int_eq(cg_graph_merge(whole, unknown, NULL, &error), CG_OK);
    ck_assert_str_eq(value(whole, CG_ON_GRAPH, 0, "peers"), "[\"x\",\"y\"]");
    cg_graph_free(whole);
    cg_graph_free(unknown);
    cg_graph_free(known);
}
END_TEST

/* Random graphs, merged in any order: references still lead to the same functions. */

#define NAMES 5
#define FILES 3

/* A function by two letters: name, and file where it is internal. */
static void append_reference(char *text, struct random *random, bool first)
{
    unsigned name = draw(random, NAMES), file = draw(random, FILES);
    sprintf(text + strlen(text), "%s\"%c", first ? "" : ",", (char)('a' + name));
    if (name < 2) {
        sprintf(text + strlen(text), "\\u0000%u.c", file);
    }
    strcat(text, "\"");
}

static void set_random(struct cg_graph *graph, enum cg_place place, uint32_t number,
                       struct random *random)
{
    char text[256] = "[";
    for (uint32_t i = draw(random, 4), first = 1; i > 0; i--, first = 0) {
        append_reference(text, random, first);
    }
    strcat(text, "]");
    set(graph, place, number, "peers", text);
    text[0] = 0;
    append_reference(text, random, true);
    set(graph, place, number, "leader", text);
}

/* All functions, added in random order, with some values. */
static struct cg_graph *random_graph(struct random *random)
{
    struct cg_graph *graph = new_graph();
    unsigned todo = (1u << NAMES * FILES) - 1;
    while (todo) {
        unsigned i = draw(random, NAMES * FILES), name = i / FILES;
        char text[2] = {(char)('a' + name), 0}, file[8];
        if (!(todo & 1u << i)) {
            continue;
        }
        todo &= ~(1u << i);
        snprintf(file, sizeof file, "%u.c", i % FILES);
        if (name < 2) {
            add_node(graph, text, file, true, CG_LINKAGE_INTERNAL);
        } else if (i % FILES == 0) {
            add_node(graph, text, chance(random, 50) ? "1.c" : NULL, chance(random, 50),
                     CG_LINKAGE_EXTERNAL);
        }
    }
    for (int i = 0; i < 5; i++) {
        cg_node node = draw(random, cg_graph_node_count(graph));
        set_random(graph, CG_ON_NODE, node, random);
        set_random(graph, CG_ON_EDGE, add_edge(graph, node, node, 0), random);
    }
    set_random(graph, CG_ON_GRAPH, 0, random);
    cg_graph_set_registry(graph, registry);
    return graph;
}

#define PARTS 4
static char *merge_in_order(struct cg_graph *const *parts, const int *order)
{
    const struct cg_merge_options options = {.registry = registry};
    struct cg_merger *merger;
    struct cg_graph *whole;
    ck_assert_int_eq(cg_merger_new(&merger, &options, NULL), CG_OK);
    for (int i = 0; i < PARTS; i++) {
        ck_assert_int_eq(cg_merger_add(merger, parts[order[i]], NULL), CG_OK);
    }
    ck_assert_int_eq(cg_merger_finish(&whole, merger, NULL), CG_OK);
    char *text = text_of(whole, 4);
    cg_graph_free(whole);
    cg_merger_free(merger);
    return text;
}

/* (0 1)(2 3), through files of version 2 in between. */
static char *merge_in_pairs(struct cg_graph *const *parts)
{
    const struct cg_merge_options options = {.registry = registry};
    struct cg_graph *whole = new_graph();
    for (int pair = 0; pair < PARTS; pair += 2) {
        struct cg_graph *half = new_graph();
        for (int i = pair; i < pair + 2; i++) {
            ck_assert_int_eq(cg_graph_merge(half, parts[i], &options, NULL), CG_OK);
        }
        char *text = text_of(half, 4);
        struct cg_graph *back = read_known(text);
        ck_assert_int_eq(cg_graph_merge(whole, back, &options, NULL), CG_OK);
        cg_graph_free(back);
        cg_graph_free(half);
        free(text);
    }
    char *text = text_of(whole, 4);
    cg_graph_free(whole);
    return text;
}

START_TEST(merging_keeps_references_in_any_order)
{
    static const int forth[] = {0, 1, 2, 3}, back[] = {3, 2, 1, 0};
    struct random random = {7};
    for (int round = 0; round < 200; round++) {
        struct cg_graph *parts[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = random_graph(&random);
        }
        char *a = merge_in_order(parts, forth), *b = merge_in_order(parts, back);
        char *c = merge_in_pairs(parts);
        ck_assert_str_eq(a, b);
        ck_assert_str_eq(a, c);
        struct cg_graph *whole = read_known(a);
        check_round_trip(a, 2);
        const char *text = cg_metadata_get(whole, CG_ON_GRAPH, 0, "peers");
        ck_assert_ptr_nonnull(text);
        cg_graph_free(whole);
        free(a);
        free(b);
        free(c);
        for (int i = 0; i < PARTS; i++) {
            cg_graph_free(parts[i]);
        }
    }
}
END_TEST

/* Shapes */

struct warnings {
    int count;
    struct cg_error last;
};

static void count_warning(void *user, const struct cg_error *where)
{
    struct warnings *warnings = user;
    warnings->count++;
    warnings->last = *where;
}

START_TEST(odd_values_are_told_once_and_kept)
{
    static const char *const text = FOUR(
        "\"weight\":0",
        NODE("0", "\"0\":{\"weight\":1}", "f", "true", "\"leader\":\"0\",\n \"weight\" : \"x\"",
             "null") "," NODE("1", "", "g", "true", "\"weight\":\"x\"",
                              "null") "," NODE("2", "", "h", "true", "\"weight\":2", "null"));
    struct warnings warnings = {0};
    const struct cg_read_options options = {count_warning, &warnings, registry};
    struct cg_graph *graph;
    ck_assert_int_eq(cg_read_memory(&graph, text, strlen(text), "text", &options, NULL), CG_OK);
    ck_assert_int_eq(warnings.count, 3); /* on the graph, on a call, the shape */
    ck_assert_str_eq(warnings.last.text, "metadata \"weight\" is not a number");
    ck_assert_uint_eq(warnings.last.line, 2);
    ck_assert_uint_eq(warnings.last.column, 13);
    ck_assert_str_eq(warnings.last.file, "text");
    ck_assert_str_eq(value(graph, CG_ON_NODE, cg_graph_find(graph, "g"), "weight"), "\"x\"");
    ck_assert_str_eq(value(graph, CG_ON_GRAPH, 0, "weight"), "0");
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        references_say_what_functions_are, references_lead_to_functions,
        references_survive_files,          functions_that_share_an_identity_are_told_apart,
        references_of_version_2_are_names, references_to_nothing_are_refused,
        a_merge_refuses_ids_of_a_file,     merging_keeps_references_in_any_order,
        odd_values_are_told_once_and_kept, NULL,
    };
    int code = make_registry() ? EXIT_FAILURE : run_tests("references", tests, 60);
    cg_registry_free(registry);
    return code;
}
