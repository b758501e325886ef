/* Functions that may call back later, and their possible callees. */
#include "query/common/query_internal.h"
#include "query/external_reach.h"

#include <libcg/stack.h>

/* Whether there are functions whose address escaped, also to a runtime, or that may be named. */
struct reachable {
    bool any_out;
    bool any_unconfined;
    bool any_named;
};

static void find_callees(struct reachable *reachable, bool *callees, const struct external *outside)
{
    for (cg_node node = 0; node < cg_graph_node_count(outside->graph); node++) {
        callees[node] = external_has_address(outside, node);
        reachable->any_out |= callees[node];
        reachable->any_unconfined |= external_calls_by_address(outside, EXTERNAL_BY_RUNTIME, node);
        reachable->any_named |= external_has_name(outside, node) ||
                                external_calls_by_address(outside, EXTERNAL_BY_NAME, node);
    }
}

static int may_call_back(bool *out, struct external *outside, const struct reachable *reachable,
                         cg_node node, struct cg_error *error)
{
    enum external_level level = EXTERNAL_NONE;
    int status = CG_OK;
    *out = false;
    if (external_leads_out(outside, node)) {
        status = external_enter(&level, outside, node, error);
        *out = (level >= EXTERNAL_BY_RUNTIME && reachable->any_unconfined) ||
               (level >= EXTERNAL_BY_ADDRESS && reachable->any_out) ||
               (level == EXTERNAL_BY_NAME && reachable->any_named);
    }
    return status;
}

/* It is unknown what a start without a body receives: it may be anything. */
static bool starts_outside(const struct cg_graph *graph, const cg_node *starts, size_t count)
{
    bool outside = false;
    for (size_t i = 0; i < count; i++) {
        outside = outside || !cg_node_has_body(graph, starts[i]);
    }
    return outside;
}

int cg_stack_callbacks(bool *callers, bool *callees, const struct cg_graph *graph,
                       const cg_node *starts, size_t count, struct cg_error *error)
{
    struct external outside = {0};
    struct reachable reachable = {.any_out = false};
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_check_nodes(graph, starts, count, error);
    }
    if (!status) {
        status = external_read(&outside, graph, starts_outside(graph, starts, count), error);
    }
    if (!status) {
        find_callees(&reachable, callees, &outside);
    }
    for (cg_node node = 0; !status && node < cg_graph_node_count(graph); node++) {
        status = may_call_back(&callers[node], &outside, &reachable, node, error);
    }
    external_clear(&outside);
    return status;
}
