/* Adding and finding edges. */
#include "graph/graph.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

#define FIRST_SLOTS 64u

static inline uint32_t hash_pair(cg_node caller, cg_node callee)
{
    uint64_t pair = ((uint64_t)caller << 32 | callee) * 0x9e3779b97f4a7c15ull;
    return (uint32_t)(pair >> 32);
}

/* The slot of the pair, or the empty one where it belongs. */
static uint32_t *find_slot(const struct cg_graph *graph, cg_node caller, cg_node callee)
{
    uint32_t i = hash_pair(caller, callee) & graph->edge_mask;
    while (graph->edge_slots[i]) {
        cg_edge edge = graph->edge_slots[i] - 1;
        if (graph->callees[edge] == callee && graph->callers[edge] == caller) {
            break;
        }
        i = (i + 1) & graph->edge_mask;
    }
    return &graph->edge_slots[i];
}

void graph_prefetch_edge(const struct cg_graph *graph, cg_node caller, cg_node callee)
{
    if (graph->edge_slots) {
        __builtin_prefetch(&graph->edge_slots[hash_pair(caller, callee) & graph->edge_mask]);
    }
}

static bool build_table(struct cg_graph *graph, uint32_t wanted)
{
    uint64_t slots = FIRST_SLOTS;
    while (slots - slots / 3 <= wanted) {
        slots *= 2;
    }
    uint32_t *table = slots > UINT32_MAX ? NULL : calloc(slots, sizeof *table);
    if (!table) {
        return false;
    }
    free(graph->edge_slots);
    graph->edge_slots = table;
    graph->edge_mask = (uint32_t)slots - 1;
    for (cg_edge edge = 0; edge < graph->edge_count; edge++) {
        *find_slot(graph, graph->callers[edge], graph->callees[edge]) = edge + 1;
    }
    return true;
}

uint32_t cg_graph_edge_count(const struct cg_graph *graph)
{
    return graph->edge_count;
}

static bool grow_edges(struct cg_graph *graph)
{
    size_t needed = (size_t)graph->edge_count + 1;
    return cg_grow(&graph->callers, &graph->caller_capacity, needed, sizeof *graph->callers) &&
           cg_grow(&graph->callees, &graph->callee_capacity, needed, sizeof *graph->callees) &&
           cg_grow(&graph->kinds, &graph->kinds_capacity, needed, sizeof *graph->kinds);
}

cg_edge graph_append_edge(struct cg_graph *graph, cg_node caller, cg_node callee, unsigned kinds)
{
    if (graph->edge_count >= CG_LIMIT_EDGES || !grow_edges(graph)) {
        return CG_NONE;
    }
    cg_edge edge = graph->edge_count++;
    graph->callers[edge] = caller;
    graph->callees[edge] = callee;
    graph->kinds[edge] = (uint8_t)kinds;
    return edge;
}

static int add_new_edge(cg_edge *out, struct cg_graph *graph, cg_node caller, cg_node callee,
                        unsigned kinds, struct cg_error *error)
{
    if (graph->edge_count >= CG_LIMIT_EDGES) {
        return cg_fail(error, CG_E_LIMIT, "too many edges");
    }
    *out = graph_append_edge(graph, caller, callee, kinds);
    return *out == CG_NONE ? cg_fail_memory(error) : CG_OK;
}

int cg_graph_add_edge(cg_edge *out, struct cg_graph *graph, cg_node caller, cg_node callee,
                      unsigned kinds, struct cg_error *error)
{
    if (graph->frozen) {
        return cg_fail(error, CG_E_STATE, "cannot add edges to a frozen graph");
    }
    if (caller >= graph->node_count || callee >= graph->node_count ||
        (kinds & ~CG_EDGE_ALL_KINDS)) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node or kind of edge");
    }
    bool full = graph->edge_slots && graph->edge_count >= graph->edge_mask - graph->edge_mask / 3;
    if ((!graph->edge_slots || full) && !build_table(graph, graph->edge_count + 1)) {
        return cg_fail_memory(error);
    }
    uint32_t *slot = find_slot(graph, caller, callee);
    cg_edge edge = *slot - 1;
    if (*slot) {
        graph->kinds[edge] |= (uint8_t)kinds;
    } else {
        int status = add_new_edge(&edge, graph, caller, callee, kinds, error);
        if (status) {
            return status;
        }
        *slot = edge + 1;
    }
    if (out) {
        *out = edge;
    }
    return CG_OK;
}

static cg_edge find_frozen(const struct cg_graph *graph, cg_node caller, cg_node callee)
{
    uint32_t low = graph->out_start[caller];
    uint32_t high = graph->out_start[caller + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (graph->callees[middle] < callee) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < graph->out_start[caller + 1] && graph->callees[low] == callee;
    return found ? low : CG_NONE;
}

cg_edge cg_graph_find_edge(const struct cg_graph *graph, cg_node caller, cg_node callee)
{
    if (graph->frozen) {
        return find_frozen(graph, caller, callee);
    }
    if (graph->edge_slots) {
        return *find_slot(graph, caller, callee) - 1;
    }
    for (cg_edge edge = 0; edge < graph->edge_count; edge++) {
        if (graph->callers[edge] == caller && graph->callees[edge] == callee) {
            return edge;
        }
    }
    return CG_NONE;
}

cg_node cg_edge_caller(const struct cg_graph *graph, cg_edge edge)
{
    return graph->callers[edge];
}

cg_node cg_edge_callee(const struct cg_graph *graph, cg_edge edge)
{
    return graph->callees[edge];
}

unsigned cg_edge_kinds(const struct cg_graph *graph, cg_edge edge)
{
    return graph->kinds[edge];
}
