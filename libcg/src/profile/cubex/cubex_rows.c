/*
 * Reads the rows of a metric in the order of its index, and folds each into statistics piece by
 * piece; rows that share a path, or that the caller wants, are kept whole meanwhile.
 */
#include "profile/cubex/cubex_rows.h"

#include "profile/cubex/cubex_data.h"
#include "profile/cubex/cubex_metric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Statistics of a path and a metric take 80 bytes, including the sums along paths. This many are
 * always allowed, plus this many per byte read. */
#define MEMORY_FREE (4u << 20)
#define MEMORY_FACTOR 1u

/* One metric being read. */
struct reading {
    struct builder *b;
    struct source *s;
    const struct cubex_tree *tree;
    const struct cubex_values *values;
    struct cubex_data data;
    uint32_t locations;
    uint32_t piece;              /* values in a piece */
    struct cubex_part *parts;    /* by part */
    struct statistics_row *rows; /* by part */
    double *whole;               /* by part and location: a row being kept, or NULL */
    statistics_total *totals;    /* by part: its total */
    uint32_t *row_of;            /* by cnode: row + 1; only if paths have several */
    bool *done;                  /* by path, likewise */
    bool keep;                   /* the current row goes there */
    uint32_t kept_rows;          /* rows taken for the current path */
    bool odd;                    /* there was a warning about values that are not numbers */
};

static void scrub(struct reading *r, double *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        values[i] = isfinite(values[i]) ? values[i] : 0;
    }
    if (!r->odd) {
        source_warn(r->s, "metric %.200s: infinite values and non-numbers count as 0",
                    r->values->name);
    }
    r->odd = true;
}

static void add_piece(struct reading *r, uint32_t part, double *values, uint32_t count,
                      const statistics_total *total)
{
    if (!statistics_row_add(&r->rows[part], values, count, total)) {
        scrub(r, values, count);
        statistics_row_add(&r->rows[part], values, count, total);
    }
}

static double fold_values(double a, double b, enum cg_metric_fold how)
{
    return how == CG_FOLD_SUM ? a + b : how == CG_FOLD_MIN ? fmin(a, b) : fmax(a, b);
}

/* Add a piece to the kept row. @param total NULL: sums of the values are exact */
static void keep_piece(struct reading *r, uint32_t part, uint32_t at, double *values,
                       uint32_t count, const statistics_total *total)
{
    double *kept = r->whole + (size_t)part * r->locations + at;
    bool add = r->kept_rows != 0;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += values[i];
    }
    if (sum * 0 != 0) {
        scrub(r, values, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = add ? fold_values(kept[i], values[i], r->parts[part].fold) : values[i];
    }
    r->totals[part] += total ? *total : (statistics_total)sum;
}

static void take_piece(struct reading *r, const unsigned char *bytes, uint32_t at, uint32_t count)
{
    const struct cubex_type *type = &r->values->type;
    double values[STATISTICS_PIECE];
    for (uint32_t part = 0; part < type->parts; part++) {
        const struct cubex_stored stored = {.bytes = bytes + r->parts[part].offset,
                                            .stride = type->size,
                                            .count = count,
                                            .number = r->parts[part].number,
                                            .swap = r->data.swap};
        statistics_total total = 0;
        bool exact = cubex_numbers(values, &stored, &total);
        const statistics_total *known = exact || !cubex_is_whole(stored.number) ? &total : NULL;
        if (r->keep) {
            keep_piece(r, part, at, values, count, known);
        } else {
            add_piece(r, part, values, count, known);
        }
    }
}

/* All pieces of a stored row. */
static bool take_pieces(struct reading *r)
{
    for (uint32_t at = 0; at < r->locations; at += r->piece) {
        uint32_t left = r->locations - at;
        uint32_t count = left < r->piece ? left : r->piece;
        const unsigned char *bytes = cubex_data_next(&r->data, count * r->values->type.size);
        if (!bytes) {
            return false;
        }
        take_piece(r, bytes, at, count);
    }
    return cubex_data_end(&r->data);
}

