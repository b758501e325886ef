/*
 * Answers about a graph agree with each other.
 *
 * Input: an .mcg file.
 */
#include "fuzz.h"

#include <libcg/condense.h>
#include <libcg/cycles.h>
#include <libcg/dead.h>
#include <libcg/dominators.h>
#include <libcg/entries.h>
#include <libcg/index.h>
#include <libcg/query.h>

#include <stdlib.h>

#define MOST_NODES 40

static void check_chain(const struct cg_graph *graph, const cg_edge *calls, size_t count,
                        cg_node from, cg_node to)
{
    cg_node at = from;
    for (size_t i = 0; i < count; i++) {
        FUZZ_CHECK(cg_edge_caller(graph, calls[i]) == at);
        at = cg_edge_callee(graph, calls[i]);
    }
    FUZZ_CHECK(at == to);
}

static enum cg_answer check_reach(const struct cg_graph *graph, cg_node from, cg_node to,
                                  uint32_t distance)
{
    struct cg_reach *reach;
    struct cg_found_path path;
    const struct cg_function_set start = {&from, 1}, end = {&to, 1};
    int status = cg_reach(&reach, graph, &start, &end, NULL);
    FUZZ_CHECK(status == CG_OK || status == CG_E_FORMAT);
    if (status) {
        return CG_UNKNOWN;
    }
    enum cg_answer answer = cg_reach_answer(reach);
    struct cg_call_set calls = cg_reach_path(reach);
    FUZZ_CHECK((answer == CG_YES) == (distance != CG_NONE));
    if (answer == CG_YES) {
        FUZZ_CHECK(calls.count == distance && cg_path_fits(graph, calls.edges, calls.count));
        check_chain(graph, calls.edges, calls.count, from, to);
    }
    FUZZ_CHECK(cg_shortest_path(&path, graph, &start, &end, NULL) == CG_OK);
    FUZZ_CHECK(path.found == (answer == CG_YES) && path.length == calls.count);
    free(path.edges);
    cg_reach_free(reach);
    return answer;
}

/* From one function: the walk by contexts finds no more than the search, and nothing nearer. */
static void check_from(const struct cg_graph *graph, struct cg_index_cursor *cursor, cg_node from)
{
    uint32_t nodes = cg_graph_node_count(graph), distance[MOST_NODES];
    cg_node dominator[MOST_NODES];
    struct cg_walk *walk;
    const struct cg_function_set start = {&from, 1};
    FUZZ_CHECK(cg_search(distance, graph, &start, CG_CALLEES, CG_NONE, NULL) == CG_OK);
    FUZZ_CHECK(cg_dominators(dominator, graph, &from, 1, CG_CALLEES, NULL) == CG_OK);
    FUZZ_CHECK(cg_walk_new(&walk, graph, &from, 1, CG_CALLEES, NULL) == CG_OK);
    const uint32_t *walked = cg_walk_distances(walk);
    for (cg_node to = 0; to < nodes; to++) {
        FUZZ_CHECK(walked[to] == CG_NONE || walked[to] >= distance[to]);
        FUZZ_CHECK(walked[to] == CG_NONE || distance[to] != CG_NONE);
        FUZZ_CHECK(cg_index_reaches(cursor, from, to) == (distance[to] != CG_NONE));
        FUZZ_CHECK((dominator[to] == CG_NONE) == (distance[to] == CG_NONE));
        check_reach(graph, from, to, walked[to]);
    }
    cg_walk_free(walk);
}

static void check_cycles(const struct cg_graph *graph)
{
    struct cg_condensation *condensation;
    struct cg_cycles *cycles;
    FUZZ_CHECK(cg_condense(&condensation, graph, NULL) == CG_OK);
    FUZZ_CHECK(cg_cycles_find(&cycles, graph, condensation, NULL) == CG_OK);
    for (size_t i = 0; i < cg_cycles_count(cycles); i++) {
        struct cg_call_set calls = cg_cycles_at(cycles, i);
        FUZZ_CHECK(calls.count > 0);
        cg_node first = cg_edge_caller(graph, calls.edges[0]);
        check_chain(graph, calls.edges, calls.count, first, first);
    }
    cg_cycles_free(cycles);
    cg_condensation_free(condensation);
}

/* What known calls lead to from an entry point is not dead. */
static void check_dead(const struct cg_graph *graph)
{
    uint32_t distance[MOST_NODES];
    struct cg_dead *dead;
    struct cg_walk *walk;
    cg_node *entries;
    size_t count;
    FUZZ_CHECK(cg_graph_entries(&entries, &count, graph, NULL) == CG_OK);
    int status = cg_dead(&dead, graph, NULL, 0, NULL, NULL);
    FUZZ_CHECK(status == CG_OK || status == CG_E_FORMAT);
    if (!status) {
        FUZZ_CHECK(cg_walk_new(&walk, graph, entries, count, CG_CALLEES, NULL) == CG_OK);
        for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
            distance[node] = cg_walk_distances(walk)[node];
            FUZZ_CHECK(distance[node] == CG_NONE || cg_dead_reason(dead, node) == CG_RUNS);
        }
        cg_walk_free(walk);
        cg_dead_free(dead);
    }
    free(entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cg_graph *graph = fuzz_read(data, size, NULL);
    if (graph && cg_graph_node_count(graph) <= MOST_NODES) {
        struct cg_index *index;
        struct cg_index_cursor *cursor;
        FUZZ_CHECK(cg_graph_freeze(graph, NULL) == CG_OK);
        FUZZ_CHECK(cg_index_new(&index, graph, NULL) == CG_OK);
        FUZZ_CHECK(cg_index_cursor_new(&cursor, index, NULL) == CG_OK);
        for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
            check_from(graph, cursor, node);
        }
        check_cycles(graph);
        check_dead(graph);
        cg_index_cursor_free(cursor);
        cg_index_free(index);
    }
    cg_graph_free(graph);
    return 0;
}
