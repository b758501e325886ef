/* Functions that may call back later, and their possible callees. */
#include "query/common/query_internal.h"
#include "query/external_reach.h"

#include <libcg/stack.h>

/* The ways in which code that was not collected finds some function. */
struct reachable {
    unsigned kept;  /* of EXTERNAL_BY_ADDRESS */
    bool any_named; /* or by an address, if it may name functions */
};

static void find_callees(struct reachable *reachable, bool *callees, const struct external *outside)
{
    for (cg_node node = 0; node < cg_graph_node_count(outside->graph); node++) {
        callees[node] = external_has_address(outside, node);
        reachable->kept |= callees[node] ? external_kept_as(outside, node) : 0;
        reachable->any_named |= external_has_name(outside, node) ||
                                external_calls_by_address(outside, EXTERNAL_BY_NAME, node);
    }
}

static int may_call_back(bool *out, struct external *outside, const struct reachable *reachable,
                         cg_node node, struct cg_error *error)
{
    unsigned ways = EXTERNAL_NONE;
    int status = CG_OK;
    *out = false;
    if (external_leads_out(outside, node)) {
        status = external_enter(&ways, outside, node, error);
        *out = ways & reachable->kept || (ways & EXTERNAL_NAMED && reachable->any_named);
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
    struct reachable reachable = {.kept = 0};
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
