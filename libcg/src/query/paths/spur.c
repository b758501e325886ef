/*
 * Finds the distances to the targets once, backwards. A search then visits only functions that a
 * shortest path may go through, and takes the first in canonical order.
 */
#include "query/paths/spur.h"

#include "base/error.h"
#include "graph/graph.h"
#include "query/common/query_internal.h"

#include <math.h>
#include <stdlib.h>

static bool is_avoided(const struct spur *s, cg_node node)
{
    return s->query->avoid && s->query->avoid[node];
}

/* Backwards from all targets. The search ends at starts, as paths have only one. */
static bool measure_callers(struct spur *s, struct cost_entry top)
{
    for (uint32_t i = s->graph->in_start[top.at]; i < s->graph->in_start[top.at + 1]; i++) {
        cg_edge edge = s->graph->in_edges[i];
        cg_node caller = s->graph->callers[edge];
        struct cost cost = path_step(s->query, top.cost, edge);
        if (cg_query_is_guess(s->graph, edge) || is_avoided(s, caller) ||
            cost_compare(cost, s->to_end[caller]) >= 0) {
            continue;
        }
        s->to_end[caller] = cost;
        if (!cost_push(&s->heap, cost, caller)) {
            return false;
        }
    }
    return true;
}

static bool measure_distances(struct spur *s)
{
    for (cg_node node = 0; node < s->graph->node_count; node++) {
        s->to_end[node] = (struct cost){INFINITY, 0};
    }
    for (size_t i = 0; i < s->query->to_count; i++) {
        cg_node target = s->query->to[i];
        if (!is_avoided(s, target) && s->to_end[target].weight > 0) {
            s->to_end[target] = (struct cost){0, 0};
            if (!cost_push(&s->heap, s->to_end[target], target)) {
                return false;
            }
        }
    }
    while (s->heap.count) {
        struct cost_entry top = cost_pop(&s->heap);
        bool outdated = cost_compare(top.cost, s->to_end[top.at]) > 0;
        if (!outdated && !s->is_start[top.at] && !measure_callers(s, top)) {
            return false;
        }
    }
    return true;
}

int spur_init(struct spur *s, const struct cg_graph *graph, const struct cg_path_query *query,
              struct cg_error *error)
{
    size_t nodes = graph->node_count;
    *s = (struct spur){.graph = graph, .query = query, .forgotten = 1};
    const struct {
        void *array;
        size_t size;
    } arrays[] = {
        {&s->is_start, sizeof(bool)},    {&s->is_target, sizeof(bool)},
        {&s->blocked, sizeof(bool)},     {&s->to_end, sizeof(struct cost)},
        {&s->from, sizeof(struct cost)}, {&s->round, sizeof(uint32_t)},
        {&s->on_path, sizeof(uint32_t)}, {&s->lost, sizeof(uint32_t)},
        {&s->marked, sizeof(cg_node)},   {&s->path, sizeof(cg_edge)},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        int status = cg_query_allocate(arrays[i].array, nodes, arrays[i].size, error);
        if (status) {
            return status;
        }
    }
    for (size_t i = 0; i < query->from_count; i++) {
        s->is_start[query->from[i]] = true;
    }
    for (size_t i = 0; i < query->to_count; i++) {
        s->is_target[query->to[i]] = true;
    }
    return measure_distances(s) ? CG_OK : cg_fail_memory(error);
}

void spur_free(struct spur *s)
{
    free(s->is_start);
    free(s->is_target);
    free(s->blocked);
    free(s->to_end);
    free(s->from);
    free(s->round);
    free(s->on_path);
    free(s->lost);
    free(s->heap.entries);
    free(s->marked);
    free(s->path);
}

static bool is_barred(const struct spur *s, const struct spur_barred *barred, cg_edge edge)
{
    for (size_t i = 0; i < barred->count; i++) {
        if (barred->edges[i] == edge) {
            return true;
        }
    }
    return cg_query_is_guess(s->graph, edge);
}

/* Whether a path may enter a node. */
static bool may_enter(const struct spur *s, cg_node node)
{
    return !s->blocked[node] && !s->is_start[node] && !is_avoided(s, node) &&
           s->lost[node] != s->forgotten && !isinf(s->to_end[node].weight);
}

static bool reach_node(struct spur *s, cg_node node, struct cost cost)
{
    if (s->round[node] == s->current && cost_compare(cost, s->from[node]) >= 0) {
        return true;
    }
    if (s->round[node] != s->current) {
        s->marked[s->visited++] = node;
    }
    s->round[node] = s->current;
    s->from[node] = cost;
    return cost_push(&s->heap, cost_sum(cost, s->to_end[node]), node);
}

