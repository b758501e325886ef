#include "sites.h"

static int put(const struct rendering *r, struct cg_error *error)
{
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(struct placed_site));
    for (guint i = 0; i < r->unit->regions->len; i++) {
        const struct unit_region *region = &g_array_index(r->unit->regions, struct unit_region, i);
        struct placed_site site = {r->nodes[region->function], site_at(&region->place)};
        g_array_append_val(sites, site);
    }
    int status = write_sites(r->graph, CG_KEY_OUTLINED, sites, error);
    g_array_free(sites, TRUE);
    return status;
}

const struct collected_kind kind_outlined = {
    .key = CG_KEY_OUTLINED,
    .description = "regions of OpenMP pragmas, which the compiler makes functions of",
    .places = CG_ON_NODE,
    .write = put,
};
