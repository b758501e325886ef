/* The order in which files are written: a function of the graph's content. */
#include "graph/graph.h"

#include "base/error.h"

#include <stdlib.h>

struct ordered {
    const char *name;
    const char *origin;
    cg_node node;
    uint8_t linkage;
    bool has_body;
};

static int compare(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;
    int order = x->name == y->name ? 0 : strcmp(x->name, y->name);
    if (!order && x->origin != y->origin) {
        order = !x->origin ? -1 : !y->origin ? 1 : strcmp(x->origin, y->origin);
    }
    if (!order) {
        order = (int)x->linkage - (int)y->linkage;
    }
    if (!order) {
        order = (int)x->has_body - (int)y->has_body;
    }
    if (!order) {
        order = x->node < y->node ? -1 : 1;
    }
    return order;
}

int cg_graph_canonical_order(cg_node **out, const struct cg_graph *graph, struct cg_error *error)
{
    uint32_t count = graph->node_count;
    struct ordered *nodes = malloc(((size_t)count + 1) * sizeof *nodes);
    cg_node *order = malloc(((size_t)count + 1) * sizeof *order);
    if (!nodes || !order) {
        free(nodes);
        free(order);
        return cg_fail_memory(error);
    }
    for (cg_node n = 0; n < count; n++) {
        nodes[n] = (struct ordered){cg_node_name(graph, n), cg_node_origin(graph, n), n,
                                    graph->nodes[n].linkage, graph->nodes[n].has_body};
    }
    qsort(nodes, count, sizeof *nodes, compare);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = nodes[i].node;
    }
    free(nodes);
    *out = order;
    return CG_OK;
}