static bool take_row(struct reading *r, uint32_t row)
{
    bool written;
    if (!cubex_data_start(&r->data, row, &written)) {
        return false;
    }
    if (written && !take_pieces(r)) {
        return false;
    }
    r->kept_rows += written;
    return true;
}

/* A cnode without a row has 0 everywhere. */
static void keep_zeros(struct reading *r)
{
    for (uint32_t part = 0; part < r->values->type.parts; part++) {
        double *kept = r->whole + (size_t)part * r->locations;
        for (uint32_t i = 0; i < r->locations; i++) {
            kept[i] = fold_values(kept[i], 0, r->parts[part].fold);
        }
    }
}

/* Add up a kept row like any other. */
static bool report_kept(struct reading *r, cg_call_context path)
{
    const struct cg_profile_options *options = r->s->options;
    for (uint32_t part = 0; part < r->values->type.parts; part++) {
        double *kept = r->whole + (size_t)part * r->locations;
        statistics_total total = r->totals[part];
        for (uint32_t at = 0; at < r->locations; at += r->piece) {
            uint32_t left = r->locations - at;
            add_piece(r, part, kept + at, left < r->piece ? left : r->piece, &total);
            total = 0;
        }
        r->totals[part] = 0;
        const struct cg_profile_row row = {r->values->numbers[part], path, kept, r->locations};
        if (options->row && !options->row(options->user, r->b->profile, &row)) {
            return source_fail(r->s, CG_E_STATE, "stopped");
        }
    }
    return true;
}

static bool settle_path(struct reading *r, cg_call_context path)
{
    if (r->keep && r->kept_rows && !report_kept(r, path)) {
        return false;
    }
    r->kept_rows = 0;
    for (uint32_t part = 0; part < r->values->type.parts; part++) {
        const uint32_t number = r->values->numbers[part];
        struct cg_statistics statistics;
        statistics_row_finish(&statistics, &r->rows[part],
                              cg_profile_metric(r->b->profile, number));
        builder_set(r->b, number, path, &statistics);
        r->rows[part] = (struct statistics_row){0};
    }
    return !r->b->status;
}

/* The cnode of a row. */
static uint32_t cnode_of(const struct reading *r, uint32_t row)
{
    const uint32_t *order = cubex_tree_order(r->tree, r->values->order);
    uint32_t key = r->data.keys ? r->data.keys[row] : row;
    return order ? order[key] : key;
}

/* All rows of a cnode's path, which has several: in the order of the document, whatever the order
 * of rows. */
static bool take_shared(struct reading *r, uint32_t cnode)
{
    const struct cubex_tree *tree = r->tree;
    cg_call_context path = tree->paths[cnode];
    if (r->done[path]) {
        return true;
    }
    r->done[path] = true;
    r->keep = r->s->options->row || tree->next[cnode] != cnode;
    uint32_t first = cnode;
    while (tree->next[first] > first) { /* the last one links to the first */
        first = tree->next[first];
    }
    first = tree->next[first];
    cnode = first;
    uint32_t cnodes = 0;
    do {
        if (r->row_of[cnode] && !take_row(r, r->row_of[cnode] - 1)) {
            return false;
        }
        cnodes++;
        cnode = tree->next[cnode];
    } while (cnode != first);
    if (r->kept_rows && r->kept_rows < cnodes) {
        keep_zeros(r);
    }
    return settle_path(r, path);
}

static bool take_all(struct reading *r)
{
    for (uint32_t row = 0; row < r->data.count; row++) {
        uint32_t cnode = cnode_of(r, row);
        if (r->tree->next) {
            if (!take_shared(r, cnode)) {
                return false;
            }
        } else if (!take_row(r, row) || !settle_path(r, r->tree->paths[cnode])) {
            return false;
        }
    }
    return true;
}

