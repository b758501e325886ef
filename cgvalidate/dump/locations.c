/*
 * Keeps an array of sums for each metric, indexed by a location's number among those of all
 * profiles.
 */
#include "dump/locations.h"

#include <string.h>

struct locations {
    GHashTable *sums; /**< by metric name: GArray of double, by location */
    uint32_t before;  /**< number of locations in the profiles read before */
    bool partial;     /**< a profile with several locations has no values for each of them */
    bool has_values;  /**< the profile being read has values */
};

static void free_array(gpointer array)
{
    g_array_free(array, TRUE);
}

struct locations *locations_new(void)
{
    struct locations *locations = g_new0(struct locations, 1);
    locations->sums = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_array);
    return locations;
}

void locations_free(struct locations *locations)
{
    if (locations) {
        g_hash_table_destroy(locations->sums);
        g_free(locations);
    }
}

int path_share(const struct cg_profile *profile, const struct cg_metric *metric,
               cg_call_context path)
{
    struct cg_call_context_info info;
    if (metric->kind == CG_METRIC_SIMPLE || metric->fold != CG_FOLD_SUM) {
        return 0;
    }
    cg_profile_context(profile, path, &info);
    bool call = info.flags & CG_CONTEXT_CALL;
    if (metric->kind == CG_METRIC_INCLUSIVE) {
        return info.parent == CG_NO_CONTEXT ? 1 : call ? -1 : 0;
    }
    return !call || strcmp(metric->name, CG_METRIC_VISITS) == 0;
}

static double *sums_of(struct locations *locations, const char *name, uint32_t count)
{
    GArray *sums = g_hash_table_lookup(locations->sums, name);
    if (!sums) {
        sums = g_array_new(FALSE, TRUE, sizeof(double));
        g_hash_table_insert(locations->sums, g_strdup(name), sums);
    }
    if (sums->len < locations->before + count) {
        g_array_set_size(sums, locations->before + count);
    }
    return &g_array_index(sums, double, locations->before);
}

void locations_add(struct locations *locations, const struct cg_profile *profile,
                   const struct cg_profile_row *row)
{
    const struct cg_metric *metric = cg_profile_metric(profile, row->metric);
    double *sums = sums_of(locations, metric->name, row->count);
    int share = path_share(profile, metric, row->context);
    locations->has_values = true;
    for (uint32_t i = 0; share && i < row->count; i++) {
        sums[i] += share * row->values[i];
    }
}

void locations_next(struct locations *locations, const struct cg_profile *profile)
{
    locations->before += cg_profile_location_count(profile);
    locations->partial = locations->partial || !locations->has_values;
    locations->has_values = false;
}

const double *locations_sums(const struct locations *locations, const char *metric, uint32_t *count)
{
    GArray *sums = g_hash_table_lookup(locations->sums, metric);
    if (!sums || locations->partial) {
        return NULL;
    }
    g_array_set_size(sums, locations->before); /* locations of profiles without this metric have
                                                * 0 */
    *count = locations->before;
    return (const double *)(void *)sums->data;
}
