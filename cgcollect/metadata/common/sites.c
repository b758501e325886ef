/*
 * Sorts places by owner, and writes those of one node or edge together.
 */
#include "metadata/common/sites.h"

struct cg_site site_at(const struct unit_place *place)
{
    return (struct cg_site){.file = place->file, .line = place->line, .column = place->column};
}

static int by_owner(const void *a, const void *b)
{
    uint32_t x = ((const struct placed_site *)a)->owner;
    uint32_t y = ((const struct placed_site *)b)->owner;
    return (x > y) - (x < y);
}

int write_sites(struct cg_graph *graph, const char *key, GArray *sites, struct cg_error *error)
{
    const struct placed_site *all = (const struct placed_site *)sites->data;
    struct cg_site *run = g_new(struct cg_site, sites->len + 1);
    int status = CG_OK;
    if (sites->len > 1) {
        qsort(sites->data, sites->len, sizeof *all, by_owner);
    }
    for (guint i = 0; i < sites->len && !status;) {
        uint32_t owner = all[i].owner;
        size_t count = 0;
        for (; i < sites->len && all[i].owner == owner; i++) {
            run[count++] = all[i].site;
        }
        status = cg_sites_write(graph, owner, key, run, count, error);
    }
    g_free(run);
    return status;
}

int write_places(const struct rendering *r, const char *key, const GArray *noted,
                 struct cg_error *error)
{
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(struct placed_site));
    for (guint i = 0; i < noted->len; i++) {
        const struct unit_site *at = &g_array_index(noted, struct unit_site, i);
        struct placed_site site = {r->nodes[at->function], site_at(&at->place)};
        g_array_append_val(sites, site);
    }
    int status = write_sites(r->graph, key, sites, error);
    g_array_free(sites, TRUE);
    return status;
}
