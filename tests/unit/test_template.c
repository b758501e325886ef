/* The kind that serves as a template for new kinds works as described. */
#include "support.h"

#include <libcg/merge.h>

#include <stdlib.h>
#include <string.h>

extern const struct cg_metadata_kind metadata_template;

static struct cg_registry *new_registry(void)
{
    struct cg_registry *registry;
    ck_assert(!cg_registry_new(&registry, NULL));
    ck_assert(!cg_registry_add(registry, &metadata_template, NULL));
    return registry;
}

static const char *const values[] = {
    "{\"nanoseconds\":20,\"unit\":\"other\"}",
    "{\"nanoseconds\":20,\"demandedBy\":[\"main\"]}",
    "{\"nanoseconds\":3e1}",
    "{\"nanoseconds\":9223372036854775808}",
    "{\"nanoseconds\":-5}",
    "[\"main\"]",
    "7",
};
#define VALUES (sizeof values / sizeof *values)

static void add(struct cg_graph *into, const char *value, const struct cg_registry *registry)
{
    struct cg_merge_options options = CG_MERGE_OPTIONS_INIT;
    struct cg_graph *part = new_graph();
    add_node(part, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    add_node(part, "main", NULL, true, CG_LINKAGE_EXTERNAL);
    set(part, CG_ON_NODE, 0, "deadline", value);
    options.registry = registry;
    struct cg_error error;
    ck_assert_msg(!cg_graph_merge(into, part, &options, &error), "%s: %s", value, error.text);
    cg_graph_free(part);
}

/** What three values become. @return to be freed */
static char *merged(const char *a, const char *b, const char *c, const struct cg_registry *registry)
{
    struct cg_graph *graph = new_graph();
    add(graph, a, registry);
    add(graph, b, registry);
    add(graph, c, registry);
    char *result = strdup(text_at(graph, CG_ON_NODE, 0, "deadline"));
    cg_graph_free(graph);
    return result;
}

START_TEST(the_strictest_wins_whatever_the_order)
{
    struct cg_registry *registry = new_registry();
    for (size_t i = 0; i < VALUES * VALUES * VALUES; i++) {
        const char *a = values[i % VALUES], *b = values[i / VALUES % VALUES],
                   *c = values[i / VALUES / VALUES];
        char *abc = merged(a, b, c, registry);
        char *bca = merged(b, c, a, registry);
        char *again = merged(abc, c, b, registry);
        ck_assert_str_eq(abc, bca);
        ck_assert_str_eq(abc, again);
        free(abc);
        free(bca);
        free(again);
    }
    char *least = merged(values[0], values[1], values[4], registry);
    ck_assert_str_eq(least, values[4]);
    free(least);
    cg_registry_free(registry);
}
END_TEST

START_TEST(shapes_are_told)
{
    static const struct {
        const char *value;
        const char *text; /**< NULL: in order */
    } cases[] = {
        {"{\"nanoseconds\":1}", NULL},
        {"{\"nanoseconds\":1,\"demandedBy\":[],\"more\":{}}", NULL},
        {"{}", "lacks member \"nanoseconds\""},
        {"1", "is not an object"},
        {"{\"nanoseconds\":-1}", "member \"nanoseconds\" is negative"},
        {"{\"nanoseconds\":1,\"demandedBy\":\"f\"}", "member \"demandedBy\" is not an array"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct cg_value value = {cases[i].value, strlen(cases[i].value)};
        struct cg_error error = {.text = ""};
        int status = metadata_template.check(&value, CG_ON_NODE, &error);
        ck_assert_int_eq(status, cases[i].text ? CG_E_FORMAT : CG_OK);
        ck_assert_str_eq(error.text, cases[i].text ? cases[i].text : "");
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        the_strictest_wins_whatever_the_order,
        shapes_are_told,
        NULL,
    };
    return run_tests("template", tests, 60);
}
