#include "support.h"

#include <stdlib.h>
#include <string.h>

struct cg_graph *graph_from(const char *text)
{
    struct cg_graph *graph = NULL;
    struct cg_error error = {0};
    int status = cg_read_memory(&graph, text, strlen(text), "text", NULL, &error);
    ck_assert_msg(!status, "%lu:%lu: %s\n%s", error.line, error.column, error.text, text);
    return graph;
}

struct sink {
    char *bytes;
    size_t length;
};

static int gather(void *user, const void *bytes, size_t length)
{
    struct sink *sink = user;
    sink->bytes = realloc(sink->bytes, sink->length + length + 1);
    memcpy(sink->bytes + sink->length, bytes, length);
    sink->length += length;
    sink->bytes[sink->length] = 0;
    return 0;
}

char *try_text_of(const struct cg_graph *graph, int version, struct cg_error *error)
{
    struct sink sink = {0};
    const struct cg_write_options options = {CG_WRITE_OPTIONS_VERSION, .mcg_version = version};
    if (cg_write(graph, gather, &sink, &options, error)) {
        free(sink.bytes);
        return NULL;
    }
    return sink.bytes;
}

char *text_of(const struct cg_graph *graph, int version)
{
    struct cg_error error = {0};
    char *text = try_text_of(graph, version, &error);
    ck_assert_msg(text != NULL, "%s", error.text);
    return text;
}

struct cg_graph *new_graph(void)
{
    struct cg_graph *graph;
    ck_assert_int_eq(cg_graph_new(&graph, NULL), CG_OK);
    return graph;
}

cg_node add_node(struct cg_graph *graph, const char *name, const char *origin, bool has_body,
                 enum cg_linkage linkage)
{
    cg_node node;
    ck_assert_int_eq(cg_graph_add_node(&node, graph, name, NULL), CG_OK);
    ck_assert_int_eq(cg_node_set_origin(graph, node, origin, NULL), CG_OK);
    cg_node_set_has_body(graph, node, has_body);
    cg_node_set_linkage(graph, node, linkage);
    return node;
}

cg_edge add_edge(struct cg_graph *graph, cg_node caller, cg_node callee, unsigned kinds)
{
    cg_edge edge;
    ck_assert_int_eq(cg_graph_add_edge(&edge, graph, caller, callee, kinds, NULL), CG_OK);
    return edge;
}

void set(struct cg_graph *graph, enum cg_place place, uint32_t number, const char *key,
         const char *text)
{
    struct cg_error error = {0};
    int status =
        cg_metadata_set(graph, place, number, key, &(struct cg_value){text, strlen(text)}, &error);
    ck_assert_msg(!status, "%s: %s", text, error.text);
}

/* splitmix64 */
uint32_t draw(struct random *random, uint32_t below)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (uint32_t)((z ^ (z >> 31)) >> 32) % below;
}

bool chance(struct random *random, uint32_t percent)
{
    return draw(random, 100) < percent;
}

int run_tests(const char *name, const TTest *const *tests, double timeout)
{
    Suite *suite = suite_create(name);
    TCase *cases = tcase_create(name);
    tcase_set_timeout(cases, timeout);
    for (size_t i = 0; tests[i]; i++) {
        tcase_add_test(cases, tests[i]);
    }
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

const char *text_at(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                    const char *key)
{
    static char *texts[8];
    static size_t next;
    char **text = &texts[next++ % (sizeof texts / sizeof *texts)];
    free(*text);
    *text = cg_metadata_text(graph, place, number, key);
    return *text;
}
