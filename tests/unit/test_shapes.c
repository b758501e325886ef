/* Shapes of values: odd ones are reported once, and kept. */
#include "support.h"

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

static const struct cg_metadata_kind weight = {.abi = CG_METADATA_ABI,
                                               .key = "weight",
                                               .places = CG_ON_NODE,
                                               .strategy = "max",
                                               .check = check_number,
                                               .description = "a number"};

#define HEADER "\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"version\":\"1\"},\"version\":"
#define FOUR(meta, nodes) "{" HEADER "\"4.0\"},\"_CG\":{\"meta\":{" meta "},\"nodes\":{" nodes "}}}"
#define NODE(id, callees, name, body, meta, origin)                                                \
    "\"" id "\":{\"callees\":{" callees "},\"functionName\":\"" name "\",\"hasBody\":" body        \
    ",\"meta\":{" meta "},\"origin\":" origin "}"

static const char *value(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                         const char *key)
{
    const char *text = text_at(graph, place, number, key);
    ck_assert_ptr_nonnull(text);
    return text;
}

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
    static const char *const text =
        FOUR("\"weight\":0",
             NODE("0", "\"0\":{\"weight\":1}", "f", "true", "\"other\":\"0\",\n \"weight\" : \"x\"",
                  "null") "," NODE("1", "", "g", "true", "\"weight\":\"x\"",
                                   "null") "," NODE("2", "", "h", "true", "\"weight\":2", "null"));
    struct warnings warnings = {0};
    struct cg_registry *registry;
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add(registry, &weight, NULL), CG_OK);
    const struct cg_read_options options = {CG_READ_OPTIONS_VERSION, count_warning, &warnings,
                                            registry};
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
    cg_registry_free(registry);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {odd_values_are_told_once_and_kept, NULL};
    return run_tests("shapes", tests, 60);
}
