/* What cg_reach decides by, read for every function at once. */
#include <libcg/reach_facts.h>

#include "graph/contexts.h"
#include "query/common/query_internal.h"
#include "query/external_reach.h"

#include <stdlib.h>

/** What uncollected code may do, asked from a start with a body, and from one without. */
struct both {
    struct external inside;
    struct external outside;
};

static enum cg_reach_calls calls_of(enum external_calls calls)
{
    static const uint8_t known[] = {
        [CALLS_UNREAD] = CG_REACH_CALLS_ANYTHING, [CALLS_UNRECORDED] = CG_REACH_CALLS_UNRECORDED,
        [CALLS_KNOWN] = CG_REACH_CALLS_KNOWN,     [CALLS_OUTSIDE] = CG_REACH_CALLS_OUTSIDE,
        [CALLS_NAMED] = CG_REACH_CALLS_NAMED,     [CALLS_ANYTHING] = CG_REACH_CALLS_ANYTHING};
    return known[calls];
}

/* Entering a function reads its unresolved calls. */
static int read_function(struct cg_reach_function *out, struct both *both, cg_node node,
                         struct cg_error *error)
{
    unsigned ways;
    int status = external_enter(&ways, &both->inside, node, error);
    bool leads_out = external_leads_out(&both->inside, node);
    bool program = external_may_be_program(&both->outside, node);
    bool address = external_has_address(&both->inside, node);
    bool mistyped = external_calls_by_address(&both->inside, EXTERNAL_BY_POINTER, node);
    bool name = external_has_name(&both->inside, node);
    unsigned kept = external_kept_as(&both->inside, node);
    unsigned calls = external_calls_kept(&both->inside, node);
    *out = (struct cg_reach_function){
        .facts = (leads_out ? CG_REACH_LEADS_OUT : 0u) | (program ? CG_REACH_MAY_BE_PROGRAM : 0u) |
                 (address ? CG_REACH_HAS_ADDRESS : 0u) | (name ? CG_REACH_HAS_NAME : 0u) |
                 (mistyped ? CG_REACH_MISTYPED : 0u) |
                 (kept == EXTERNAL_CONFINED ? CG_REACH_CONFINED : 0u) |
                 (kept == EXTERNAL_AT_EXIT ? CG_REACH_AT_EXIT : 0u) |
                 (calls & EXTERNAL_CONFINED ? 0u : CG_REACH_RUNTIME) |
                 (calls & EXTERNAL_AT_EXIT ? 0u : CG_REACH_EXITLESS),
        .calls = calls_of(both->inside.calls[node])};
    return status;
}

static int read_both(struct both *both, const struct cg_graph *graph, struct cg_error *error)
{
    int status = external_read(&both->inside, graph, false, error);
    return status ? status : external_read(&both->outside, graph, true, error);
}

int cg_reach_facts(struct cg_reach_function *functions, struct cg_reach_graph *out,
                   const struct cg_graph *graph, struct cg_error *error)
{
    struct both both = {.inside = {.calls = NULL}};
    int status = cg_query_check_graph(graph, error);
    status = status ? status : read_both(&both, graph, error);
    for (cg_node node = 0; !status && node < cg_graph_node_count(graph); node++) {
        status = read_function(&functions[node], &both, node, error);
    }
    if (!status) {
        *out = (struct cg_reach_graph){
            .linked = both.inside.linked,
            .library = both.inside.library,
            .records_unresolved_calls = both.inside.records_unresolved_calls,
            .code_may_name = external_any_may_name(&both.inside),
            .code_may_name_outside = external_any_may_name(&both.outside)};
    }
    external_clear(&both.inside);
    external_clear(&both.outside);
    return status;
}

struct cg_contexts cg_graph_contexts(const struct cg_graph *graph)
{
    if (!graph->frozen) {
        graph_not_frozen(__func__);
    }
    const struct contexts *contexts = graph->contexts;
    return contexts ? (struct cg_contexts){.cells = contexts->cell_node,
                                           .cell_count = contexts->cell_count,
                                           .calls = contexts->calls,
                                           .call_count = contexts->call_count,
                                           .arguments = contexts->arguments,
                                           .argument_count = contexts->argument_count}
                    : (struct cg_contexts){.cells = NULL};
}
