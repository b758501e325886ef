/*
 * Sums of loops along the longest chains, component by component from the callers down. A component
 * that calls itself adds its deepest loop once.
 */
#include "derive/global_loops.h"

#include "base/error.h"
#include "graph/graph.h"

#include <libcg/entries.h>
#include <libcg/kinds.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A component that no chain of calls from the start reaches. */
#define UNREACHED UINT64_MAX

static void come_to(uint64_t *total, uint64_t loops)
{
    if (*total == UNREACHED || *total < loops) {
        *total = loops;
    }
}

/* Without an entry point all functions may be starts: this does not lower the result for those that
 * are called. */
static void begin_totals(uint64_t *totals, const struct cg_graph *graph,
                         const struct derive_calls *calls)
{
    cg_node entry = cg_graph_main(graph);
    for (uint32_t c = 0; c < calls->component_count; c++) {
        totals[c] = entry == CG_NONE ? 0 : UNREACHED;
    }
    for (cg_node n = 0; n < graph->node_count; n++) {
        if (cg_begins_program(graph, n)) {
            totals[calls->component[n]] = 0;
        }
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

static void pass_to_callees(uint64_t *totals, const struct derive_calls *calls,
                            const uint32_t *depths, uint32_t c)
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
            pass_to_callees(totals, calls, depths, c);
        }
    }
}

/** Setting totals of functions, one after the other. */
struct setting {
    struct cg_graph *graph;
    uint32_t key;
    uint32_t depth_key; /**< of loopDepth */
    uint32_t last;      /**< the string of the last total, as many are the same */
    uint64_t last_total;
};

/* At least its own depth. */
static uint64_t raise_to_own(const struct setting *s, cg_node node, uint64_t total)
{
    uint32_t text = graph_get_attribute(s->graph, CG_ON_NODE, node, s->depth_key);
    uint32_t depth;
    if (text == CG_NO_STRING) {
        return total;
    }
    const struct cg_value value = {graph_string(s->graph, text),
                                   cg_pool_length(&s->graph->pool, text)};
    bool more = depth_read(&depth, &value) && (total == UNREACHED || total < depth);
    return more ? depth : total;
}

static bool set_total(struct setting *s, cg_node node, uint64_t total)
{
    if (total == UNREACHED) {
        graph_remove_attribute(s->graph, CG_ON_NODE, node, s->key);
        return true;
    }
    if (s->last == CG_NO_STRING || s->last_total != total) {
        char text[32];
        int length = snprintf(text, sizeof text, "%" PRIu64, total);
        s->last = cg_pool_intern(&s->graph->pool, text, (size_t)length);
        s->last_total = total;
    }
    return s->last != CG_NO_STRING &&
           graph_set_attribute(s->graph, CG_ON_NODE, node, s->key, s->last);
}

static int set_totals(struct cg_graph *graph, const struct derive_calls *calls,
                      const uint64_t *totals, struct cg_error *error)
{
    static const char key[] = CG_KEY_GLOBAL_LOOP_DEPTH;
    struct setting s = {
        .graph = graph,
        .key = cg_pool_intern(&graph->pool, key, strlen(key)),
        .depth_key = cg_pool_find(&graph->pool, CG_KEY_LOOP_DEPTH, strlen(CG_KEY_LOOP_DEPTH)),
        .last = CG_NO_STRING,
    };
    bool done = s.key != CG_NO_STRING;
    for (cg_node n = 0; n < calls->rows.nodes && done; n++) {
        done = set_total(&s, n, raise_to_own(&s, n, totals[calls->component[n]]));
    }
    return done ? CG_OK : cg_fail_memory(error);
}

int derive_global_loops(struct cg_graph *graph, const struct derive_calls *calls,
                        struct cg_error *error)
{
    uint32_t *depths;
    int status = depths_find(&depths, graph, calls, error);
    if (status) {
        return status;
    }
    uint64_t *totals = malloc((calls->component_count + (size_t)1) * sizeof *totals);
    if (totals) {
        begin_totals(totals, graph, calls);
        sum_up(totals, calls, depths);
        status = set_totals(graph, calls, totals, error);
    } else {
        status = cg_fail_memory(error);
    }
    free(totals);
    free(depths);
    return status;
}
