/* Functions that lead to all of some others, and the nearest of them. */
#include <libcg/common_callers.h>

#include <libcg/query.h>

#include "base/error.h"
#include "graph/graph.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

struct common {
    const struct cg_graph *graph;
    uint32_t *distance;  /* by node: to the current set */
    uint32_t *component; /* by node: strongly connected */
    bool *all;           /* by node: whether it leads to all sets */
};

static int begin_search(struct common *c, struct cg_error *error)
{
    uint32_t nodes = c->graph->node_count;
    int status = cg_query_allocate(&c->distance, nodes, sizeof *c->distance, error);
    if (!status) {
        status = cg_query_allocate(&c->component, nodes, sizeof *c->component, error);
    }
    if (!status) {
        status = cg_query_allocate(&c->all, nodes, sizeof *c->all, error);
    }
    for (cg_node node = 0; !status && node < nodes; node++) {
        c->all[node] = true;
    }
    return status;
}

static int take_set(struct common *c, const struct cg_function_set *set, struct cg_error *error)
{
    int status = cg_search(c->distance, c->graph, &(struct cg_function_set){set->nodes, set->count},
                           CG_CALLERS, CG_NONE, error);
    for (cg_node node = 0; !status && node < c->graph->node_count; node++) {
        c->all[node] = c->all[node] && c->distance[node] != CG_NONE;
    }
    return status;
}

static bool calls_nearer(const struct common *c, cg_node node)
{
    for (cg_edge e = c->graph->out_start[node]; e < c->graph->out_start[node + 1]; e++) {
        cg_node callee = c->graph->callees[e];
        if (c->all[callee] && c->component[callee] != c->component[node] &&
            !cg_query_is_guess(c->graph, e)) {
            return true;
        }
    }
    return false;
}

/* A component is not nearest if any of its functions calls a nearer one. */
static int choose_nearest(struct common *c, bool *nearest, struct cg_error *error)
{
    uint32_t count;
    bool *passed = NULL;
    int status = cg_components(c->component, &count, c->graph, error);
    status = status ? status : cg_query_allocate(&passed, count, sizeof *passed, error);
    if (status) {
        return status;
    }
    for (cg_node node = 0; node < c->graph->node_count; node++) {
        uint32_t component = c->component[node];
        passed[component] = passed[component] || (c->all[node] && calls_nearer(c, node));
    }
    for (cg_node node = 0; node < c->graph->node_count; node++) {
        nearest[node] = c->all[node] && !passed[c->component[node]];
    }
    free(passed);
    return CG_OK;
}

int cg_common_callers(bool *nearest, const struct cg_graph *graph,
                      const struct cg_function_set *sets, size_t count, struct cg_error *error)
{
    struct common c = {.graph = graph};
    int status = cg_query_check_graph(graph, error);
    if (!status && count == 0) {
        status = cg_fail(error, CG_E_ARGUMENT, "no sets to find common callers of");
    }
    if (!status) {
        status = begin_search(&c, error);
    }
    for (size_t i = 0; i < count && !status; i++) {
        status = take_set(&c, &sets[i], error);
    }
    if (!status) {
        status = choose_nearest(&c, nearest, error);
    }
    free(c.distance);
    free(c.component);
    free(c.all);
    return status;
}
