/* Operations on sets. */
#include "query/common/components.h"
#include "query/common/query_internal.h"
#include "select/selector.h"

#include <stdlib.h>
#include <string.h>

static size_t list_members(struct cg_selector *s, const uint64_t *bits)
{
    size_t count = 0;
    for (cg_node node = 0; node < s->nodes; node++) {
        if (bits_has(bits, node)) {
            s->starts[count++] = node;
        }
    }
    return count;
}

/* Distances from a set, in s->distance. */
static int search_set(struct cg_selector *s, const uint64_t *bits, enum cg_direction direction,
                      uint32_t limit, struct cg_error *error)
{
    return cg_search(s->distance, s->graph,
                     &(struct cg_function_set){s->starts, list_members(s, bits)}, direction, limit,
                     error);
}

/* Functions at a distance of at least `from` and at most `limit`. */
static int neighbourhood(struct cg_selector *s, uint64_t *bits, enum cg_direction direction,
                         uint32_t from, uint32_t limit, struct cg_error *error)
{
    int status = search_set(s, bits, direction, limit, error);
    if (status) {
        return status;
    }
    memset(bits, 0, bits_words(s->nodes) * sizeof *bits);
    for (cg_node node = 0; node < s->nodes; node++) {
        if (s->distance[node] != CG_NONE && s->distance[node] >= from) {
            bits_add(bits, node);
        }
    }
    return CG_OK;
}

static int on_path(struct cg_selector *s, uint64_t *bits, const uint64_t *to,
                   struct cg_error *error)
{
    int status = neighbourhood(s, bits, CG_CALLEES, 0, CG_NONE, error);
    if (!status) {
        status = search_set(s, to, CG_CALLERS, CG_NONE, error);
    }
    for (cg_node node = 0; !status && node < s->nodes; node++) {
        if (s->distance[node] == CG_NONE) {
            bits[node / 64] &= ~(1ull << node % 64);
        }
    }
    return status;
}

/* Overrides are direct pairs; repeat until nothing is added. `up` goes towards overridden
 * methods. */
static void close_overrides(struct cg_selector *s, uint64_t *bits, bool up)
{
    uint32_t pairs = cg_graph_override_count(s->graph);
    bool changed = true;
    uint64_t *seed = bits;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < pairs; i++) {
            cg_node derived, base;
            cg_graph_override_at(s->graph, i, &derived, &base);
            cg_node from = up ? derived : base;
            cg_node to = up ? base : derived;
            if (bits_has(seed, from) && !bits_has(bits, to)) {
                bits_add(bits, to);
                changed = true;
            }
        }
    }
}

static int overrides(struct cg_selector *s, uint64_t *bits, bool up, struct cg_error *error)
{
    uint64_t *before;
    size_t words = bits_words(s->nodes);
    int status = cg_query_allocate(&before, words, sizeof *before, error);
    if (status) {
        return status;
    }
    memcpy(before, bits, words * sizeof *bits);
    close_overrides(s, bits, up);
    for (size_t i = 0; i < words; i++) {
        bits[i] &= ~before[i];
    }
    free(before);
    return CG_OK;
}

/* The functions of a set that no other of it calls, or that call no other of it. */
static int ends(struct cg_selector *s, uint64_t *bits, bool roots)
{
    for (cg_node node = 0; node < s->nodes; node++) {
        s->found[node] = false;
    }
    for (cg_edge e = 0; e < cg_graph_edge_count(s->graph); e++) {
        cg_node caller = cg_edge_caller(s->graph, e);
        cg_node callee = cg_edge_callee(s->graph, e);
        if (caller != callee && !cg_query_is_guess(s->graph, e) && bits_has(bits, caller) &&
            bits_has(bits, callee)) {
            s->found[roots ? callee : caller] = true;
        }
    }
    for (cg_node node = 0; node < s->nodes; node++) {
        if (s->found[node]) {
            bits[node / 64] &= ~(1ull << node % 64);
        }
    }
    return CG_OK;
}

static bool calls_itself(const struct cg_graph *graph, cg_node node)
{
    cg_edge edge = cg_graph_find_edge(graph, node, node);
    return edge != CG_NONE && !cg_query_is_guess(graph, edge);
}

