#include "derive/derive.h"

#include "base/error.h"
#include "derive/calls.h"
#include "derive/depths.h"
#include "query/query_internal.h"

#include <libcg/kinds.h>
#include <libcg/metadata.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void derive_undo(struct cg_graph *graph)
{
    bool loops = depths_are_collected(graph);
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_RECURSION);
        if (loops) {
            cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_GLOBAL_LOOP_DEPTH);
        }
    }
}

/* Recursion */

/* Functions that may call themselves, in canonical order. */
static int list_recursive(cg_node **out, size_t *count, const struct cg_graph *graph,
                          const struct derive_calls *calls, struct cg_error *error)
{
    size_t found = 0;
    for (uint32_t c = 0; c < calls->component_count; c++) {
        found += calls->calls_within[c] ? calls->first[c + 1] - calls->first[c] : 0;
    }
    cg_node *nodes = malloc((found + 1) * sizeof *nodes);
    if (!nodes) {
        return cg_fail_memory(error);
    }
    *count = 0;
    for (cg_node n = 0; n < calls->rows.nodes; n++) {
        if (calls->calls_within[calls->component[n]]) {
            nodes[(*count)++] = n;
        }
    }
    cg_query_sort(graph, nodes, *count);
    *out = nodes;
    return CG_OK;
}

/* @param numbers by component, CG_NONE until one has its number */
static int set_recursion(struct cg_graph *graph, const struct derive_calls *calls,
                         const cg_node *nodes, size_t count, uint32_t *numbers,
                         struct cg_error *error)
{
    uint32_t next = 0;
    int status = CG_OK;
    memset(numbers, 0xff, (calls->component_count + (size_t)1) * sizeof *numbers);
    for (size_t i = 0; i < count && !status; i++) {
        char text[64];
        uint32_t c = calls->component[nodes[i]];
        numbers[c] = numbers[c] == CG_NONE ? next++ : numbers[c];
        int length = snprintf(text, sizeof text, "{\"component\":%" PRIu32 ",\"size\":%" PRIu32 "}",
                              numbers[c], calls->first[c + 1] - calls->first[c]);
        status = cg_metadata_set(graph, CG_ON_NODE, nodes[i], CG_KEY_RECURSION, text,
                                 (size_t)length, error);
    }
    return status;
}

static int derive_recursion(struct cg_graph *graph, const struct derive_calls *calls,
                            struct cg_error *error)
{
    cg_node *nodes;
    size_t count;
    int status = list_recursive(&nodes, &count, graph, calls, error);
    if (status) {
        return status;
    }
    uint32_t *numbers = malloc((calls->component_count + (size_t)1) * sizeof *numbers);
    status =
        numbers ? set_recursion(graph, calls, nodes, count, numbers, error) : cg_fail_memory(error);
    free(numbers);
    free(nodes);
    return status;
}

/* Loops along chains of calls */

/** A component that no chain of calls from the start comes to. */
#define UNREACHED UINT64_MAX

static void come_to(uint64_t *total, uint64_t loops)
{
    if (*total == UNREACHED || *total < loops) {
        *total = loops;
    }
}

static cg_node entry_of(const struct cg_graph *graph)
{
    cg_node entry = cg_graph_entry(graph);
    for (cg_node n = cg_graph_find(graph, "main"); entry == CG_NONE && n != CG_NONE;
         n = cg_graph_find_next(graph, "main", n)) {
        entry = cg_node_has_body(graph, n) ? n : CG_NONE;
    }
    return entry;
}

/* Without an entry point all may be starts: those that are called have no fewer loops by that. */
static void begin(uint64_t *totals, const struct cg_graph *graph, const struct derive_calls *calls)
{
    cg_node entry = entry_of(graph);
    for (uint32_t c = 0; c < calls->component_count; c++) {
        totals[c] = entry == CG_NONE ? 0 : UNREACHED;
    }
    if (entry != CG_NONE) {
        totals[calls->component[entry]] = 0;
    }
}

/* The most loops around a call from one member of a component to another. */
static uint32_t deepest_within(const struct derive_calls *calls, const uint32_t *depths, uint32_t c)
{
    uint32_t deepest = 0;
    for (uint32_t m = calls->first[c]; calls->calls_within[c] && m < calls->first[c + 1]; m++) {
        cg_node n = calls->members[m];
        for (uint32_t i = calls->start[n]; i < calls->start[n + 1]; i++) {
            bool within = calls->component[calls->callees[i]] == c;
            deepest = within && depths[i] > deepest ? depths[i] : deepest;
        }
    }
    return deepest;
}

static void leave(uint64_t *totals, const struct derive_calls *calls, const uint32_t *depths,
                  uint32_t c)
{
    for (uint32_t m = calls->first[c]; m < calls->first[c + 1]; m++) {
        cg_node n = calls->members[m];
        for (uint32_t i = calls->start[n]; i < calls->start[n + 1]; i++) {
            uint32_t callee = calls->component[calls->callees[i]];
            if (callee != c) {
                come_to(&totals[callee], totals[c] + depths[i]);
            }
        }
    }
}

/* Calls go to smaller components, so each is complete when it is left. Sums fit: depths have 32
 * bits, and chains as many components. */
static void sum_up(uint64_t *totals, const struct derive_calls *calls, const uint32_t *depths)
{
    for (uint32_t c = calls->component_count; c-- > 0;) {
        if (totals[c] != UNREACHED) {
            totals[c] += deepest_within(calls, depths, c);
            leave(totals, calls, depths, c);
        }
    }
}

static int set_total(struct cg_graph *graph, cg_node node, uint64_t total, struct cg_error *error)
{
    const char *own = cg_metadata_get(graph, CG_ON_NODE, node, CG_KEY_LOOP_DEPTH);
    const struct cg_value value = {own, own ? strlen(own) : 0};
    uint32_t depth;
    char text[32];
    if (own && depth_read(&depth, &value)) {
        total = total == UNREACHED || total < depth ? depth : total;
    }
    if (total == UNREACHED) {
        return CG_OK;
    }
    int length = snprintf(text, sizeof text, "%" PRIu64, total);
    return cg_metadata_set(graph, CG_ON_NODE, node, CG_KEY_GLOBAL_LOOP_DEPTH, text, (size_t)length,
                           error);
}

static int derive_loops(struct cg_graph *graph, const struct derive_calls *calls,
                        struct cg_error *error)
{
    uint32_t *depths;
    int status = depths_find(&depths, graph, calls, error);
    if (status) {
        return status;
    }
    uint64_t *totals = malloc((calls->component_count + (size_t)1) * sizeof *totals);
    if (totals) {
        begin(totals, graph, calls);
        sum_up(totals, calls, depths);
    } else {
        status = cg_fail_memory(error);
    }
    for (cg_node n = 0; n < calls->rows.nodes && !status; n++) {
        status = set_total(graph, n, totals[calls->component[n]], error);
    }
    free(totals);
    free(depths);
    return status;
}

int cg_graph_derive(struct cg_graph *graph, struct cg_error *error)
{
    struct derive_calls calls = {0};
    int status = derive_calls_find(&calls, graph, error);
    if (!status) {
        derive_undo(graph);
        status = derive_recursion(graph, &calls, error);
    }
    if (!status && depths_are_collected(graph)) {
        status = derive_loops(graph, &calls, error);
    }
    derive_calls_free(&calls);
    return status;
}
