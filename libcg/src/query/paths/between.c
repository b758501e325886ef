/* A shortest path, searched from both ends. */
#include <libcg/paths.h>

#include "graph/graph.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

/* One of the two searches: nodes in order of distance. */
struct side {
    uint32_t *distance; /* by node, CG_NONE: not come to */
    cg_node *nodes;
    size_t level; /* where those of the last level begin */
    size_t end;
    uint32_t depth;    /* of the last level */
    uint64_t to_visit; /* edges of the last level */
    bool forward;
};

static int side_start(struct side *side, const struct cg_graph *graph, cg_node node, bool forward,
                      struct cg_error *error)
{
    uint32_t nodes = graph->node_count;
    const uint32_t *row = forward ? graph->out_start : graph->in_start;
    int status = cg_query_allocate(&side->distance, nodes, sizeof *side->distance, error);
    if (!status) {
        status = cg_query_allocate(&side->nodes, nodes, sizeof *side->nodes, error);
    }
    if (status) {
        return status;
    }
    memset(side->distance, 0xff, nodes * sizeof *side->distance);
    side->distance[node] = 0;
    side->nodes[0] = node;
    side->end = 1;
    side->forward = forward;
    side->to_visit = row[node + 1] - row[node];
    return CG_OK;
}

static void side_free(struct side *side)
{
    free(side->distance);
    free(side->nodes);
}

static void come_to(struct side *side, const struct cg_graph *graph, cg_node node)
{
    const uint32_t *row = side->forward ? graph->out_start : graph->in_start;
    if (side->distance[node] == CG_NONE) {
        side->distance[node] = side->depth;
        side->nodes[side->end++] = node;
        side->to_visit += row[node + 1] - row[node];
    }
}

/* Go one level on. */
static void advance(struct side *side, const struct cg_graph *graph)
{
    const uint32_t *row = side->forward ? graph->out_start : graph->in_start;
    size_t end = side->end;
    side->depth++;
    side->to_visit = 0;
    for (size_t i = side->level; i < end; i++) {
        cg_node node = side->nodes[i];
        for (uint32_t k = row[node]; k < row[node + 1]; k++) {
            cg_edge edge = side->forward ? k : graph->in_edges[k];
            if (!cg_query_is_guess(graph, edge)) {
                come_to(side, graph, side->forward ? graph->callees[edge] : graph->callers[edge]);
            }
        }
    }
    side->level = end;
}

/* Whether the last level of one side was come to from the other. */
static bool meets(const struct side *side, const struct side *other)
{
    for (size_t i = side->level; i < side->end; i++) {
        if (other->distance[side->nodes[i]] != CG_NONE) {
            return true;
        }
    }
    return false;
}

/* After each level it is known whether there is a path no longer than both depths together, so the
 * first to be found is a shortest one. */
static bool search(struct side *ahead, struct side *back, const struct cg_graph *graph)
{
    bool found = meets(ahead, back);
    while (!found && ahead->level < ahead->end && back->level < back->end) {
        struct side *cheaper = ahead->to_visit <= back->to_visit ? ahead : back;
        advance(cheaper, graph);
        found = meets(cheaper, cheaper == ahead ? back : ahead);
    }
    return found;
}

/* Tell nodes on shortest paths that only the search from the start came to how far the end is; what
 * is on none is not told. Nodes stand by distance, so callees are told before callers. */
static void tell_ahead(const struct side *ahead, struct side *back, const struct cg_graph *graph)
{
    uint32_t length = ahead->depth + back->depth;
    for (size_t i = ahead->end; i-- > 0;) {
        cg_node node = ahead->nodes[i];
        uint32_t left = length - ahead->distance[node];
        if (back->distance[node] != CG_NONE || left == 0) {
            continue;
        }
        for (cg_edge e = graph->out_start[node]; e < graph->out_start[node + 1]; e++) {
            cg_node callee = graph->callees[e];
            if (back->distance[callee] == left - 1 && !cg_query_is_guess(graph, e)) {
                back->distance[node] = left;
            }
        }
    }
}

int cg_shortest_path_between(struct cg_found_path *out, const struct cg_graph *graph, cg_node from,
                             cg_node to, struct cg_error *error)
{
    struct cg_found_path path = {.simple = true};
    const cg_node ends[2] = {from, to};
    struct side ahead = {0};
    struct side back = {0};
    int status = cg_query_check_graph(graph, error);
    if (!status && graph->contexts) { /* the sides would have to agree on what is handed over */
        return cg_shortest_path(out, graph, &(struct cg_function_set){&from, 1},
                                &(struct cg_function_set){&to, 1}, error);
    }
    if (!status) {
        status = cg_query_check_nodes(graph, ends, 2, error);
    }
    if (!status) {
        status = side_start(&ahead, graph, from, true, error);
    }
    if (!status) {
        status = side_start(&back, graph, to, false, error);
    }
    if (!status) {
        path.found = search(&ahead, &back, graph);
    }
    if (!status && path.found) {
        tell_ahead(&ahead, &back, graph);
        status = cg_query_walk(&path.edges, &path.length, graph, back.distance, from, error);
    }
    side_free(&ahead);
    side_free(&back);
    if (!status) {
        *out = path;
    }
    return status;
}
