/*
 * Calls each derivation in turn, recursion here and loops in global_loops.c, and removes what an
 * earlier one has set.
 */
#include "derive/derive.h"

#include "base/error.h"
#include "derive/global_loops.h"
#include "graph/graph.h"
#include "query/common/query_internal.h"

#include <libcg/kinds.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void remove_all(struct cg_graph *graph, const char *key)
{
    uint32_t string = cg_pool_find(&graph->pool, key, strlen(key));
    for (cg_node n = 0; n < graph->node_count && string != CG_NO_STRING; n++) {
        graph_remove_attribute(graph, CG_ON_NODE, n, string);
    }
}

void derive_undo(struct cg_graph *graph)
{
    remove_all(graph, CG_KEY_RECURSION);
    if (depths_are_collected(graph)) {
        remove_all(graph, CG_KEY_GLOBAL_LOOP_DEPTH);
    }
}

/* Recursion */

/* The first member of each component that calls itself, in canonical order. */
static size_t list_firsts(cg_node *out, const struct cg_graph *graph,
                          const struct derive_calls *calls)
{
    size_t count = 0;
    for (uint32_t c = 0; c < calls->component_count; c++) {
        if (!calls->calls_within[c]) {
            continue;
        }
        out[count] = calls->members[calls->first[c]];
        for (uint32_t m = calls->first[c] + 1; m < calls->first[c + 1]; m++) {
            if (cg_query_compare(graph, calls->members[m], out[count]) < 0) {
                out[count] = calls->members[m];
            }
        }
        count++;
    }
    cg_query_sort(graph, out, count);
    return count;
}

static uint32_t value_of(struct cg_graph *graph, uint32_t component, uint32_t size)
{
    char text[64];
    int length = snprintf(text, sizeof text, "{\"component\":%" PRIu32 ",\"size\":%" PRIu32 "}",
                          component, size);
    return cg_pool_intern(&graph->pool, text, (size_t)length);
}

static int set_recursion(struct cg_graph *graph, const struct derive_calls *calls,
                         const cg_node *firsts, size_t count, struct cg_error *error)
{
    uint32_t key = cg_pool_intern(&graph->pool, CG_KEY_RECURSION, strlen(CG_KEY_RECURSION));
    bool done = key != CG_NO_STRING;
    for (uint32_t i = 0; i < count && done; i++) {
        uint32_t c = calls->component[firsts[i]];
        uint32_t value = value_of(graph, i, calls->first[c + 1] - calls->first[c]);
        done = value != CG_NO_STRING;
        for (uint32_t m = calls->first[c]; m < calls->first[c + 1] && done; m++) {
            done = graph_set_attribute(graph, CG_ON_NODE, calls->members[m], key, value);
        }
    }
    for (cg_node n = 0; n < calls->rows.nodes && done; n++) {
        if (!calls->calls_within[calls->component[n]]) {
            graph_remove_attribute(graph, CG_ON_NODE, n, key);
        }
    }
    return done ? CG_OK : cg_fail_memory(error);
}

static int derive_recursion(struct cg_graph *graph, const struct derive_calls *calls,
                            struct cg_error *error)
{
    cg_node *firsts = malloc((calls->component_count + (size_t)1) * sizeof *firsts);
    if (!firsts) {
        return cg_fail_memory(error);
    }
    size_t count = list_firsts(firsts, graph, calls);
    int status = CG_OK;
    if (count) {
        status = set_recursion(graph, calls, firsts, count, error);
    } else {
        remove_all(graph, CG_KEY_RECURSION);
    }
    free(firsts);
    return status;
}

int cg_graph_derive(struct cg_graph *graph, struct cg_error *error)
{
    struct derive_calls calls = {0};
    int status = derive_calls_find(&calls, graph, error);
    status = status ? status : derive_recursion(graph, &calls, error);
    if (!status && depths_are_collected(graph)) {
        status = derive_global_loops(graph, &calls, error);
    }
    derive_calls_free(&calls);
    return status;
}