/* If paths have several cnodes, or the caller wants rows, they are kept whole. */
static bool prepare_whole(struct reading *r)
{
    uint32_t parts = r->values->type.parts;
    if (!r->tree->next && !r->s->options->row) {
        return true;
    }
    if (r->locations > CUBEX_LIMIT_ROW / sizeof(double) / parts) {
        return source_fail(r->s, CG_E_LIMIT, "metric %.200s: its rows are too long",
                           r->values->name);
    }
    r->keep = true;
    r->whole = malloc((size_t)r->locations * parts * sizeof *r->whole);
    r->totals = calloc(parts, sizeof *r->totals);
    if (!r->whole || !r->totals) {
        return false;
    }
    if (r->tree->next) {
        r->row_of = calloc((size_t)r->tree->count + 1, sizeof *r->row_of);
        r->done = calloc((size_t)r->b->profile->path_count + 1, sizeof *r->done);
        for (uint32_t row = 0; r->row_of && row < r->data.count; row++) {
            r->row_of[cnode_of(r, row)] = row + 1;
        }
    }
    return !r->tree->next || (r->row_of && r->done);
}

static bool prepare_rows(struct reading *r)
{
    const struct cubex_type *type = &r->values->type;
    uint32_t most = CUBEX_PIECE / type->size;
    r->piece = most < STATISTICS_PIECE ? most : STATISTICS_PIECE;
    r->parts = calloc(type->parts, sizeof *r->parts);
    r->rows = calloc(type->parts, sizeof *r->rows);
    if (!r->parts || !r->rows || !prepare_whole(r)) {
        return source_fail(r->s, CG_E_MEMORY, "out of memory");
    }
    for (uint32_t part = 0; part < type->parts; part++) {
        static const struct cg_statistics none = {0};
        cubex_type_part(&r->parts[part], type, part, false);
        if (r->b->profile->path_count) { /* so that it counts as measured, even without rows */
            builder_set(r->b, r->values->numbers[part], 0, &none);
        }
    }
    return true;
}

static bool read_values(struct builder *b, struct source *s, const struct cubex_tree *tree,
                        const struct cubex_values *values)
{
    struct reading r = {
        .b = b, .s = s, .tree = tree, .values = values, .locations = b->profile->location_count};
    uint64_t row_size = (uint64_t)r.locations * values->type.size;
    bool ok = cubex_data_open(&r.data, s, values->name, values->files, tree->count, row_size) &&
              prepare_rows(&r) && take_all(&r);
    cubex_data_close(&r.data);
    free(r.parts);
    free(r.rows);
    free(r.whole);
    free(r.totals);
    free(r.row_of);
    free(r.done);
    return ok;
}

/* A few rows need statistics of all paths: a file of many metrics with few rows each must not use
 * more memory than its size justifies. */
static bool check_memory(const struct builder *b, struct source *s, const struct cubex_tar *tar,
                         const struct cubex_anchor *anchor, const struct cubex_values *values)
{
    uint64_t parts = 0;
    uint64_t bytes = tar->length + anchor->length;
    for (uint32_t i = 0; i < anchor->metric_count; i++) {
        parts += values[i].files ? values[i].type.parts : 0;
    }
    return parts * b->profile->path_count <= MEMORY_FREE + bytes * MEMORY_FACTOR ||
           source_fail(s, CG_E_LIMIT,
                       "%llu metrics of %u call paths: too many for a file of this size",
                       (unsigned long long)parts, b->profile->path_count);
}

bool cubex_rows_read(struct builder *b, struct source *s, const struct cubex_tar *tar,
                     const struct cubex_anchor *anchor, const struct cubex_tree *tree)
{
    struct cubex_values *values = calloc((size_t)anchor->metric_count + 1, sizeof *values);
    bool ok = values || source_fail(s, CG_E_MEMORY, "out of memory");
    for (uint32_t i = 0; ok && i < anchor->metric_count; i++) {
        ok = cubex_metric_declare(&values[i], b, s, tar, &anchor->metrics[i]);
    }
    ok = ok && check_memory(b, s, tar, anchor, values);
    for (uint32_t i = 0; ok && i < anchor->metric_count && b->profile->location_count; i++) {
        ok = !values[i].files || read_values(b, s, tree, &values[i]);
    }
    for (uint32_t i = 0; values && i < anchor->metric_count; i++) {
        free(values[i].numbers);
    }
    free(values);
    return ok;
}
