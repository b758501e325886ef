/* A shortest path through a set. */
#include "base/error.h"
#include "graph/graph.h"
#include "query/common/query_internal.h"
#include "query/paths/cost.h"
#include "query/paths/path_query.h"

#include <math.h>
#include <stdlib.h>

/* A state is a node, and whether the path so far went through the set: 2 * node + 1 if so. */
struct through {
    const struct cg_graph *graph;
    const struct cg_path_query *query;
    const bool *set;
    struct cost *to_end; /* by state */
    struct cost_heap heap;
};

static bool is_avoided(const struct through *t, cg_node node)
{
    return t->query->avoid && t->query->avoid[node];
}

static uint32_t state_of(const struct through *t, cg_node node, bool passed)
{
    return 2 * node + (passed || t->set[node]);
}

static bool improve(struct through *t, uint32_t state, struct cost cost)
{
    if (cost_compare(cost, t->to_end[state]) >= 0) {
        return true;
    }
    t->to_end[state] = cost;
    return cost_push(&t->heap, cost, state);
}

/* From a state back to its predecessors. */
static bool measure_callers(struct through *t, struct cost_entry top)
{
    cg_node node = top.at / 2;
    for (uint32_t i = t->graph->in_start[node]; i < t->graph->in_start[node + 1]; i++) {
        cg_edge edge = t->graph->in_edges[i];
        cg_node caller = t->graph->callers[edge];
        if (cg_query_is_guess(t->graph, edge) || is_avoided(t, caller)) {
            continue;
        }
        for (int passed = t->set[caller]; passed < 2; passed++) {
            if (state_of(t, node, passed) == top.at &&
                !improve(t, 2 * caller + (uint32_t)passed, path_step(t->query, top.cost, edge))) {
                return false;
            }
        }
    }
    return true;
}

static bool measure_distances(struct through *t)
{
    for (size_t state = 0; state < 2 * (size_t)t->graph->node_count; state++) {
        t->to_end[state] = (struct cost){INFINITY, 0};
    }
    for (size_t i = 0; i < t->query->to_count; i++) {
        cg_node target = t->query->to[i];
        if (!is_avoided(t, target) && !improve(t, 2 * target + 1, (struct cost){0, 0})) {
            return false;
        }
    }
    while (t->heap.count) {
        struct cost_entry top = cost_pop(&t->heap);
        bool outdated = cost_compare(top.cost, t->to_end[top.at]) > 0;
        if (!outdated && !measure_callers(t, top)) {
            return false;
        }
    }
    return true;
}

static int begin_search(struct through *t, struct cg_error *error)
{
    int status =
        cg_query_allocate(&t->to_end, 2 * (size_t)t->graph->node_count, sizeof *t->to_end, error);
    if (status) {
        return status;
    }
    return measure_distances(t) ? CG_OK : cg_fail_memory(error);
}

static cg_node nearest_start(const struct through *t)
{
    cg_node best = CG_NONE;
    for (size_t i = 0; i < t->query->from_count; i++) {
        cg_node start = t->query->from[i];
        struct cost cost = t->to_end[state_of(t, start, false)];
        if (is_avoided(t, start) || isinf(cost.weight)) {
            continue;
        }
        int order = best == CG_NONE ? -1 : cost_compare(cost, t->to_end[state_of(t, best, false)]);
        if (order < 0 || (order == 0 && cg_query_compare(t->graph, start, best) < 0)) {
            best = start;
        }
    }
    return best;
}

/* The first call, in canonical order, that continues a shortest path. */
static cg_edge next_edge(const struct through *t, uint32_t state)
{
    cg_node node = state / 2;
    cg_edge best = CG_NONE;
    for (cg_edge e = t->graph->out_start[node]; e < t->graph->out_start[node + 1]; e++) {
        cg_node callee = t->graph->callees[e];
        struct cost rest = t->to_end[state_of(t, callee, state % 2)];
        if (!cg_query_is_guess(t->graph, e) && !isinf(rest.weight) &&
            cost_compare(path_step(t->query, rest, e), t->to_end[state]) == 0 &&
            (best == CG_NONE || cg_query_compare(t->graph, callee, t->graph->callees[best]) < 0)) {
            best = e;
        }
    }
    return best;
}

static int follow_distances(struct cg_found_path *out, struct through *t, cg_node start,
                            struct cg_error *error)
{
    bool *seen;
    uint32_t state = state_of(t, start, false);
    size_t edges = t->to_end[state].edges;
    int status = cg_query_allocate(&seen, t->graph->node_count, sizeof *seen, error);
    if (!status && edges) {
        status = cg_query_allocate(&out->edges, edges, sizeof *out->edges, error);
    }
    out->length = status ? 0 : edges;
    out->found = true;
    for (size_t i = 0; i < out->length; i++) {
        seen[state / 2] = true;
        cg_edge edge = next_edge(t, state);
        out->edges[i] = edge;
        state = state_of(t, t->graph->callees[edge], state % 2);
        out->simple = out->simple && !seen[state / 2];
    }
    free(seen);
    return status;
}

int cg_shortest_path_through(struct cg_found_path *out, const struct cg_graph *graph,
                             const struct cg_path_query *query, const bool *through,
                             struct cg_error *error)
{
    struct cg_path_query own;
    struct through t = {.graph = graph, .query = &own, .set = through};
    struct cg_found_path path = {.simple = true};
    cg_node start = CG_NONE;
    int status = path_query_take(&own, graph, query, error);
    status = status ? status : begin_search(&t, error);
    if (!status) {
        start = nearest_start(&t);
    }
    if (start != CG_NONE && t.to_end[state_of(&t, start, false)].edges > own.limit) {
        start = CG_NONE;
    }
    if (start != CG_NONE) {
        status = follow_distances(&path, &t, start, error);
    }
    free(t.to_end);
    free(t.heap.entries);
    if (!status) {
        *out = path;
    }
    return status;
}
