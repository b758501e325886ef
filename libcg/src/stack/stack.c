/* Setting up the query: rows, components, members. */
#include "stack/stack.h"

#include "base/error.h"
#include "base/rows.h"
#include "base/versioned_options.h"
#include "graph/graph.h"
#include "query/common/components.h"
#include "query/common/query_internal.h"

#include <stdlib.h>
#include <string.h>

static int check_calls(const struct cg_graph *graph, const struct cg_stack_query *query,
                       struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < query->call_count && !status; i++) {
        const cg_node ends[] = {query->calls[i].caller, query->calls[i].callee};
        status = cg_query_check_nodes(graph, ends, 2, error);
    }
    if (!status && query->call_count > CG_NONE - 1 - graph->edge_count) {
        return cg_fail(error, CG_E_ARGUMENT, "too many calls");
    }
    return status;
}

static int find_ranks(struct cg_stack *s, cg_node **order, const struct cg_graph *graph,
                      struct cg_error *error)
{
    int status = cg_query_allocate(&s->rank, s->nodes, sizeof *s->rank, error);
    if (!status) {
        status = cg_graph_canonical_order(order, graph, error);
    }
    for (uint32_t i = 0; !status && i < s->nodes; i++) {
        s->rank[(*order)[i]] = i;
    }
    return status;
}

static void put_row(struct cg_stack *s, cg_node caller, cg_node callee, cg_edge edge,
                    int64_t between)
{
    uint32_t row = rows_place(s->start, caller);
    s->callees[row] = callee;
    s->edges[row] = edge;
    s->between[row] = between < 0 ? 0 : between;
    s->unsure[caller] = s->unsure[caller] || between < 0;
}

static void put_edge(struct cg_stack *s, const struct cg_graph *graph,
                     const struct cg_stack_query *query, cg_edge edge)
{
    if (!cg_query_is_guess(graph, edge)) {
        put_row(s, graph->callers[edge], graph->callees[edge], edge,
                query->between ? query->between[edge] : 0);
    }
}

/* Nodes read from a file are in canonical order, and so are their edges. */
static bool is_in_order(const cg_node *order, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && order[i] == i) {
        i++;
    }
    return i == count;
}

static void put_rows(struct cg_stack *s, const struct cg_graph *graph,
                     const struct cg_stack_query *query, const cg_node *order)
{
    bool in_order = is_in_order(order, s->nodes);
    for (cg_edge edge = 0; in_order && edge < graph->edge_count; edge++) {
        put_edge(s, graph, query, edge);
    }
    for (uint32_t i = 0; !in_order && i < s->nodes; i++) {
        for (uint32_t k = graph->in_start[order[i]]; k < graph->in_start[order[i] + 1]; k++) {
            put_edge(s, graph, query, graph->in_edges[k]);
        }
    }
    for (size_t i = 0; i < query->call_count; i++) {
        put_row(s, query->calls[i].caller, query->calls[i].callee, CG_NONE, 0);
    }
}

static void count_rows(struct cg_stack *s, const struct cg_graph *graph,
                       const struct cg_stack_query *query)
{
    for (cg_edge edge = 0; edge < graph->edge_count; edge++) {
        if (!cg_query_is_guess(graph, edge)) {
            rows_count(s->start, graph->callers[edge]);
        }
    }
    for (size_t i = 0; i < query->call_count; i++) {
        rows_count(s->start, query->calls[i].caller);
    }
    rows_begin(s->start, s->nodes);
}

static int lay_out(struct cg_stack *s, const struct cg_graph *graph,
                   const struct cg_stack_query *query, struct cg_error *error)
{
    size_t most = (size_t)graph->edge_count + query->call_count;
    cg_node *order = NULL;
    int status = find_ranks(s, &order, graph, error);
    if (!status) {
        status = cg_query_allocate(&s->start, (size_t)s->nodes + 2, sizeof *s->start, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->callees, most, sizeof *s->callees, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->edges, most, sizeof *s->edges, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->between, most, sizeof *s->between, error);
    }
    if (!status) {
        count_rows(s, graph, query);
        put_rows(s, graph, query, order);
    }
    free(order);
    return status;
}

static int copy_frames(struct cg_stack *s, const struct cg_stack_query *query,
                       struct cg_error *error)
{
    int status = cg_query_allocate(&s->frame, s->nodes, sizeof *s->frame, error);
    if (!status) {
        status = cg_query_allocate(&s->unsure, s->nodes, sizeof *s->unsure, error);
    }
    for (cg_node node = 0; !status && node < s->nodes; node++) {
        int64_t frame = query->frame[node];
        s->frame[node] = frame < 0 ? 0 : frame;
        s->unsure[node] = frame < 0 || (query->unsure && query->unsure[node]);
    }
    return status;
}

static bool is_recursive(const struct cg_stack *s, cg_node node)
{
    bool is = false;
    for (uint32_t row = s->start[node]; !is && row < s->start[node + 1]; row++) {
        is = s->component[s->callees[row]] == s->component[node];
    }
    return is;
}

static int find_components(struct cg_stack *s, const struct cg_stack_query *query,
                           struct cg_error *error)
{
    const struct call_rows rows = {s->nodes, s->start, s->callees};
    int status = cg_query_allocate(&s->component, s->nodes, sizeof(uint32_t), error);
    if (!status) {
        status = cg_query_allocate(&s->recursion, s->nodes, sizeof(uint32_t), error);
    }
    if (!status) {
        status = components_find(s->component, &s->component_count, &rows, error);
    }
    for (cg_node node = 0; !status && query->recursion && node < s->nodes; node++) {
        s->recursion[node] = is_recursive(s, node) ? query->recursion[node] : 0;
    }
    return status;
}

