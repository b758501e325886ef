/*
 * The kind `callSites`: the places of the calls that an edge stands for, with kinds and loops.
 */
#include "metadata/calls/call_kinds.h"

#include "metadata/common/sites.h"
#include "unit/body_weight.h"

/* Runs before the kind that adds edges, in order of keys, so it adds the edge too: adding is
 * idempotent. */
static int place_call(GArray *sites, const struct rendering *r, const struct unit_call *call,
                      struct cg_error *error)
{
    cg_edge edge;
    int status = cg_graph_add_edge(&edge, r->graph, r->nodes[call->caller], r->nodes[call->callee],
                                   call->kind, error);
    if (status) {
        return status;
    }
    struct placed_site site = {edge, site_at(&call->place)};
    site.site.loops = body_weight_at(r->unit, call->caller, &call->place).loops;
    site.site.kind = cg_edge_kind_name(call->kind);
    g_array_append_val(sites, site);
    return CG_OK;
}

static int write_call_sites(const struct rendering *r, struct cg_error *error)
{
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(struct placed_site));
    int status = CG_OK;
    for (guint i = 0; i < r->unit->calls->len && !status; i++) {
        const struct unit_call *call = &g_array_index(r->unit->calls, struct unit_call, i);
        status = place_call(sites, r, call, error);
    }
    if (!status) {
        status = write_sites(r->graph, CG_KEY_CALL_SITES, sites, error);
    }
    g_array_free(sites, TRUE);
    return status;
}

const struct collected_kind kind_call_sites = {
    .key = CG_KEY_CALL_SITES,
    .description = "where the call is written",
    .places = CG_ON_EDGE,
    .always = true,
    .write = write_call_sites,
};
