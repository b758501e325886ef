/*
 * Breadth-first search in rounds: known calls, then what uncollected code may call in the ways
 * that are found so far, until neither adds anything.
 */
#include "query/unknown_reach.h"

#include "query/common/query_internal.h"
#include "query/walk/walk.h"

#include <stdlib.h>
#include <string.h>

static bool lacks_body(const struct unknown_reach *beyond)
{
    bool lacks = false;
    for (size_t i = 0; i < beyond->from_count; i++) {
        lacks |= !cg_node_has_body(beyond->graph, beyond->from[i]);
    }
    return lacks;
}

/* The last call may be unknown. */
static int search(uint32_t *distance, const struct unknown_reach *beyond, const cg_node *starts,
                  size_t count, struct cg_error *error)
{
    const struct cg_function_set from = {starts, count};
    struct walk walk = {.graph = beyond->graph,
                        .direction = CG_CALLEES,
                        .bounds = beyond->bounds,
                        .distance = distance};
    walk.bounds.limit -= walk.bounds.limit != CG_NONE;
    int status = walk_search(&walk, &from, error);
    walk_clear(&walk);
    return status;
}

int unknown_reach_begin(struct unknown_reach *out, const struct cg_graph *graph,
                        const cg_node *from, size_t from_count, struct cg_error *error)
{
    const struct cg_unknown_question asked = {
        .from = from, .from_count = from_count, .bounds = {.limit = CG_NONE}};
    return unknown_reach_begin_within(out, graph, &asked, error);
}

int unknown_reach_begin_within(struct unknown_reach *out, const struct cg_graph *graph,
                               const struct cg_unknown_question *asked, struct cg_error *error)
{
    *out = (struct unknown_reach){.graph = graph,
                                  .from = asked->from,
                                  .from_count = asked->from_count,
                                  .bounds = asked->bounds};
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_allocate(&out->from_start, cg_graph_node_count(graph),
                                   sizeof *out->from_start, error);
    }
    if (!status) {
        status = search(out->from_start, out, asked->from, asked->from_count, error);
    }
    if (status) {
        return status;
    }
    return asked->shared
               ? external_read_shared(&out->outside, asked->shared, lacks_body(out), error)
               : external_read(&out->outside, graph, lacks_body(out), error);
}

void unknown_reach_clear(struct unknown_reach *beyond)
{
    external_clear(&beyond->outside);
    free(beyond->from_start);
    free(beyond->from_any);
    free(beyond->callable);
}

/* Whether uncollected code may call a function at all. */
static bool is_callable(const struct unknown_reach *beyond, cg_node node)
{
    const struct cg_query_bounds *bounds = &beyond->bounds;
    bool by_address =
        !bounds->by_name && external_calls_by_address(&beyond->outside, beyond->ways, node);
    bool by_name = beyond->ways & EXTERNAL_NAMED && external_has_name(&beyond->outside, node);
    return (by_address || by_name) && !(bounds->avoid && bounds->avoid[node]);
}

static void find_callable(struct unknown_reach *beyond)
{
    beyond->callable_count = 0;
    for (cg_node node = 0; node < cg_graph_node_count(beyond->graph); node++) {
        if (is_callable(beyond, node)) {
            beyond->callable[beyond->callable_count++] = node;
        }
    }
}

/* Distances from the start and from all that uncollected code may call; for chains of one call the
 * rest does not matter. */
static int search_beyond(struct unknown_reach *beyond, struct cg_error *error)
{
    cg_node *starts;
    size_t beyond_count = beyond->bounds.limit == CG_NONE ? beyond->callable_count : 0;
    size_t count = beyond->from_count + beyond_count;
    if (beyond_count == 0) {
        memcpy(beyond->from_any, beyond->from_start,
               cg_graph_node_count(beyond->graph) * sizeof *beyond->from_any);
        return CG_OK;
    }
    int status = cg_query_allocate(&starts, count, sizeof *starts, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        starts[i] =
            i < beyond->from_count ? beyond->from[i] : beyond->callable[i - beyond->from_count];
    }
    status = search(beyond->from_any, beyond, starts, count, error);
    free(starts);
    return status;
}

static int enter_node(unsigned *out, struct unknown_reach *beyond, cg_node node,
                      struct cg_error *error)
{
    const struct external *outside = &beyond->outside;
    if (!beyond->bounds.by_name) {
        return external_enter(out, &beyond->outside, node, error);
    }
    bool names = outside->records_unresolved_calls && external_may_be_program(outside, node);
    *out = names ? EXTERNAL_BY_NAME : EXTERNAL_NONE;
    return CG_OK;
}

/* The most that uncollected code may call, given what is reached so far. */
static int find_ways(unsigned *out, struct unknown_reach *beyond, struct cg_error *error)
{
    int status = CG_OK;
    *out = EXTERNAL_NONE;
    for (cg_node node = 0; !status && node < cg_graph_node_count(beyond->graph); node++) {
        unsigned ways = EXTERNAL_NONE;
        if (beyond->from_any[node] != CG_NONE) {
            status = enter_node(&ways, beyond, node, error);
        }
        *out |= ways;
    }
    return status;
}

/* Newly reached functions may add ways: at most one round for each. */
int unknown_reach_walk(struct unknown_reach *beyond, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(beyond->graph);
    int status = cg_query_allocate(&beyond->from_any, nodes, sizeof *beyond->from_any, error);
    if (!status) {
        status = cg_query_allocate(&beyond->callable, nodes, sizeof *beyond->callable, error);
    }
    if (!status) {
        status = search_beyond(beyond, error);
    }
    while (!status) {
        unsigned ways;
        status = find_ways(&ways, beyond, error);
        if (status || ways == beyond->ways) {
            break;
        }
        beyond->ways = ways;
        find_callable(beyond);
        status = search_beyond(beyond, error);
    }
    return status;
}

bool unknown_reach_may_call_anything(const struct unknown_reach *beyond, cg_node node)
{
    enum external_calls calls = beyond->outside.calls[node];
    return beyond->from_any[node] != CG_NONE &&
           (calls == CALLS_ANYTHING ||
            (calls == CALLS_UNRECORDED && cg_node_has_body(beyond->graph, node) &&
             beyond->outside.records_unresolved_calls));
}
