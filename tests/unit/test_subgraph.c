/* Parts of graphs, compared with removing the same functions from a file's text. */
#include "support.h"

#include <libcg/kinds.h>
#include <libcg/subgraph.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cg_registry *registry;

static int make_registry(void)
{
    int status = cg_registry_new(&registry, NULL);
    return status ? status : cg_registry_add_builtin(registry, NULL);
}

static struct cg_graph *read_frozen(const char *text)
{
    const struct cg_read_options options = {CG_READ_OPTIONS_VERSION, .registry = registry};
    struct cg_graph *graph = NULL;
    struct cg_error error = {0};
    int status = cg_read_memory(&graph, text, strlen(text), "text", &options, &error);
    ck_assert_msg(!status, "%lu:%lu: %s\n%s", error.line, error.column, error.text, text);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

/* Random files */

#define NODES 9

static json_t *random_id(struct random *random, uint32_t count)
{
    char id[12];
    snprintf(id, sizeof id, "%u", (unsigned)draw(random, count));
    return json_string(id);
}

/* Metadata of an unknown kind. */
static void add_metadata(json_t *meta, struct random *random)
{
    if (chance(random, 30)) {
        json_object_set_new(meta, "other tool", json_pack("[s,{s:n}]", "0", "deep"));
    }
}

static json_t *random_meta(struct random *random)
{
    static const char *const linkages[] = {"external", "weak", "internal"};
    json_t *meta = json_object();
    add_metadata(meta, random);
    if (chance(random, 50)) {
        json_object_set_new(meta, "linkage", json_string(linkages[draw(random, 3)]));
    }
    if (chance(random, 30)) {
        json_object_set_new(meta, "names", json_pack("[s]", "another"));
    }
    if (chance(random, 30)) {
        json_object_set_new(meta, "loopCallDepth", json_pack("{s:i,s:i}", "a", 1, "b", 2));
    }
    if (chance(random, 30)) {
        json_object_set_new(meta, "unresolvedCalls",
                            json_pack("[{s:s,s:i,s:i}]", "file", "x.c", "line", 3, "column", 1));
    }
    return meta;
}

static json_t *random_callees(struct random *random, uint32_t count)
{
    json_t *callees = json_object();
    for (uint32_t i = 0; i < count; i++) {
        char id[12];
        snprintf(id, sizeof id, "%u", (unsigned)i);
        if (chance(random, 25)) {
            json_t *meta = json_object();
            add_metadata(meta, random);
            json_object_set_new(callees, id, meta);
        }
    }
    return callees;
}

/* Functions with few names, so that many share one; some cannot be distinguished at all. */
static json_t *random_node(struct random *random, uint32_t count, uint32_t number)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    static const char *const files[] = {"x.c", "y.c"};
    json_t *node = json_pack("{s:s,s:b,s:o,s:o}", "functionName", names[draw(random, 4)], "hasBody",
                             chance(random, 60), "meta", random_meta(random), "callees",
                             random_callees(random, count));
    json_object_set_new(node, "origin",
                        chance(random, 70) ? json_string(files[draw(random, 2)]) : json_null());
    json_object_set_new(json_object_get(node, "meta"), "mark", json_integer(number));
    if (chance(random, 20)) {
        json_object_set_new(node, "beside", json_pack("{s:[]}", "meta"));
    }
    return node;
}

static void add_to_list(json_t *node, const char *list, const char *id)
{
    json_t *meta = json_object_get(node, "meta");
    json_t *relations = json_object_get(meta, "overrideMD");
    if (!relations) {
        relations = json_pack("{s:[],s:[]}", "overriddenBy", "overrides");
        json_object_set_new(meta, "overrideMD", relations);
    }
    json_array_append_new(json_object_get(relations, list), json_string(id));
}

