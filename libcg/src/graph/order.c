/* The order in which files are written: a function of the graph's content. */
#include "graph/graph.h"

#include "base/error.h"

#include <stdlib.h>

struct ordered {
    const char *name;
    const char *origin;
    cg_node node;
    uint32_t position; /**< among the nodes of its name */
    uint8_t linkage;
    bool has_body;
};

static int canonically(const void *a, const void *b)
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
        order = x->position < y->position ? -1 : 1;
    }
    return order;
}

/* `nodes` are in order of their numbers. A file may mention a node before it defines it; the list
 * of one name is in order of definition, which writing and reading preserve. */
static void set_positions(struct ordered *nodes, const struct cg_graph *graph, cg_node first)
{
    uint32_t position = 0;
    for (cg_node n = first; n != CG_NONE; n = cg_graph_next_same_name(graph, n)) {
        nodes[n].position = position++;
    }
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
        const struct node *node = &graph->nodes[n];
        nodes[n] = (struct ordered){.name = cg_node_name(graph, n),
                                    .origin = cg_node_origin(graph, n),
                                    .node = n,
                                    .linkage = node->linkage,
                                    .has_body = node->has_body};
    }
    for (cg_node n = 0; n < count; n++) {
        if (graph->chains[graph->nodes[n].name].first == n + 1) {
            set_positions(nodes, graph, n);
        }
    }
    qsort(nodes, count, sizeof *nodes, canonically);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = nodes[i].node;
    }
    free(nodes);
    *out = order;
    return CG_OK;
}
