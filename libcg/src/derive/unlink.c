/* Takes back what linking found, so that the graph can be linked as part of a larger one. */
#include <libcg/link.h>

#include "derive/derive.h"
#include "linked/found_calls.h"

#include <libcg/metadata.h>

#include <stdlib.h>

/* Reasons and causes from linking a part do not apply to the larger program. */
static bool forget_unknown(void *data, cg_node node, struct cg_site *site)
{
    (void)data;
    (void)node;
    site->unknown = NULL;
    site->causes = NULL;
    return false;
}

static int reopen(struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    struct cg_site_list *closed;
    int status = cg_sites_read(&closed, graph, node, CG_KEY_RESOLVED_CALLS, error);
    if (status) {
        return status;
    }
    cg_metadata_remove(graph, CG_ON_NODE, node, CG_KEY_RESOLVED_CALLS);
    size_t count = cg_site_list_count(closed);
    const struct sites_change change = {.judge = forget_unknown,
                                        .more = count ? cg_site_list_at(closed, 0) : NULL,
                                        .more_count = count};
    status = sites_close(graph, node, &change, error);
    cg_site_list_free(closed);
    return status;
}

int cg_graph_unlink(struct cg_graph *graph, struct cg_error *error)
{
    int status = CG_OK;
    for (cg_node n = 0; n < cg_graph_node_count(graph) && !status; n++) {
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_ESCAPES);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_MISTYPED);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_CONFINED);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_RUNTIME);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_AT_EXIT);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_EXITLESS);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_CALLS_ONLY_ARGUMENTS);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_LOADS_CODE);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_NEVER_INSTANTIATED);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_UNDESCRIBED);
        if (cg_metadata_has(graph, CG_ON_NODE, n, CG_KEY_UNRESOLVED_CALLS) ||
            cg_metadata_has(graph, CG_ON_NODE, n, CG_KEY_RESOLVED_CALLS)) {
            status = reopen(graph, n, error);
        }
    }
    for (cg_edge e = 0; e < cg_graph_edge_count(graph); e++) {
        cg_metadata_remove(graph, CG_ON_EDGE, e, CG_KEY_CONTEXT);
    }
    cg_metadata_remove(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED);
    cg_metadata_remove(graph, CG_ON_GRAPH, 0, CG_KEY_UNRESOLVED_CAUSES);
    derive_undo(graph);
    return status;
}
