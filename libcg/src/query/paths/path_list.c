#include "query/paths/path_list.h"

#include "base/error.h"
#include "base/memory.h"
#include "query/common/query_internal.h"

#include <stdlib.h>
#include <string.h>

size_t cg_path_list_count(const struct cg_path_list *list)
{
    return list->count;
}

const struct cg_call_path *cg_path_list_at(const struct cg_path_list *list, size_t i)
{
    return &list->paths[i];
}

void cg_path_list_free(struct cg_path_list *list)
{
    if (list) {
        for (size_t i = 0; i < list->count; i++) {
            free((cg_edge *)(uintptr_t)list->paths[i].edges);
        }
        free(list->paths);
        free(list);
    }
}

bool path_list_add(struct cg_path_list *list, const struct cg_call_path *path)
{
    size_t bytes = path->length * sizeof *path->edges;
    cg_edge *edges = malloc(bytes ? bytes : 1);
    if (!edges || !cg_grow(&list->paths, &list->capacity, list->count + 1, sizeof *list->paths)) {
        free(edges);
        return false;
    }
    if (bytes) {
        memcpy(edges, path->edges, bytes);
    }
    list->paths[list->count] = *path;
    list->paths[list->count++].edges = edges;
    return true;
}

int path_list_compare(const struct cg_graph *graph, const struct cg_call_path *a,
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

int path_query_check(const struct cg_graph *graph, const struct cg_path_query *query,
                     struct cg_error *error)
{
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_check_nodes(graph, query->from, query->from_count, error);
    }
    if (!status) {
        status = cg_query_check_nodes(graph, query->to, query->to_count, error);
    }
    return status || !query->weight ? status : check_weights(graph, query, error);
}
