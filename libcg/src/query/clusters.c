/* Union-find over the edges between chosen functions, then a stable numbering by first members. */
#include "query/clusters.h"

#include "query/common/query_internal.h"

#include <stdlib.h>

/* The representative of a function's cluster. */
static cg_node find(uint32_t *parent, cg_node node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

static void unite_along_calls(uint32_t *parent, const struct cg_graph *graph, const bool *chosen)
{
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        cg_node caller = cg_edge_caller(graph, edge);
        cg_node callee = cg_edge_callee(graph, edge);
        if (chosen[caller] && chosen[callee] && !cg_query_is_guess(graph, edge)) {
            cg_node a = find(parent, caller), b = find(parent, callee);
            parent[a > b ? a : b] = a > b ? b : a;
        }
    }
}

static bool is_root(const struct cg_graph *graph, const uint32_t *component, cg_node node)
{
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    for (uint32_t i = 0; i < count; i++) {
        if (!cg_query_is_guess(graph, edges[i]) &&
            component[cg_edge_caller(graph, edges[i])] != component[node]) {
            return false;
        }
    }
    return true;
}

/* Chosen functions in canonical order, roots before the others. @return their number */
static uint32_t order(cg_node *out, const struct cg_graph *graph, const uint32_t *component,
                      const bool *chosen)
{
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t count = 0;
    for (int roots = 1; roots >= 0; roots--) {
        uint32_t start = count;
        for (cg_node node = 0; node < nodes; node++) {
            if (chosen[node] && is_root(graph, component, node) == (bool)roots) {
                out[count++] = node;
            }
        }
        cg_query_sort(graph, out + start, count - start);
    }
    return count;
}

/* Number the clusters in the order of their first members, and count their members. */
static void number_clusters(struct clusters *clusters, uint32_t *parent, const cg_node *ordered,
                            uint32_t count, const struct cg_graph *graph, const uint32_t *component)
{
    for (uint32_t i = 0; i < count; i++) {
        cg_node representative = find(parent, ordered[i]);
        if (clusters->of[representative] == CG_NONE) {
            clusters->of[representative] = clusters->count++;
        }
        uint32_t cluster = clusters->of[representative];
        clusters->of[ordered[i]] = cluster;
        clusters->member_start[cluster + 1]++;
        clusters->root_count[cluster] += is_root(graph, component, ordered[i]);
    }
}

/* Stable, so that members keep their order. */
static int distribute(struct clusters *clusters, const cg_node *ordered, uint32_t count,
                      struct cg_error *error)
{
    uint32_t *next;
    int status = cg_query_allocate(&next, clusters->count, sizeof *next, error);
    if (status) {
        return status;
    }
    for (uint32_t i = 0; i < clusters->count; i++) {
        clusters->member_start[i + 1] += clusters->member_start[i];
        next[i] = clusters->member_start[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        clusters->members[next[clusters->of[ordered[i]]]++] = ordered[i];
    }
    free(next);
    return CG_OK;
}

static int allocate(struct clusters *out, uint32_t **parent, cg_node **ordered, uint32_t nodes,
                    struct cg_error *error)
{
    const struct {
        uint32_t **array;
        size_t count;
    } arrays[] = {
        {&out->of, nodes},      {&out->root_count, nodes}, {&out->member_start, (size_t)nodes + 1},
        {&out->members, nodes}, {parent, nodes},           {ordered, nodes}};
    int status = CG_OK;
    for (size_t i = 0; !status && i < sizeof arrays / sizeof *arrays; i++) {
        status = cg_query_allocate(arrays[i].array, arrays[i].count, sizeof(uint32_t), error);
    }
    for (uint32_t i = 0; !status && i < nodes; i++) {
        (*parent)[i] = i;
        out->of[i] = CG_NONE;
    }
    return status;
}

int clusters_find(struct clusters *out, const struct cg_graph *graph, const uint32_t *component,
                  const bool *chosen, struct cg_error *error)
{
    uint32_t *parent = NULL;
    cg_node *ordered = NULL;
    *out = (struct clusters){0};
    int status = allocate(out, &parent, &ordered, cg_graph_node_count(graph), error);
    if (!status) {
        unite_along_calls(parent, graph, chosen);
        uint32_t count = order(ordered, graph, component, chosen);
        number_clusters(out, parent, ordered, count, graph, component);
        status = distribute(out, ordered, count, error);
    }
    free(parent);
    free(ordered);
    return status;
}

void clusters_clear(struct clusters *clusters)
{
    free(clusters->of);
    free(clusters->root_count);
    free(clusters->member_start);
    free(clusters->members);
}
