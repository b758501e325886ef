/*
 * The kind `unresolvedCalls`: the calls whose callees this file cannot name.
 */
#include "metadata/calls/call_kinds.h"

#include "metadata/common/sites.h"
#include "unit/body_weight.h"

/** Every definition has the list of its unresolved calls, even if it is empty. */
static int write_closed(const struct rendering *r, struct cg_error *error)
{
    for (unit_id i = 0; i < r->unit->functions->len; i++) {
        if (unit_function_at(r->unit, i)->defined) {
            int status =
                cg_sites_write(r->graph, r->nodes[i], CG_KEY_UNRESOLVED_CALLS, NULL, 0, error);
            if (status) {
                return status;
            }
        }
    }
    return CG_OK;
}

static int write_open_calls(const struct rendering *r, struct cg_error *error)
{
    int status = write_closed(r, error);
    if (status) {
        return status;
    }
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(struct placed_site));
    for (guint i = 0; i < r->unit->opens->len; i++) {
        const struct unit_unresolved *open =
            &g_array_index(r->unit->opens, struct unit_unresolved, i);
        struct placed_site site = {r->nodes[open->caller], site_at(&open->place)};
        site.site.loops = body_weight_at(r->unit, open->caller, &open->place).loops;
        site.site.type = open->type;
        site.site.reason = open->reason;
        site.site.receiver = open->receiver;
        site.site.slot = open->slot;
        g_array_append_val(sites, site);
    }
    status = write_sites(r->graph, CG_KEY_UNRESOLVED_CALLS, sites, error);
    g_array_free(sites, TRUE);
    return status;
}

const struct collected_kind kind_unresolved_calls = {
    .key = CG_KEY_UNRESOLVED_CALLS,
    .description = "calls with unknown callees: place, type, cause",
    .places = CG_ON_NODE,
    .always = true,
    .write = write_open_calls,
};