/* Lower numbers override higher ones. */
static void add_overrides(json_t *nodes, struct random *random, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count && chance(random, 15); k++) {
            char derived[12], base[12];
            snprintf(derived, sizeof derived, "%u", (unsigned)i);
            snprintf(base, sizeof base, "%u", (unsigned)k);
            add_to_list(json_object_get(nodes, derived), "overrides", base);
            add_to_list(json_object_get(nodes, base), "overriddenBy", derived);
        }
    }
}

static json_t *random_file(struct random *random)
{
    uint32_t count = 1 + draw(random, NODES);
    json_t *nodes = json_object(), *meta = json_object();
    for (uint32_t i = 0; i < count; i++) {
        char id[12];
        snprintf(id, sizeof id, "%u", (unsigned)i);
        json_object_set_new(nodes, id, random_node(random, count, i));
    }
    add_overrides(nodes, random, count);
    add_metadata(meta, random);
    if (chance(random, 50)) {
        json_object_set_new(meta, "entryFunction", random_id(random, count));
    }
    json_t *file =
        json_pack("{s:{s:o,s:o},s:{s:{s:s,s:s,s:s},s:s}}", "_CG", "meta", meta, "nodes", nodes,
                  "_MetaCG", "generator", "name", "t", "sha", "", "version", "1", "version", "4.0");
    if (chance(random, 20)) {
        json_object_set_new(file, "_Other", json_pack("[i]", 7));
    }
    return file;
}

/* The slow way: remove everything about the left-out functions from the text */

static void prune_list(json_t *list, const json_t *nodes)
{
    for (size_t i = json_array_size(list); i > 0; i--) {
        if (!json_object_get(nodes, json_string_value(json_array_get(list, i - 1)))) {
            json_array_remove(list, i - 1);
        }
    }
}

static void prune_node(json_t *node, const json_t *nodes)
{
    json_t *meta = json_object_get(node, "meta"), *edge;
    json_t *relations = json_object_get(meta, "overrideMD");
    const char *id;
    void *next;
    json_object_foreach_safe(json_object_get(node, "callees"), next, id, edge)
    {
        if (!json_object_get(nodes, id)) {
            json_object_del(json_object_get(node, "callees"), id);
        }
    }
    prune_list(json_object_get(relations, "overrides"), nodes);
    prune_list(json_object_get(relations, "overriddenBy"), nodes);
}

static bool is_unstated(const json_t *node, const char *name)
{
    return strcmp(json_string_value(json_object_get(node, "functionName")), name) == 0 &&
           !json_object_get(json_object_get(node, "meta"), "linkage");
}

static unsigned count_unstated(const json_t *nodes, const char *name)
{
    unsigned count = 0;
    const char *id;
    json_t *node;
    json_object_foreach((json_t *)nodes, id, node)
    {
        count += is_unstated(node, name);
    }
    return count;
}

/* A function that was internal because others shared its name keeps that mark. */
static void state_linkage(json_t *nodes, const json_t *all)
{
    const char *id;
    json_t *node;
    json_object_foreach(nodes, id, node)
    {
        const char *name = json_string_value(json_object_get(node, "functionName"));
        if (is_unstated(node, name) && json_is_true(json_object_get(node, "hasBody")) &&
            json_is_string(json_object_get(node, "origin")) && count_unstated(all, name) > 1 &&
            count_unstated(nodes, name) == 1) {
            json_object_set_new(json_object_get(node, "meta"), "linkage", json_string("internal"));
        }
    }
}

static size_t count_calls(const json_t *nodes)
{
    size_t count = 0;
    const char *id;
    json_t *node;
    json_object_foreach((json_t *)nodes, id, node)
    {
        count += json_object_size(json_object_get(node, "callees"));
    }
    return count;
}

