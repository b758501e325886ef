#include "sites.h"

static int put(const struct rendering *r, struct cg_error *error)
{
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(struct placed_site));
    for (guint i = 0; i < r->unit->addresses->len; i++) {
        const struct unit_address *a = &g_array_index(r->unit->addresses, struct unit_address, i);
        struct placed_site site = {r->nodes[a->function], site_at(&a->place)};
        g_array_append_val(sites, site);
    }
    int status = write_sites(r->graph, CG_KEY_ADDRESS_TAKEN, sites, error);
    g_array_free(sites, TRUE);
    return status;
}

const struct collected_kind kind_address_taken = {
    .key = CG_KEY_ADDRESS_TAKEN,
    .description = "where the function's address is taken",
    .places = CG_ON_NODE,
    .write = put,
};
