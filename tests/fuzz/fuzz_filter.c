/*
 * A filter is refused with a line, or it selects functions with a body; written in any format and
 * read again it selects them.
 *
 * Input: a filter of any format.
 */
#include "fuzz.h"

#include <libcg/filter.h>

#include <stdlib.h>
#include <string.h>

#define FUNCTIONS 9u

static struct cg_graph *make_graph(void)
{
    static const char *const names[FUNCTIONS] = {
        "main", "f", "g", "foo*bar", "_ZN1a1bEi", "_ZN1a1cIiEEvT_", "MPI_Send", "a b", "\"q\""};
    struct cg_graph *graph;
    FUZZ_CHECK(cg_graph_new(&graph, NULL) == CG_OK);
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        cg_node node;
        FUZZ_CHECK(cg_graph_add_node(&node, graph, names[i], NULL) == CG_OK);
        FUZZ_CHECK(cg_node_set_origin(graph, node, i % 2 ? "src/a.c" : "src/b.cc", NULL) == CG_OK);
        cg_node_set_has_body(graph, node, names[i][0] != 'M');
    }
    FUZZ_CHECK(cg_graph_freeze(graph, NULL) == CG_OK);
    return graph;
}

static char *demangle(const char *name)
{
    return strcmp(name, "_ZN1a1bEi") == 0        ? strdup("a::b(int)")
           : strcmp(name, "_ZN1a1cIiEEvT_") == 0 ? strdup("void a::c<int>(int)")
                                                 : NULL;
}

/* What tools have no way to name is left out of some filters. */
static bool is_identifier(const char *name)
{
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
           0;
}

static void check_written(const struct cg_graph *graph, const bool *selected, const char *format,
                          const struct cg_filter_options *options)
{
    bool again[FUNCTIONS];
    char *text;
    FUZZ_CHECK(cg_filter_write(&text, graph, selected, format, options, NULL) == CG_OK);
    FUZZ_CHECK(cg_filter_read(again, graph, text, format, options, NULL) == CG_OK);
    for (cg_node node = 0; node < FUNCTIONS; node++) {
        bool named = is_identifier(cg_node_name(graph, node));
        FUZZ_CHECK(again[node] || !selected[node] || !named);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct cg_graph *graph;
    const struct cg_filter_options options = {CG_FILTER_OPTIONS_VERSION, demangle, "fuzz"};
    bool selected[FUNCTIONS];
    struct cg_error error = {0};
    char *text = calloc(size + 1, 1);
    graph = graph ? graph : make_graph();
    memcpy(text, data, size);
    int status = cg_filter_read(selected, graph, text, NULL, &options, &error);
    FUZZ_CHECK(!status || (error.text[0] && strcmp(error.file, "fuzz") == 0));
    for (cg_node node = 0; node < FUNCTIONS && !status; node++) {
        FUZZ_CHECK(!selected[node] || cg_node_has_body(graph, node));
    }
    for (size_t i = 0; cg_filter_format_at(i) && !status; i++) {
        check_written(graph, selected, cg_filter_format_at(i), &options);
        bool ignored[FUNCTIONS];
        (void)cg_filter_read(ignored, graph, text, cg_filter_format_at(i), &options, &error);
    }
    free(text);
    return 0;
}
