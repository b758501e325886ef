/* Removes unresolved calls of which the compiler shows that there are none. */
#include <libcg/facts.h>
#include <libcg/merge.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static bool is_known(const struct cg_site *site)
{
    return site->reason && strcmp(site->reason, CG_OPEN_UNEMITTED) == 0;
}

static int write_rest(struct cg_graph *graph, cg_node node, const struct cg_site_list *list,
                      struct cg_error *error)
{
    size_t count = cg_site_list_count(list);
    struct cg_site *kept = calloc(count + 1, sizeof *kept);
    if (!kept) {
        return cg_fail_memory(error);
    }
    size_t rest = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        if (!is_known(site)) {
            kept[rest++] = *site;
        }
    }
    int status = CG_OK;
    if (rest < count) {
        status = cg_sites_write(graph, node, CG_KEY_UNRESOLVED_CALLS, kept, rest, error);
    }
    free(kept);
    return status;
}

static int settle_calls(struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    struct cg_site_list *list;
    int status = cg_sites_read(&list, graph, node, CG_KEY_UNRESOLVED_CALLS, error);
    if (!status) {
        status = write_rest(graph, node, list, error);
        cg_site_list_free(list);
    }
    return status;
}

static bool is_compiled(const struct cg_graph *graph, cg_node node)
{
    return cg_evidence(graph, CG_ON_NODE, node) & 1u << CG_EVIDENCE_IR;
}

int cg_graph_settle_unresolved_calls(struct cg_graph *graph, struct cg_error *error)
{
    int status = CG_OK;
    for (cg_node node = 0; node < cg_graph_node_count(graph) && !status; node++) {
        if (cg_site_count(graph, node, CG_KEY_UNRESOLVED_CALLS) > 0 && is_compiled(graph, node)) {
            status = settle_calls(graph, node, error);
        }
    }
    return status;
}
