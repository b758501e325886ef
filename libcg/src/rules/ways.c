/* Finds the chains of calls that a ban forbids. */
#include "base/error.h"
#include "base/memory.h"
#include "query/common/query_internal.h"
#include "rules/verdict.h"

#include <stdlib.h>

/* Ways end where they reach TO, and do not go through FROM or exceptions. Functions in both FROM
 * and TO may be their ends. */
static int search_ways(struct ways *ways, bool *avoid, cg_node *targets, struct cg_error *error)
{
    const struct ban *ban = ways->ban;
    struct cg_function_set to = {targets, 0};
    for (cg_node node = 0; node < cg_graph_node_count(ban->graph); node++) {
        bool excepted = ban->except && ban->except[node];
        avoid[node] = excepted || (ban->from[node] && !ban->to[node]);
        if (ban->to[node]) {
            targets[to.count++] = node;
        }
    }
    const struct cg_query_bounds bounds = {
        .avoid = avoid, .by_name = ban->by_name, .limit = ban->direct ? 0 : CG_NONE};
    return cg_query_search(ways->distance, ban->graph, &to, CG_CALLERS, &bounds, error);
}

int ways_find(struct ways *ways, const struct ban *ban, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(ban->graph);
    bool *avoid = NULL;
    cg_node *targets = NULL;
    *ways = (struct ways){.ban = ban};
    int status = cg_query_allocate(&ways->distance, nodes, sizeof *ways->distance, error);
    status = status ? status : cg_query_allocate(&ways->step, nodes, sizeof *ways->step, error);
    status = status ? status : cg_query_allocate(&avoid, nodes, sizeof *avoid, error);
    status = status ? status : cg_query_allocate(&targets, nodes, sizeof *targets, error);
    if (!status) {
        status = search_ways(ways, avoid, targets, error);
    }
    for (cg_node node = 0; node < nodes && !status; node++) {
        ways->step[node] = CG_NONE;
    }
    free(avoid);
    free(targets);
    return status;
}

void ways_clear(struct ways *ways)
{
    free(ways->distance);
    free(ways->step);
}

bool ways_has(const struct ways *ways, cg_edge edge)
{
    const struct ban *ban = ways->ban;
    const struct cg_query_bounds bounds = {.by_name = ban->by_name};
    cg_node caller = cg_edge_caller(ban->graph, edge);
    return ban->from[caller] && !(ban->except && ban->except[caller]) &&
           ways->distance[cg_edge_callee(ban->graph, edge)] != CG_NONE &&
           cg_query_counts(&bounds, ban->graph, edge);
}

/* Many ways continue alike: each continuation is computed once. */
static cg_edge ways_on(struct ways *ways, cg_node node)
{
    if (ways->step[node] == CG_NONE) {
        const struct cg_query_bounds bounds = {.by_name = ways->ban->by_name};
        ways->step[node] = cg_query_step(ways->ban->graph, ways->distance, node, &bounds);
    }
    return ways->step[node];
}

int ways_add(struct ways *ways, cg_edge edge, struct verdict_builder *builder,
             struct cg_error *error)
{
    const struct ban *ban = ways->ban;
    struct cg_rule_verdict *verdict = builder->verdict;
    cg_node node = cg_edge_callee(ban->graph, edge);
    size_t length = (size_t)ways->distance[node] + 1;
    if (!cg_grow(&verdict->violations, &builder->violation_capacity, verdict->violation_count + 1,
                 sizeof *verdict->violations) ||
        !cg_grow(&builder->starts, &builder->start_capacity, verdict->violation_count + 1,
                 sizeof *builder->starts) ||
        !cg_grow(&verdict->edges, &builder->edge_capacity, builder->edge_count + length,
                 sizeof *verdict->edges)) {
        return cg_fail_memory(error);
    }
    builder->starts[verdict->violation_count] = builder->edge_count;
    verdict->edges[builder->edge_count++] = edge;
    while (ways->distance[node] > 0) {
        verdict->edges[builder->edge_count++] = ways_on(ways, node);
        node = cg_edge_callee(ban->graph, ways_on(ways, node));
    }
    verdict->violations[verdict->violation_count++] = (struct cg_violation){
        .length = length, .from = ban->from_set, .to = ban->owner ? ban->owner[node] : ban->to_set};
    return CG_OK;
}
