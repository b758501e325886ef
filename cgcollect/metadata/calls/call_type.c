/*
 * The kind `callType`: adds the edges themselves, each with the kinds of its calls.
 */
#include "metadata/calls/call_kinds.h"

/* This makes the edges: an edge is the set of its kinds. */
static int add_edges(const struct rendering *r, struct cg_error *error)
{
    for (guint i = 0; i < r->unit->calls->len; i++) {
        const struct unit_call *call = &g_array_index(r->unit->calls, struct unit_call, i);
        int status = cg_graph_add_edge(NULL, r->graph, r->nodes[call->caller],
                                       r->nodes[call->callee], call->kind, error);
        if (status) {
            return status;
        }
    }
    return CG_OK;
}

const struct collected_kind kind_call_type = {
    .key = CG_KEY_CALL_TYPE,
    .description = "kind of call: direct, virtual, implicit, ...",
    .places = CG_ON_EDGE,
    .always = true,
    .write = add_edges,
};