/* The calls within a set, by caller. */
static int calls_within(struct sure_calls *out, const struct cg_graph *graph, const uint64_t *bits,
                        struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t kept = 0;
    *out = (struct sure_calls){.rows.nodes = nodes};
    int status = cg_query_allocate(&out->start, (size_t)nodes + 1, sizeof *out->start, error);
    if (!status) {
        status = cg_query_allocate(&out->callees, cg_graph_edge_count(graph), sizeof *out->callees,
                                   error);
    }
    for (cg_node node = 0; !status && node < nodes; node++) {
        cg_edge first = 0;
        uint32_t count = bits_has(bits, node) ? cg_node_out_edges(graph, node, &first) : 0;
        for (cg_edge edge = first; edge < first + count; edge++) {
            cg_node callee = cg_edge_callee(graph, edge);
            if (bits_has(bits, callee) && !cg_query_is_guess(graph, edge)) {
                out->callees[kept++] = callee;
            }
        }
        out->start[node + 1] = kept;
    }
    out->rows.start = out->start;
    out->rows.callees = out->callees;
    return status;
}

/* Keep the functions of a set that are in a cycle within it. `size` is scratch, by component. */
static int keep_recursive(struct cg_selector *s, uint64_t *bits, const struct call_rows *rows,
                          uint32_t *size, struct cg_error *error)
{
    uint32_t *component = s->distance;
    uint32_t count;
    int status = components_find(component, &count, rows, error);
    for (cg_node node = 0; !status && node < s->nodes; node++) {
        size[component[node]]++;
    }
    for (cg_node node = 0; !status && node < s->nodes; node++) {
        if (size[component[node]] == 1 && !calls_itself(s->graph, node)) {
            bits[node / 64] &= ~(1ull << node % 64);
        }
    }
    return status;
}

static int recursive(struct cg_selector *s, uint64_t *bits, struct cg_error *error)
{
    struct sure_calls within;
    uint32_t *size = NULL;
    int status = calls_within(&within, s->graph, bits, error);
    if (!status) {
        status = cg_query_allocate(&size, s->nodes, sizeof *size, error);
    }
    if (!status) {
        status = keep_recursive(s, bits, &within.rows, size, error);
    }
    free(size);
    sure_calls_free(&within);
    return status;
}

static void combine_sets(uint64_t *bits, const uint64_t *other, size_t words, enum select_op op)
{
    for (size_t i = 0; i < words; i++) {
        bits[i] = op == SELECT_UNION          ? bits[i] | other[i]
                  : op == SELECT_INTERSECTION ? bits[i] & other[i]
                                              : bits[i] & ~other[i];
    }
}

static void complement(const struct cg_selector *s, uint64_t *bits)
{
    size_t words = bits_words(s->nodes);
    for (size_t i = 0; i < words; i++) {
        bits[i] = ~bits[i];
    }
    if (s->nodes % 64) {
        bits[words - 1] &= (1ull << s->nodes % 64) - 1;
    }
}

int select_apply(struct cg_selector *s, const struct select_step *step, uint64_t *bits,
                 const uint64_t *other, struct cg_error *error)
{
    switch (step->op) {
    case SELECT_NOT:
        complement(s, bits);
        return CG_OK;
    case SELECT_REACHES:
        return neighbourhood(s, bits, CG_CALLERS, 0, CG_NONE, error);
    case SELECT_REACHED_FROM:
        return neighbourhood(s, bits, CG_CALLEES, 0, CG_NONE, error);
    case SELECT_CALLERS:
        return neighbourhood(s, bits, CG_CALLERS, 1, step->number, error);
    case SELECT_CALLEES:
        return neighbourhood(s, bits, CG_CALLEES, 1, step->number, error);
    case SELECT_OVERRIDES:
        return overrides(s, bits, true, error);
    case SELECT_OVERRIDDEN_BY:
        return overrides(s, bits, false, error);
    case SELECT_ROOTS:
        return ends(s, bits, true);
    case SELECT_LEAVES:
        return ends(s, bits, false);
    case SELECT_RECURSIVE:
        return recursive(s, bits, error);
    case SELECT_ON_PATH:
        return on_path(s, bits, other, error);
    default:
        combine_sets(bits, other, bits_words(s->nodes), step->op);
        return CG_OK;
    }
}
