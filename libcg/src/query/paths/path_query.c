/*
 * Takes over the options, refuses weights below 0, and compares paths by weight, length, and then
 * function by function.
 */
#include "query/paths/path_query.h"

#include "base/error.h"
#include "base/versioned_options.h"
#include "query/common/query_internal.h"

int path_compare(const struct cg_graph *graph, const struct cg_call_path *a,
                 const struct cg_call_path *b)
{
    int order = (a->weight > b->weight) - (a->weight < b->weight);
    if (!order) {
        order = (a->length > b->length) - (a->length < b->length);
    }
    if (!order) {
        order = cg_query_compare(graph, a->start, b->start);
    }
    for (size_t i = 0; !order && i < a->length; i++) {
        order = cg_query_compare(graph, cg_edge_callee(graph, a->edges[i]),
                                 cg_edge_callee(graph, b->edges[i]));
    }
    return order;
}

static int check_weights(const struct cg_graph *graph, const struct cg_path_query *query,
                         struct cg_error *error)
{
    if (query->limit != CG_NONE) {
        return cg_fail(error, CG_E_ARGUMENT, "paths have weights or a limit, not both");
    }
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        if (!(query->weight[edge] >= 0)) {
            return cg_fail(error, CG_E_ARGUMENT, "edge %u has a weight below 0", (unsigned)edge);
        }
    }
    return CG_OK;
}

int path_query_take(struct cg_path_query *own, const struct cg_graph *graph,
                    const struct cg_path_query *query, struct cg_error *error)
{
    *own = (struct cg_path_query)CG_PATH_QUERY_INIT;
    int status = OPTIONS_TAKE(own, query, cg_path_query, error);
    if (!status) {
        status = cg_query_check_graph(graph, error);
    }
    if (!status) {
        status = cg_query_check_nodes(graph, own->from, own->from_count, error);
    }
    if (!status) {
        status = cg_query_check_nodes(graph, own->to, own->to_count, error);
    }
    return status || !own->weight ? status : check_weights(graph, own, error);
}
