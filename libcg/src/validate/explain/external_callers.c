/*
 * Looks at all functions that a callee may be: at their callers for callbacks and libraries, and at
 * metadata for what the loader runs and what escapes.
 */
#include "validate/explain/external_callers.h"

#include "validate/common/runtime_names.h"

#include <libcg/entries.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/site.h>

#include <string.h>

/* A call that passes a signal handler shows this. Malformed metadata is ignored. */
static bool is_handler_edge(const struct cg_graph *graph, cg_edge edge)
{
    struct cg_site_list *sites = NULL;
    bool found = false;
    int status = cg_sites_read(&sites, graph, edge, CG_KEY_CALL_SITES, NULL);
    for (size_t i = 0; !status && i < cg_site_list_count(sites) && !found; i++) {
        const char *through = cg_site_list_at(sites, i)->through;
        found = through && startup_takes_handler(through);
    }
    cg_site_list_free(sites);
    return found;
}

static bool is_library(const struct cg_graph *graph, cg_node node)
{
    return !cg_node_has_body(graph, node) &&
           !cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_OBSERVED);
}

/* Whether some call passes the function to a library. @param handler only as a signal handler */
static bool is_handed(const struct cg_graph *graph, cg_node node, bool handler)
{
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    for (uint32_t i = 0; i < count; i++) {
        bool callback = cg_edge_kinds(graph, edges[i]) & CG_EDGE_CALLBACK;
        if (handler ? callback && is_handler_edge(graph, edges[i])
                    : callback || is_library(graph, cg_edge_caller(graph, edges[i]))) {
            return true;
        }
    }
    return false;
}

static bool may_be_called_outside(const struct cg_graph *graph, cg_node node)
{
    bool linked = cg_metadata_has(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED);
    return cg_node_truth(graph, node, CG_KEY_ESCAPES) == CG_TRUTH_TRUE ||
           (!linked && cg_site_count(graph, node, CG_KEY_ADDRESS_TAKEN) > 0);
}

/* How uncollected code may come to call the callee, if it may. Functions with bodies in system
 * headers are used by libraries among themselves. */
enum cg_explanation external_calls(const struct cg_validation *v, uint32_t function)
{
    const struct validation_function *f = &v->functions[function];
    enum cg_explanation how = CG_EXPLAINED_NOT;
    for (uint32_t i = 0; i < f->count; i++) {
        cg_node node = v->candidates[f->first + i];
        if (is_handed(v->graph, node, false) || cg_runs_at_load(v->graph, node) ||
            cg_in_system_header(v->graph, node)) {
            return CG_EXPLAINED_LIBRARY;
        }
        how = may_be_called_outside(v->graph, node) ? CG_EXPLAINED_ESCAPED : how;
    }
    return how;
}

bool external_signals(const struct cg_validation *v, uint32_t function)
{
    const struct validation_function *f = &v->functions[function];
    for (uint32_t i = 0; i < f->count; i++) {
        if (is_handed(v->graph, v->candidates[f->first + i], true)) {
            return true;
        }
    }
    return false;
}
