/* The public interface of walks. */
#include "query/walk/walk.h"

#include "base/error.h"

#include <stdlib.h>

struct cg_walk {
    struct walk walk;
    uint32_t distance[]; /**< by node */
};

int cg_walk_new(struct cg_walk **out, const struct cg_graph *graph, const cg_node *starts,
                size_t count, enum cg_direction direction, struct cg_error *error)
{
    const struct cg_function_set from = {starts, count};
    *out = NULL;
    struct cg_walk *walk =
        calloc(1, sizeof *walk + cg_graph_node_count(graph) * sizeof *walk->distance);
    if (!walk) {
        return cg_fail_memory(error);
    }
    walk->walk = (struct walk){.graph = graph,
                               .direction = direction,
                               .bounds = {.limit = CG_NONE},
                               .distance = walk->distance};
    int status = walk_search(&walk->walk, &from, error);
    if (status) {
        cg_walk_free(walk);
        return status;
    }
    *out = walk;
    return CG_OK;
}

const uint32_t *cg_walk_distances(const struct cg_walk *walk)
{
    return walk->distance;
}

int cg_walk_path(cg_edge **path, size_t *length, const struct cg_walk *walk, cg_node node,
                 struct cg_error *error)
{
    *path = NULL;
    *length = 0;
    int status = cg_query_check_nodes(walk->walk.graph, &node, 1, error);
    if (status || walk->distance[node] == CG_NONE) {
        return status;
    }
    return walk_path(path, length, &walk->walk, node, error);
}

void cg_walk_free(struct cg_walk *walk)
{
    if (walk) {
        walk_clear(&walk->walk);
        free(walk);
    }
}
