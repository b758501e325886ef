/* How often functions are called: counted, else estimated from the calls of the graph; and at most.
 */
#include <libcg/instrument.h>

#include "query/common/condensation.h"
#include "query/common/query_internal.h"

#include <libcg/kinds.h>
#include <libcg/site.h>

#include <math.h>
#include <stdlib.h>

#define LOOP 100.0 /* as in estimateCallCount */
#define MOST 1e18

struct counting {
    const struct cg_graph *graph;
    const struct cg_condensation *c;
    double *counts;
    bool *estimated;
};

static int calls_of_sites(double *calls, const struct cg_graph *graph, cg_edge edge,
                          struct cg_error *error)
{
    struct cg_site_list *sites;
    int status = cg_sites_read(&sites, graph, edge, CG_KEY_CALL_SITES, error);
    if (status) {
        return status;
    }
    *calls = 0;
    for (size_t i = 0; i < cg_site_list_count(sites); i++) {
        *calls += pow(LOOP, cg_site_list_at(sites, i)->loops);
    }
    *calls = *calls > 0 ? *calls : 1;
    cg_site_list_free(sites);
    return CG_OK;
}

/* Calls for each run of the caller. */
static int calls_of_edge(double *calls, const struct cg_graph *graph, cg_edge edge,
                         struct cg_error *error)
{
    *calls = cg_estimated_calls(graph, cg_edge_caller(graph, edge), cg_edge_callee(graph, edge));
    return *calls >= 0 ? CG_OK : calls_of_sites(calls, graph, edge, error);
}

/* Add up the calls of a function by those outside of its circle. */
static int add_calls(double *sum, const struct counting *counting, cg_node node,
                     struct cg_error *error)
{
    const struct cg_graph *graph = counting->graph;
    const uint32_t *component = counting->c->component;
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    int status = CG_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        cg_node caller = cg_edge_caller(graph, edges[i]);
        double calls = 0;
        if (component[caller] != component[node] && !cg_query_is_guess(graph, edges[i])) {
            status = calls_of_edge(&calls, graph, edges[i], error);
            *sum += counting->counts[caller] * calls;
        }
    }
    return status;
}

static bool is_circle(const struct counting *counting, cg_node node)
{
    cg_edge edge = cg_graph_find_edge(counting->graph, node, node);
    uint32_t component = counting->c->component[node];
    return counting->c->member_start[component + 1] - counting->c->member_start[component] > 1 ||
           (edge != CG_NONE && !cg_query_is_guess(counting->graph, edge));
}

/* Estimate the members of a component that were not counted. Its callers come before. */
static int count_component(struct counting *counting, uint32_t component, struct cg_error *error)
{
    const struct cg_condensation *c = counting->c;
    double calls = 0;
    int status = CG_OK;
    bool any = false;
    for (uint32_t i = c->member_start[component]; i < c->member_start[component + 1]; i++) {
        any = any || counting->estimated[c->members[i]];
    }
    for (uint32_t i = c->member_start[component];
         any && i < c->member_start[component + 1] && !status; i++) {
        status = add_calls(&calls, counting, c->members[i], error);
    }
    for (uint32_t i = c->member_start[component]; any && i < c->member_start[component + 1]; i++) {
        cg_node node = c->members[i];
        if (counting->estimated[node]) {
            double count = calls * (is_circle(counting, node) ? LOOP : 1);
            counting->counts[node] = fmin(fmax(count, 1), MOST);
        }
    }
    return status;
}

static int count_all(struct counting *counting, struct cg_error *error)
{
    const struct cg_graph *graph = counting->graph;
    int status = CG_OK;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        int64_t visits = cg_measured_visits(graph, CG_ON_NODE, node);
        counting->estimated[node] = visits < 0;
        counting->counts[node] = visits < 0 ? 1 : fmin((double)visits, MOST);
    }
    for (uint32_t i = counting->c->count; i-- > 0 && !status;) {
        status = count_component(counting, i, error);
    }
    return status;
}

/* Bounds */

/* Calls for each run of the caller, at most. */
static int most_of_edge(double *most, const struct cg_graph *graph, cg_edge edge,
                        struct cg_error *error)
{
    struct cg_site_list *sites;
    int status = cg_sites_read(&sites, graph, edge, CG_KEY_CALL_SITES, error);
    if (status) {
        return status;
    }
    size_t count = cg_site_list_count(sites);
    *most = count ? (double)count : INFINITY;
    for (size_t i = 0; i < count; i++) {
        *most = cg_site_list_at(sites, i)->loops ? INFINITY : *most;
    }
    cg_site_list_free(sites);
    return CG_OK;
}

/* Its callers come before, but for those that only may call it. */
static int bound(struct counting *counting, cg_node node, struct cg_error *error)
{
    const struct cg_graph *graph = counting->graph;
    double *most = &counting->counts[node];
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    int status = CG_OK;
    if (is_circle(counting, node) || cg_site_count(graph, node, CG_KEY_ADDRESS_TAKEN) > 0) {
        *most = INFINITY;
    }
    for (uint32_t i = 0; i < count && *most < INFINITY && !status; i++) {
        cg_node caller = cg_edge_caller(graph, edges[i]);
        double runs = counting->counts[caller], calls = INFINITY;
        if (cg_query_is_guess(graph, edges[i])) {
            *most = INFINITY;
        } else if (runs > 0) {
            status = cg_node_has_body(graph, caller) ? most_of_edge(&calls, graph, edges[i], error)
                                                     : CG_OK;
            *most += runs * calls;
        }
    }
    return status;
}

static int bound_all(struct counting *counting, const struct cg_function_set *entries,
                     struct cg_error *error)
{
    const struct cg_condensation *c = counting->c;
    int status = CG_OK;
    for (cg_node node = 0; node < cg_graph_node_count(counting->graph); node++) {
        counting->counts[node] = 0;
    }
    for (size_t i = 0; i < entries->count; i++) {
        counting->counts[entries->nodes[i]] = 1;
    }
    for (uint32_t i = c->count; i-- > 0;) {
        for (uint32_t k = c->member_start[i]; k < c->member_start[i + 1] && !status; k++) {
            status = bound(counting, c->members[k], error);
        }
    }
    return status;
}

int cg_call_bounds(double *most, const struct cg_graph *graph,
                   const struct cg_function_set *entries, struct cg_error *error)
{
    struct cg_condensation *condensed = NULL;
    int status = cg_query_check_graph(graph, error);
    status = status ? status : cg_query_check_nodes(graph, entries->nodes, entries->count, error);
    status = status ? status : cg_condense(&condensed, graph, error);
    if (!status) {
        struct counting counting = {graph, condensed, most, NULL};
        status = bound_all(&counting, entries, error);
    }
    cg_condensation_free(condensed);
    return status;
}

/* Counts */

int cg_call_counts(double *counts, bool *estimated, const struct cg_graph *graph,
                   struct cg_error *error)
{
    struct cg_condensation *condensed = NULL;
    bool *own = NULL;
    int status = cg_query_check_graph(graph, error);
    status = status ? status : cg_condense(&condensed, graph, error);
    if (!status && !estimated) {
        status = cg_query_allocate(&own, cg_graph_node_count(graph), sizeof *own, error);
    }
    if (!status) {
        struct counting counting = {graph, condensed, counts, estimated ? estimated : own};
        status = count_all(&counting, error);
    }
    free(own);
    cg_condensation_free(condensed);
    return status;
}
