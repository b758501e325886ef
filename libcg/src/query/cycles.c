/* Components with recursion, and a shortest cycle of each as example. */
#include <libcg/cycles.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "query/common/condensation.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

struct cg_cycles {
    size_t count;
    uint32_t *component;
    size_t *start; /* edges of cycle i are edges[start[i]] and on, up to those of i + 1 */
    cg_edge *edges;
    size_t edge_capacity;
};

struct finder {
    const struct cg_graph *graph;
    const struct cg_condensation *c;
    struct cg_cycles *found;
    cg_node *first;     /* by component: the first member in canonical order */
    uint32_t *distance; /* by node: to the first member of its component, CG_NONE: unknown */
    cg_node *queue;
};

static uint32_t size_of(const struct cg_condensation *c, uint32_t component)
{
    return c->member_start[component + 1] - c->member_start[component];
}

static cg_edge self_call(const struct cg_graph *graph, cg_node node)
{
    cg_edge edge = cg_graph_find_edge(graph, node, node);
    return edge == CG_NONE || cg_query_is_guess(graph, edge) ? CG_NONE : edge;
}

static bool has_cycle(const struct finder *f, uint32_t component)
{
    return size_of(f->c, component) > 1 ||
           self_call(f->graph, f->c->members[f->c->member_start[component]]) != CG_NONE;
}

static cg_node first_member(const struct finder *f, uint32_t component)
{
    const cg_node *members = f->c->members + f->c->member_start[component];
    cg_node first = members[0];
    for (uint32_t i = 1; i < size_of(f->c, component); i++) {
        first = cg_query_compare(f->graph, members[i], first) < 0 ? members[i] : first;
    }
    return first;
}

static int by_size(const void *a, const void *b, void *user)
{
    const struct finder *f = user;
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;
    uint32_t left_size = size_of(f->c, left);
    uint32_t right_size = size_of(f->c, right);
    if (left_size != right_size) {
        return left_size > right_size ? -1 : 1;
    }
    int order = cg_query_compare(f->graph, f->first[left], f->first[right]);
    return order ? order : (f->first[left] > f->first[right]) - (f->first[left] < f->first[right]);
}

/* Distances of the members of a component to its first one, backwards. */
static void measure_distances(struct finder *f, uint32_t component)
{
    size_t head = 0;
    size_t tail = 0;
    f->queue[tail++] = f->first[component];
    f->distance[f->first[component]] = 0;
    while (head < tail) {
        cg_node node = f->queue[head++];
        for (uint32_t i = f->graph->in_start[node]; i < f->graph->in_start[node + 1]; i++) {
            cg_edge edge = f->graph->in_edges[i];
            cg_node caller = f->graph->callers[edge];
            if (f->c->component[caller] == component && f->distance[caller] == CG_NONE &&
                !cg_query_is_guess(f->graph, edge)) {
                f->distance[caller] = f->distance[node] + 1;
                f->queue[tail++] = caller;
            }
        }
    }
}

/* The call to the nearest callee within the component, first in canonical order, except to the node
 * itself. */
static cg_edge nearest_call(const struct finder *f, cg_node node)
{
    cg_edge best = CG_NONE;
    for (cg_edge e = f->graph->out_start[node]; e < f->graph->out_start[node + 1]; e++) {
        cg_node callee = f->graph->callees[e];
        if (callee == node || cg_query_is_guess(f->graph, e) ||
            f->c->component[callee] != f->c->component[node]) {
            continue;
        }
        cg_node other = best == CG_NONE ? CG_NONE : f->graph->callees[best];
        if (best == CG_NONE || f->distance[callee] < f->distance[other] ||
            (f->distance[callee] == f->distance[other] &&
             cg_query_compare(f->graph, callee, other) < 0)) {
            best = e;
        }
    }
    return best;
}

static bool append_edge(struct cg_cycles *found, size_t *count, cg_edge edge)
{
    if (!cg_grow(&found->edges, &found->edge_capacity, *count + 1, sizeof *found->edges)) {
        return false;
    }
    found->edges[(*count)++] = edge;
    return true;
}

static bool append_cycle(struct finder *f, uint32_t component, size_t *count)
{
    cg_node first = f->first[component];
    if (size_of(f->c, component) == 1) {
        return append_edge(f->found, count, self_call(f->graph, first));
    }
    measure_distances(f, component);
    cg_node node = first;
    do {
        cg_edge edge = nearest_call(f, node);
        if (!append_edge(f->found, count, edge)) {
            return false;
        }
        node = f->graph->callees[edge];
    } while (node != first);
    return true;
}

static int begin_finding(struct finder *f, struct cg_error *error)
{
    uint32_t count = f->c->count;
    uint32_t nodes = f->graph->node_count;
    struct cg_cycles *found = f->found;
    int status = cg_query_allocate(&f->first, count, sizeof *f->first, error);
    if (!status) {
        status = cg_query_allocate(&f->distance, nodes, sizeof *f->distance, error);
    }
    if (!status) {
        status = cg_query_allocate(&f->queue, nodes, sizeof *f->queue, error);
    }
    if (!status) {
        status = cg_query_allocate(&found->component, count, sizeof *found->component, error);
    }
    if (!status) {
        status = cg_query_allocate(&found->start, (size_t)count + 1, sizeof *found->start, error);
    }
    for (cg_node node = 0; !status && node < nodes; node++) {
        f->distance[node] = CG_NONE;
    }
    return status;
}

static int find_all(struct finder *f, struct cg_error *error)
{
    struct cg_cycles *found = f->found;
    size_t edges = 0;
    for (uint32_t component = 0; component < f->c->count; component++) {
        if (has_cycle(f, component)) {
            f->first[component] = first_member(f, component);
            found->component[found->count++] = component;
        }
    }
    qsort_r(found->component, found->count, sizeof *found->component, by_size, f);
    for (size_t i = 0; i < found->count; i++) {
        if (!append_cycle(f, found->component[i], &edges)) {
            return cg_fail_memory(error);
        }
        found->start[i + 1] = edges;
    }
    return CG_OK;
}

int cg_cycles_find(struct cg_cycles **out, const struct cg_graph *graph,
                   const struct cg_condensation *condensation, struct cg_error *error)
{
    struct finder f = {.graph = graph, .c = condensation};
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_allocate(&f.found, 1, sizeof *f.found, error);
    }
    if (status) {
        return status;
    }
    status = begin_finding(&f, error);
    if (!status) {
        status = find_all(&f, error);
    }
    free(f.first);
    free(f.distance);
    free(f.queue);
    if (status) {
        cg_cycles_free(f.found);
        return status;
    }
    *out = f.found;
    return CG_OK;
}

void cg_cycles_free(struct cg_cycles *cycles)
{
    if (cycles) {
        free(cycles->component);
        free(cycles->start);
        free(cycles->edges);
        free(cycles);
    }
}

/* Asking */

size_t cg_cycles_count(const struct cg_cycles *cycles)
{
    return cycles->count;
}

struct cg_call_set cg_cycles_at(const struct cg_cycles *cycles, size_t i)
{
    const size_t *start = cycles->start + i;
    return (struct cg_call_set){cycles->edges + start[0], start[1] - start[0]};
}

uint32_t cg_cycles_component(const struct cg_cycles *cycles, size_t i)
{
    return cycles->component[i];
}
