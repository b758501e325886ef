/* Checks what queries are given, and compares functions in canonical order. */
#include "query/common/query_internal.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

int cg_query_check_graph(const struct cg_graph *graph, struct cg_error *error)
{
    if (!cg_graph_is_frozen(graph)) {
        return cg_fail(error, CG_E_STATE, "the graph is not frozen");
    }
    return CG_OK;
}

int cg_query_check_nodes(const struct cg_graph *graph, const cg_node *nodes, size_t count,
                         struct cg_error *error)
{
    uint32_t limit = cg_graph_node_count(graph);
    for (size_t i = 0; i < count; i++) {
        if (nodes[i] >= limit) {
            return cg_fail(error, CG_E_ARGUMENT, "the graph has no node %u", (unsigned)nodes[i]);
        }
    }
    return CG_OK;
}

int cg_query_check_direction(enum cg_direction direction, struct cg_error *error)
{
    return direction == CG_CALLEES || direction == CG_CALLERS
               ? CG_OK
               : cg_fail(error, CG_E_ARGUMENT, "there is no direction %d", (int)direction);
}

int cg_query_allocate(void *out, size_t count, size_t size, struct cg_error *error)
{
    void *array = calloc(count ? count : 1, size);
    memcpy(out, &array, sizeof array);
    return array ? CG_OK : cg_fail_memory(error);
}

static int compare_texts(const char *a, const char *b)
{
    if (!a || !b) {
        return (a != NULL) - (b != NULL);
    }
    return strcmp(a, b);
}

int cg_query_compare(const struct cg_graph *graph, cg_node a, cg_node b)
{
    int order = strcmp(cg_node_name(graph, a), cg_node_name(graph, b));
    if (order == 0) {
        order = compare_texts(cg_node_origin(graph, a), cg_node_origin(graph, b));
    }
    if (order == 0) {
        order = (int)cg_node_linkage(graph, a) - (int)cg_node_linkage(graph, b);
    }
    if (order == 0) {
        order = (int)cg_node_has_body(graph, a) - (int)cg_node_has_body(graph, b);
    }
    if (order == 0) {
        order = (a > b) - (a < b);
    }
    return order;
}

static int compare_elements(const void *a, const void *b, void *graph)
{
    return cg_query_compare(graph, *(const cg_node *)a, *(const cg_node *)b);
}

void cg_query_sort(const struct cg_graph *graph, cg_node *nodes, size_t count)
{
    if (count > 1) {
        qsort_r(nodes, count, sizeof *nodes, compare_elements, (void *)graph);
    }
}
