/* From values by location to statistics by path. */
#include "base/error.h"
#include "base/rows.h"
#include "profile/builder.h"

#include <stdlib.h>

/* Cells in the order of paths, those of a path in the order of locations. */
struct sorted {
    uint32_t *cells;
    uint32_t *begin; /* by path: first of its cells; one more at the end */
    uint32_t *places;
    double *values;
};

static void sorted_free(struct sorted *sorted)
{
    free(sorted->cells);
    free(sorted->begin);
    free(sorted->places);
    free(sorted->values);
}

static int compare_locations(const void *a, const void *b, void *user)
{
    const struct builder *builder = user;
    uint32_t x = builder->cells[*(const uint32_t *)a].location;
    uint32_t y = builder->cells[*(const uint32_t *)b].location;
    return (x > y) - (x < y);
}

static bool sort_cells(struct sorted *out, struct builder *b)
{
    uint32_t paths = b->profile->path_count;
    size_t cells = (size_t)b->cell_count + 1;
    out->cells = malloc(cells * sizeof *out->cells);
    out->places = malloc(cells * sizeof *out->places);
    out->values = malloc(cells * sizeof *out->values);
    out->begin = calloc((size_t)paths + 2, sizeof *out->begin);
    if (!out->cells || !out->begin || !out->places || !out->values) {
        return false;
    }
    for (uint32_t cell = 0; cell < b->cell_count; cell++) {
        rows_count(out->begin, b->cells[cell].path);
    }
    rows_begin(out->begin, paths);
    for (uint32_t cell = 0; cell < b->cell_count; cell++) {
        out->cells[rows_place(out->begin, b->cells[cell].path)] = cell;
    }
    for (uint32_t path = 0; path < paths; path++) {
        uint32_t count = out->begin[path + 1] - out->begin[path];
        if (count > 1) {
            qsort_r(out->cells + out->begin[path], count, sizeof *out->cells, compare_locations, b);
        }
    }
    return true;
}

static void settle_path(struct builder *b, struct sorted *sorted, uint32_t metric,
                        cg_call_context path)
{
    const struct builder_values *values = &b->values[metric];
    struct profile_metric *m = &b->profile->metrics[metric];
    uint32_t count = 0;
    for (uint32_t i = sorted->begin[path]; i < sorted->begin[path + 1]; i++) {
        uint32_t cell = sorted->cells[i];
        if (cell < values->count && values->amounts[cell] * 0 == 0) { /* there is a value */
            sorted->places[count] = b->cells[cell].location;
            sorted->values[count++] = values->amounts[cell];
        }
    }
    if (count) {
        statistics_of_some(&m->statistics[path], &m->public, sorted->values, sorted->places, count,
                           b->profile->location_count);
    }
}

static bool settle(struct builder *b)
{
    struct sorted sorted = {0};
    bool ok = sort_cells(&sorted, b);
    for (uint32_t metric = 0; ok && metric < b->profile->metric_count; metric++) {
        if (metric >= b->value_capacity || !b->values[metric].count) {
            continue;
        }
        ok = profile_reserve_statistics(&b->profile->metrics[metric], b->profile->path_count);
        for (cg_call_context path = 0; ok && path < b->profile->path_count; path++) {
            settle_path(b, &sorted, metric, path);
        }
    }
    sorted_free(&sorted);
    return ok;
}

/* With one location its values are the sums. */
static bool report_rows(const struct builder *b, const struct cg_profile_options *options)
{
    struct cg_profile *profile = b->profile;
    for (uint32_t metric = 0; metric < b->value_capacity; metric++) {
        for (cg_call_context path = 0; b->values[metric].count && path < profile->path_count;
             path++) {
            double value = profile->metrics[metric].statistics[path].sum;
            const struct cg_profile_row row = {metric, path, &value, 1};
            if (!options->row(options->user, profile, &row)) {
                return false;
            }
        }
    }
    return true;
}

int builder_finish(struct builder *b, struct cg_profile **out,
                   const struct cg_profile_options *options)
{
    if (!b->profile->location_count) {
        builder_location(b, &(struct cg_location){0});
    }
    if (!b->status && !(settle(b) && profile_add_up(b->profile))) {
        b->status = cg_fail_memory(b->error);
    }
    if (!b->status && options && options->row && b->profile->location_count == 1 &&
        !report_rows(b, options)) {
        b->status = cg_fail(b->error, CG_E_STATE, "stopped");
    }
    if (b->status) {
        return b->status;
    }
    *out = b->profile;
    b->profile = NULL;
    return CG_OK;
}