/* Components of the rows between unbounded functions of one component. */
static int find_parts(struct cg_stack *s, uint32_t *count, struct cg_error *error)
{
    uint32_t *start = NULL;
    cg_node *callees = NULL;
    uint32_t kept = 0;
    int status = cg_query_allocate(&start, (size_t)s->nodes + 1, sizeof *start, error);
    if (!status) {
        status = cg_query_allocate(&callees, s->start[s->nodes], sizeof *callees, error);
    }
    for (cg_node node = 0; !status && node < s->nodes; node++) {
        for (uint32_t row = s->start[node]; row < s->start[node + 1]; row++) {
            cg_node to = s->callees[row];
            if (s->component[to] == s->component[node] && !s->recursion[node] &&
                !s->recursion[to]) {
                callees[kept++] = to;
            }
        }
        start[node + 1] = kept;
    }
    if (!status) {
        const struct call_rows rows = {s->nodes, start, callees};
        status = components_find(s->inner, count, &rows, error);
    }
    free(start);
    free(callees);
    return status;
}

static int find_inner(struct cg_stack *s, uint32_t *count, struct cg_error *error)
{
    bool bounded = false;
    for (cg_node node = 0; !bounded && node < s->nodes; node++) {
        bounded = s->recursion[node] != 0;
    }
    int status = cg_query_allocate(&s->inner, s->nodes, sizeof(uint32_t), error);
    if (!status && bounded) {
        return find_parts(s, count, error);
    }
    if (!status) {
        memcpy(s->inner, s->component, s->nodes * sizeof(uint32_t));
        *count = s->component_count;
    }
    return status;
}

/* Sort nodes stably by a number of each. `start` has count + 2 numbers, all 0, and finally contains
 * the beginning of each number's nodes. */
static void sort_by(cg_node *out, uint32_t *start, const cg_node *in, const uint32_t *number,
                    uint32_t nodes, uint32_t count)
{
    for (uint32_t i = 0; i < nodes; i++) {
        rows_count(start, number[in[i]]);
    }
    rows_begin(start, count);
    for (uint32_t i = 0; i < nodes; i++) {
        out[rows_place(start, number[in[i]])] = in[i];
    }
}

static int group_members(struct cg_stack *s, struct cg_error *error)
{
    uint32_t inner_count = 0;
    uint32_t *start = NULL;
    cg_node *by_rank = NULL, *by_inner = NULL;
    int status = find_inner(s, &inner_count, error);
    if (!status) {
        status = cg_query_allocate(&start, (size_t)inner_count + 2, sizeof *start, error);
    }
    if (!status) {
        status = cg_query_allocate(&by_rank, s->nodes, sizeof *by_rank, error);
    }
    if (!status) {
        status = cg_query_allocate(&by_inner, s->nodes, sizeof *by_inner, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->members, s->nodes, sizeof *s->members, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->member_start, (size_t)s->component_count + 2,
                                   sizeof *s->member_start, error);
    }
    if (!status) {
        for (cg_node node = 0; node < s->nodes; node++) {
            by_rank[s->rank[node]] = node;
        }
        sort_by(by_inner, start, by_rank, s->inner, s->nodes, inner_count);
        sort_by(s->members, s->member_start, by_inner, s->component, s->nodes, s->component_count);
    }
    free(start);
    free(by_rank);
    free(by_inner);
    return status;
}

static int compute_bounds(struct cg_stack *s, const struct cg_graph *graph,
                          const struct cg_stack_query *query, struct cg_error *error)
{
    s->nodes = graph->node_count;
    int status = copy_frames(s, query, error);
    if (!status) {
        status = lay_out(s, graph, query, error);
    }
    if (!status) {
        status = find_components(s, query, error);
    }
    if (!status) {
        status = group_members(s, error);
    }
    if (!status) {
        status = stack_weigh(s, error);
    }
    return status ? status : stack_find_recursions(s, error);
}

int cg_stack_new(struct cg_stack **out, const struct cg_graph *graph,
                 const struct cg_stack_query *query, struct cg_error *error)
{
    struct cg_stack_query own = CG_STACK_QUERY_INIT;
    int status = OPTIONS_TAKE(&own, query, cg_stack_query, error);
    if (!status) {
        status = cg_query_check_graph(graph, error);
    }
    if (!status) {
        status = check_calls(graph, &own, error);
    }
    if (status) {
        return status;
    }
    struct cg_stack *stack = calloc(1, sizeof *stack);
    if (!stack) {
        return cg_fail_memory(error);
    }
    status = compute_bounds(stack, graph, &own, error);
    if (status) {
        cg_stack_free(stack);
        return status;
    }
    *out = stack;
    return CG_OK;
}

void cg_stack_free(struct cg_stack *s)
{
    if (s) {
        void *const arrays[] = {s->rank,       s->start,      s->callees,        s->edges,
                                s->between,    s->frame,      s->unsure,         s->recursion,
                                s->component,  s->inner,      s->member_start,   s->members,
                                s->components, s->deep,       s->deep_next,      s->flat,
                                s->flat_next,  s->recursions, s->recursion_nodes};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
            free(arrays[i]);
        }
        free(s);
    }
}
