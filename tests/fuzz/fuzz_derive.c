/*
 * What is derived of a graph fits its calls; deriving again, or after unlinking, changes nothing.
 *
 * Input: an .mcg file.
 */
#include "fuzz.h"

#include <libcg/derive.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/query.h>

#include <stdlib.h>
#include <string.h>

static void check_recursion(const struct cg_graph *graph)
{
    uint32_t nodes = cg_graph_node_count(graph), count;
    uint32_t *component = calloc((size_t)nodes + 1, sizeof *component);
    uint32_t *members = calloc((size_t)nodes + 1, sizeof *members);
    FUZZ_CHECK(component && members && cg_components(component, &count, graph, NULL) == CG_OK);
    for (cg_node node = 0; node < nodes; node++) {
        members[component[node]]++;
    }
    for (cg_node node = 0; node < nodes; node++) {
        struct cg_recursion recursion = {0};
        bool recurses = cg_recursion(&recursion, graph, node);
        FUZZ_CHECK(recurses || members[component[node]] == 1);
        FUZZ_CHECK(!recurses || recursion.size == members[component[node]]);
    }
    free(component);
    free(members);
}

static void check_loops(const struct cg_graph *graph)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        int64_t depth = cg_loop_depth(graph, node);
        int64_t whole = cg_global_loop_depth(graph, node);
        FUZZ_CHECK(depth < 0 || whole < 0 || whole >= depth);
    }
}

static void check_again(struct cg_graph *graph)
{
    size_t length, same_length;
    char *text = fuzz_write(graph, 4, &length);
    FUZZ_CHECK(text && cg_graph_derive(graph, NULL) == CG_OK);
    char *same = fuzz_write(graph, 4, &same_length);
    FUZZ_CHECK(same && length == same_length && memcmp(text, same, length) == 0);
    struct cg_graph *back = fuzz_read(text, length, NULL);
    FUZZ_CHECK(back != NULL);
    if (cg_graph_unlink(back, NULL) == CG_OK) {
        FUZZ_CHECK(cg_graph_derive(back, NULL) == CG_OK && cg_graph_freeze(back, NULL) == CG_OK);
        check_recursion(back);
    }
    cg_graph_free(back);
    free(text);
    free(same);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cg_graph *graph = fuzz_read(data, size, NULL);
    if (!graph) {
        return 0;
    }
    FUZZ_CHECK(cg_graph_derive(graph, NULL) == CG_OK);
    check_loops(graph);
    check_again(graph);
    FUZZ_CHECK(cg_graph_freeze(graph, NULL) == CG_OK);
    check_recursion(graph);
    cg_graph_free(graph);
    return 0;
}
