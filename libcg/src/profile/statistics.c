/* Adds up one array in two passes, and unites counts, means and deviations of several. */
#include "profile/statistics.h"

#include <math.h>

static uint64_t whole(double value)
{
    return value >= 0x1p64 ? UINT64_MAX : value > 0 ? (uint64_t)value : 0;
}

static uint64_t add_whole(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static void note_value(struct cg_statistics *out, double value, uint32_t at)
{
    if (value < out->min) {
        out->min = value;
        out->min_at = at;
    }
    if (value > out->max) {
        out->max = value;
        out->max_at = at;
    }
}

/* Deviation in a second pass: the difference of large squares would lose all precision. */
void statistics_of_some(struct cg_statistics *out, const struct cg_metric *metric,
                        const double *values, const uint32_t *places, uint32_t count,
                        uint32_t total)
{
    *out = (struct cg_statistics){0};
    if (!count) {
        return;
    }
    out->min = out->max = values[0];
    out->min_at = out->max_at = places[0];
    for (uint32_t i = 0; i < count; i++) {
        note_value(out, values[i], places[i]);
        out->sum += values[i];
        out->count = metric->integral ? add_whole(out->count, whole(values[i])) : 0;
    }
    double least = out->min;
    double greatest = out->max;
    if (count < total) { /* the first place without a value has 0 */
        uint32_t gap = 0;
        while (gap < count && places[gap] == gap) {
            gap++;
        }
        note_value(out, 0, gap);
        out->min_at = out->min == 0 && gap < out->min_at ? gap : out->min_at;
        out->max_at = out->max == 0 && gap < out->max_at ? gap : out->max_at;
    }
    out->mean = out->sum / total;
    double squares = (total - count) * (out->mean * out->mean);
    for (uint32_t i = 0; i < count; i++) {
        squares += (values[i] - out->mean) * (values[i] - out->mean);
    }
    out->deviation = sqrt(squares / total);
    if (metric->fold != CG_FOLD_SUM) { /* where nothing ran there is no minimum */
        out->sum = metric->fold == CG_FOLD_MIN ? least : greatest;
    }
}

static double united_deviation(const struct cg_statistics *a, double a_count,
                               const struct cg_statistics *b, double b_count)
{
    double apart = a->mean - b->mean;
    double squares = a_count * a->deviation * a->deviation + b_count * b->deviation * b->deviation +
                     apart * apart * a_count * b_count / (a_count + b_count);
    return sqrt(squares / (a_count + b_count));
}

/* A minimum or maximum that is 0 at every location was not measured there. */
static double fold_sums(const struct cg_statistics *a, const struct cg_statistics *b,
                        enum cg_metric_fold how)
{
    if (how == CG_FOLD_SUM) {
        return a->sum + b->sum;
    }
    if (a->min == 0 && a->max == 0) {
        return b->sum;
    }
    if (b->min == 0 && b->max == 0) {
        return a->sum;
    }
    return how == CG_FOLD_MIN ? fmin(a->sum, b->sum) : fmax(a->sum, b->sum);
}

void statistics_unite(struct cg_statistics *a, uint32_t a_count, const struct cg_statistics *b,
                      uint32_t b_count, enum cg_metric_fold how)
{
    static const struct cg_statistics none = {0};
    struct cg_statistics out = *a;
    if (!a_count || !b_count) {
        if (b && !a_count) {
            *a = *b;
        }
        return;
    }
    if (b) {
        out.sum = fold_sums(a, b, how);
        out.count = add_whole(a->count, b->count);
    }
    b = b ? b : &none;
    out.mean = (a->mean * a_count + b->mean * b_count) / ((double)a_count + b_count);
    out.deviation = united_deviation(a, a_count, b, b_count);
    note_value(&out, b->min, a_count + b->min_at);
    note_value(&out, b->max, a_count + b->max_at);
    *a = out;
}