static bool expand_node(struct spur *s, cg_node node, const struct spur_barred *barred)
{
    for (cg_edge e = s->graph->out_start[node]; e < s->graph->out_start[node + 1]; e++) {
        cg_node callee = s->graph->callees[e];
        if (may_enter(s, callee) && !is_barred(s, barred, e) &&
            !reach_node(s, callee, path_step(s->query, s->from[node], e))) {
            return false;
        }
    }
    return true;
}

/* Visit every node that a shortest path may go through, so that all of them are known. */
static bool explore(struct spur *s, const struct spur_barred *barred, struct cost *best)
{
    *best = (struct cost){INFINITY, 0};
    while (s->heap.count) {
        struct cost_entry top = cost_pop(&s->heap);
        if (cost_compare(top.cost, *best) > 0) {
            s->heap.count = 0;
            return true;
        }
        if (cost_compare(top.cost, cost_sum(s->from[top.at], s->to_end[top.at])) > 0) {
            continue; /* outdated */
        }
        if (s->is_target[top.at]) {
            *best = top.cost;
        } else if (!expand_node(s, top.at, barred)) {
            return false;
        }
    }
    return true;
}

/* Backwards from the nearest targets to the start. */
static void mark(struct spur *s, const struct spur_barred *barred, struct cost best)
{
    size_t count = 0;
    for (size_t i = 0; i < s->query->to_count; i++) {
        cg_node target = s->query->to[i];
        if (s->round[target] == s->current && s->on_path[target] != s->current &&
            cost_compare(s->from[target], best) == 0) {
            s->on_path[target] = s->current;
            s->marked[count++] = target;
        }
    }
    while (count) {
        cg_node node = s->marked[--count];
        for (uint32_t i = s->graph->in_start[node]; i < s->graph->in_start[node + 1]; i++) {
            cg_edge edge = s->graph->in_edges[i];
            cg_node caller = s->graph->callers[edge];
            if (s->round[caller] == s->current && s->on_path[caller] != s->current &&
                !s->is_target[caller] && !is_barred(s, barred, edge) &&
                cost_compare(path_step(s->query, s->from[caller], edge), s->from[node]) == 0) {
                s->on_path[caller] = s->current;
                s->marked[count++] = caller;
            }
        }
    }
}

static cg_edge first_step(const struct spur *s, cg_node node, const struct spur_barred *barred)
{
    cg_edge best = CG_NONE;
    for (cg_edge e = s->graph->out_start[node]; e < s->graph->out_start[node + 1]; e++) {
        cg_node callee = s->graph->callees[e];
        if (s->on_path[callee] == s->current && !s->is_start[callee] && !is_barred(s, barred, e) &&
            cost_compare(path_step(s->query, s->from[node], e), s->from[callee]) == 0 &&
            (best == CG_NONE || cg_query_compare(s->graph, callee, s->graph->callees[best]) < 0)) {
            best = e;
        }
    }
    return best;
}

static void search_spur(struct spur *s, const struct cg_function_set *starts,
                        const struct spur_barred *barred)
{
    cg_node node = CG_NONE;
    for (size_t i = 0; i < starts->count; i++) {
        cg_node start = starts->nodes[i];
        if (s->on_path[start] == s->current && s->from[start].edges == 0 &&
            (node == CG_NONE || cg_query_compare(s->graph, start, node) < 0)) {
            node = start;
        }
    }
    s->start = node;
    s->length = 0;
    while (!s->is_target[node]) {
        cg_edge edge = first_step(s, node, barred);
        s->path[s->length++] = edge;
        node = s->graph->callees[edge];
    }
}

void spur_forget(struct spur *s)
{
    s->forgotten++;
}

/* Nothing leads from what was visited to a target, now that more is blocked, either; but what the
 * search came to at infinite cost it did not look behind. */
static void lose_visited(struct spur *s)
{
    for (size_t i = 0; i < s->visited; i++) {
        cg_node node = s->marked[i];
        s->lost[node] = isinf(s->from[node].weight) ? s->lost[node] : s->forgotten;
    }
}

int spur_find(struct spur *s, bool *found, const struct cg_function_set *starts,
              const struct spur_barred *barred, struct cg_error *error)
{
    struct cost best;
    *found = false;
    s->visited = 0;
    s->current++;
    for (size_t i = 0; i < starts->count; i++) {
        cg_node start = starts->nodes[i];
        if (!s->blocked[start] && !is_avoided(s, start) && !isinf(s->to_end[start].weight) &&
            !reach_node(s, start, (struct cost){0, 0})) {
            return cg_fail_memory(error);
        }
    }
    if (!explore(s, barred, &best)) {
        return cg_fail_memory(error);
    }
    *found = !isinf(best.weight);
    if (*found) {
        mark(s, barred, best);
        search_spur(s, starts, barred);
    } else {
        lose_visited(s);
    }
    return CG_OK;
}