/* @param all the nodes of the whole @param chosen mask of their marks */
static void prune_file(json_t *file, const json_t *all, unsigned chosen)
{
    json_t *cg = json_object_get(file, "_CG"), *nodes = json_object_get(cg, "nodes"), *node;
    json_t *meta = json_object_get(cg, "meta");
    const char *id;
    void *next;
    json_object_foreach_safe(nodes, next, id, node)
    {
        if (!(chosen & 1u << atoi(id))) {
            json_object_del(nodes, id);
        }
    }
    json_object_foreach(nodes, id, node)
    {
        prune_node(node, nodes);
    }
    state_linkage(nodes, all);
    const char *entry = json_string_value(json_object_get(meta, "entryFunction"));
    if (entry && !json_object_get(nodes, entry)) {
        json_object_del(meta, "entryFunction");
    }
    if (json_object_size(nodes) < json_object_size(all)) {
        json_object_set_new(meta, "part",
                            json_pack("{s:i,s:i}", "calls", (int)count_calls(all), "functions",
                                      (int)json_object_size(all)));
    }
}

/* In memory an overridden method stays virtual when the other one is left out; the text does not
 * show that. */
static void keep_virtual(struct cg_graph *slow, const struct cg_graph *part)
{
    for (cg_node node = 0; node < cg_graph_node_count(part); node++) {
        const char *mark = cg_metadata_get(part, CG_ON_NODE, node, "mark");
        for (cg_node other = 0; other < cg_graph_node_count(slow); other++) {
            if (strcmp(cg_metadata_get(slow, CG_ON_NODE, other, "mark"), mark) == 0) {
                cg_node_set_virtual(slow, other, cg_node_is_virtual(part, node));
            }
        }
    }
}

/* Tests */

static struct cg_graph *part_of(const struct cg_graph *graph, unsigned chosen, cg_node *part)
{
    bool selected[NODES] = {false};
    struct cg_graph *out;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        selected[node] = chosen & 1u << atoi(text_at(graph, CG_ON_NODE, node, "mark"));
    }
    ck_assert_int_eq(cg_subgraph(&out, graph, selected, part, NULL), CG_OK);
    ck_assert(cg_graph_is_frozen(out));
    return out;
}

static void check_numbers(const struct cg_graph *graph, const struct cg_graph *part,
                          const cg_node *numbers)
{
    cg_node next = 0;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        if (numbers[node] != CG_NONE) {
            ck_assert_uint_eq(numbers[node], next++);
            ck_assert_str_eq(text_at(graph, CG_ON_NODE, node, "mark"),
                             text_at(part, CG_ON_NODE, numbers[node], "mark"));
            ck_assert_int_eq(cg_node_is_virtual(graph, node),
                             cg_node_is_virtual(part, numbers[node]));
        }
    }
    ck_assert_uint_eq(next, cg_graph_node_count(part));
}

/* A file that was written reads back as the same. */
static void check_round_trip(const struct cg_graph *part, int version)
{
    struct cg_error error = {0};
    char *text = try_text_of(part, version, &error);
    if (!text) { /* version 2 has no place for some */
        ck_assert_int_eq(version, 2);
        ck_assert_int_eq(error.status, CG_E_ARGUMENT);
        return;
    }
    struct cg_graph *back = read_frozen(text);
    char *again = text_of(back, 4), *once = text_of(part, 4);
    ck_assert_str_eq(once, again);
    cg_graph_free(back);
    free(text);
    free(again);
    free(once);
}

static void check_part(json_t *file, unsigned chosen)
{
    char *text = json_dumps(file, JSON_COMPACT);
    struct cg_graph *graph = read_frozen(text);
    cg_node numbers[NODES];
    struct cg_graph *part = part_of(graph, chosen, numbers);
    check_numbers(graph, part, numbers);
    json_t *pruned = json_deep_copy(file);
    prune_file(pruned, json_object_get(json_object_get(file, "_CG"), "nodes"), chosen);
    char *pruned_text = json_dumps(pruned, JSON_COMPACT);
    struct cg_graph *slow = read_frozen(pruned_text);
    keep_virtual(slow, part);
    char *expected = text_of(slow, 4), *actual = text_of(part, 4);
    ck_assert_msg(strcmp(expected, actual) == 0, "%s\nchosen %x\nexpected %s\nactual %s", text,
                  chosen, expected, actual);
    check_round_trip(part, 4);
    check_round_trip(part, 2);
    json_decref(pruned);
    cg_graph_free(graph);
    cg_graph_free(part);
    cg_graph_free(slow);
    free(text);
    free(pruned_text);
    free(expected);
    free(actual);
}

