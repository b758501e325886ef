/* The graph of strongly connected components. */
#include "query/common/condensation.h"

#include "base/error.h"
#include "base/rows.h"
#include "graph/graph.h"
#include "query/common/components.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

/* Group nodes by component. */
static int group_members(struct cg_condensation *c, uint32_t nodes, struct cg_error *error)
{
    uint32_t count = c->count;
    int status = cg_query_allocate(&c->member_start, (size_t)count + 2, sizeof(uint32_t), error);
    if (!status) {
        status = cg_query_allocate(&c->members, nodes, sizeof(cg_node), error);
    }
    if (status) {
        return status;
    }
    for (cg_node node = 0; node < nodes; node++) {
        rows_count(c->member_start, c->component[node]);
    }
    rows_begin(c->member_start, count);
    for (cg_node node = 0; node < nodes; node++) {
        c->members[rows_place(c->member_start, c->component[node])] = node;
    }
    return CG_OK;
}

/* Callers of each component, each once: components come in ascending order, so comparing with the
 * last one added is enough. */
static int find_callers(struct cg_condensation *c, const struct call_rows *rows,
                        struct cg_error *error)
{
    uint32_t count = c->count;
    uint32_t calls = rows->start[rows->nodes];
    uint32_t *last;
    int status = cg_query_allocate(&last, count, sizeof *last, error);
    uint32_t *pairs = NULL;
    uint32_t found = 0;
    if (!status) {
        status = cg_query_allocate(&pairs, (size_t)calls * 2, sizeof *pairs, error);
    }
    if (!status) {
        status = cg_query_allocate(&c->caller_start, (size_t)count + 2, sizeof(uint32_t), error);
    }
    for (uint32_t from = 0; !status && from < count; from++) {
        for (uint32_t m = c->member_start[from]; m < c->member_start[from + 1]; m++) {
            cg_node node = c->members[m];
            for (uint32_t i = rows->start[node]; i < rows->start[node + 1]; i++) {
                uint32_t to = c->component[rows->callees[i]];
                if (to != from && last[to] != from + 1) {
                    last[to] = from + 1;
                    pairs[(size_t)2 * found] = from;
                    pairs[(size_t)2 * found++ + 1] = to;
                    rows_count(c->caller_start, to);
                }
            }
        }
    }
    if (!status) {
        status = cg_query_allocate(&c->callers, found, sizeof(uint32_t), error);
    }
    if (!status) {
        rows_begin(c->caller_start, count);
    }
    for (uint32_t i = 0; !status && i < found; i++) {
        uint32_t to = pairs[(size_t)2 * i + 1];
        c->callers[rows_place(c->caller_start, to)] = pairs[(size_t)2 * i];
    }
    free(pairs);
    free(last);
    return status;
}

/* The reverse of these calls; processing the callees in order sorts them. */
static int turn_round(struct cg_condensation *c, struct cg_error *error)
{
    uint32_t count = c->count;
    uint32_t calls = c->caller_start[count];
    int status = cg_query_allocate(&c->callee_start, (size_t)count + 2, sizeof(uint32_t), error);
    if (!status) {
        status = cg_query_allocate(&c->callees, calls, sizeof(uint32_t), error);
    }
    if (status) {
        return status;
    }
    for (uint32_t i = 0; i < calls; i++) {
        rows_count(c->callee_start, c->callers[i]);
    }
    rows_begin(c->callee_start, count);
    for (uint32_t to = 0; to < count; to++) {
        for (uint32_t i = c->caller_start[to]; i < c->caller_start[to + 1]; i++) {
            c->callees[rows_place(c->callee_start, c->callers[i])] = to;
        }
    }
    return CG_OK;
}

static int condense(struct cg_condensation *c, const struct cg_graph *graph, struct cg_error *error)
{
    struct sure_calls sure = {0};
    int status = cg_query_allocate(&c->component, graph->node_count, sizeof(uint32_t), error);
    if (!status) {
        status = sure_calls_make(&sure, graph, error);
    }
    if (!status) {
        status = components_find(c->component, &c->count, &sure.rows, error);
    }
    if (!status) {
        status = group_members(c, graph->node_count, error);
    }
    if (!status) {
        status = find_callers(c, &sure.rows, error);
    }
    if (!status) {
        status = turn_round(c, error);
    }
    sure_calls_free(&sure);
    return status;
}

int cg_condense(struct cg_condensation **out, const struct cg_graph *graph, struct cg_error *error)
{
    int status = cg_query_check_graph(graph, error);
    if (status) {
        return status;
    }
    struct cg_condensation *c = calloc(1, sizeof *c);
    if (!c) {
        return cg_fail_memory(error);
    }
    status = condense(c, graph, error);
    if (status) {
        cg_condensation_free(c);
        return status;
    }
    *out = c;
    return CG_OK;
}

uint32_t cg_condensation_count(const struct cg_condensation *c)
{
    return c->count;
}

uint32_t cg_condensation_component(const struct cg_condensation *c, cg_node node)
{
    return c->component[node];
}

struct cg_function_set cg_condensation_members(const struct cg_condensation *c, uint32_t component)
{
    uint32_t start = c->member_start[component];
    return (struct cg_function_set){c->members + start, c->member_start[component + 1] - start};
}

uint32_t cg_condensation_callees(const struct cg_condensation *c, uint32_t component,
                                 const uint32_t **callees)
{
    *callees = c->callees + c->callee_start[component];
    return c->callee_start[component + 1] - c->callee_start[component];
}

uint32_t cg_condensation_callers(const struct cg_condensation *c, uint32_t component,
                                 const uint32_t **callers)
{
    *callers = c->callers + c->caller_start[component];
    return c->caller_start[component + 1] - c->caller_start[component];
}

void cg_condensation_free(struct cg_condensation *c)
{
    if (c) {
        free(c->component);
        free(c->member_start);
        free(c->members);
        free(c->callee_start);
        free(c->callees);
        free(c->caller_start);
        free(c->callers);
        free(c);
    }
}