START_TEST(parts_are_what_is_left_of_the_text)
{
    struct random random = {20};
    for (int i = 0; i < 3000; i++) {
        json_t *file = random_file(&random);
        check_part(file, draw(&random, 1u << NODES));
        check_part(file, (1u << NODES) - 1);
        json_decref(file);
    }
}
END_TEST

/* A part of a part is the part that both leave, of the same whole. */
START_TEST(parts_of_parts_are_parts)
{
    struct random random = {21};
    for (int i = 0; i < 1000; i++) {
        json_t *file = random_file(&random);
        char *text = json_dumps(file, JSON_COMPACT);
        unsigned first = draw(&random, 1u << NODES), second = draw(&random, 1u << NODES);
        struct cg_graph *graph = read_frozen(text);
        struct cg_graph *part = part_of(graph, first, NULL), *both = part_of(part, second, NULL);
        struct cg_graph *once = part_of(graph, first & second, NULL);
        char *expected = text_of(once, 4), *actual = text_of(both, 4);
        ck_assert_str_eq(expected, actual);
        cg_graph_free(graph);
        cg_graph_free(part);
        cg_graph_free(both);
        cg_graph_free(once);
        free(expected);
        free(actual);
        free(text);
        json_decref(file);
    }
}
END_TEST

START_TEST(open_graphs_have_no_parts)
{
    struct cg_graph *graph = new_graph(), *part;
    struct cg_error error = {0};
    bool none = false;
    ck_assert_int_eq(cg_subgraph(&part, graph, &none, NULL, &error), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_subgraph(&part, graph, &none, NULL, &error), CG_OK);
    ck_assert_uint_eq(cg_graph_node_count(part), 0);
    ck_assert_ptr_null(text_at(part, CG_ON_GRAPH, 0, CG_KEY_PART));
    cg_graph_free(graph);
    cg_graph_free(part);
}
END_TEST

/* What files have beside metadata, one by one. */
START_TEST(members_beside_metadata_can_be_walked)
{
    struct cg_graph *graph = read_frozen(
        "{\"zz\":1,\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"version\":\"1\"},\"version\":"
        "\"4.0\"},\"_CG\":{\"meta\":{\"m\":0},\"nodes\":{\"0\":{\"callees\":{},\"functionName\":"
        "\"f\",\"hasBody\":true,\"b\":[2],\"meta\":{\"m\":1},\"a\":{},\"origin\":null}}},"
        "\"aa\":[]}");
    static const char *const keys[] = {"aa", "zz", "a", "b"}, *const texts[] = {"[]", "1", "{}",
                                                                                "[2]"};
    struct cg_metadata_walk of_file = {0}, of_node = {0};
    for (int i = 0; i < 4; i++) {
        struct cg_metadata_walk *walk = i < 2 ? &of_file : &of_node;
        ck_assert(cg_unknown_member_next(walk, graph, i < 2 ? CG_ON_GRAPH : CG_ON_NODE, 0));
        ck_assert_str_eq(walk->key, keys[i]);
        const struct cg_value value = cg_metadata_walk_value(walk, graph);
        ck_assert_str_eq(value.text, texts[i]);
        ck_assert_uint_eq(value.length, strlen(texts[i]));
    }
    ck_assert(!cg_unknown_member_next(&of_file, graph, CG_ON_GRAPH, 0));
    ck_assert(!cg_unknown_member_next(&of_node, graph, CG_ON_NODE, 0));
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {parts_are_what_is_left_of_the_text, parts_of_parts_are_parts,
                                  open_graphs_have_no_parts, members_beside_metadata_can_be_walked,
                                  NULL};
    int code = make_registry() ? EXIT_FAILURE : run_tests("subgraph", tests, 120);
    cg_registry_free(registry);
    return code;
}
