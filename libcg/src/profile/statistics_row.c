/*
 * Explicit vectors with a fixed number of partial sums, so that rounding does not depend on the
 * machine.
 */
#include "profile/statistics_row.h"

#include <math.h>
#include <string.h>

/* There are this many partial sums, value i in i % LANES, whatever vectors the machine has: so the
 * order of rounding is the same everywhere. Vectors are explicit, since compilers do not find them
 * reliably in loops. */
#define LANES 8u
#define WIDTH 2u
#define VECTORS (LANES / WIDTH)

typedef double vector __attribute__((vector_size(WIDTH * sizeof(double))));
typedef int64_t mask __attribute__((vector_size(WIDTH * sizeof(double))));

/* Below it sums of whole numbers are exact. */
#define EXACT 0x1p53

static vector load(const double *values)
{
    vector v;
    memcpy(&v, values, sizeof v);
    return v;
}

static vector select_lanes(mask which, vector a, vector b)
{
    return (vector)((which & (mask)a) | (~which & (mask)b));
}

static double sum_lanes(const double *lanes)
{
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

/* The vectors of LANES values. */
struct lanes {
    vector a, b, c, d;
};

static inline struct lanes load_lanes(const double *values)
{
    return (struct lanes){load(values), load(values + 2), load(values + 4), load(values + 6)};
}
#define EACH(what) what(a), what(b), what(c), what(d)

/* Statistics of one piece, without min_at and max_at. */
static void sum_piece(struct statistics_row *piece, const double *values, uint32_t count)
{
    const vector first = {values[0], values[0]};
    struct lanes sums = {0}, min = {first, first, first, first}, max = min;
    double sum[LANES], least[LANES], greatest[LANES];
    uint32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        const struct lanes v = load_lanes(values + i);
#define ADD(x) sums.x += v.x
        EACH(ADD);
#define LEAST(x) min.x = select_lanes(v.x < min.x, v.x, min.x)
        EACH(LEAST);
#define GREATEST(x) max.x = select_lanes(v.x > max.x, v.x, max.x)
        EACH(GREATEST);
    }
    memcpy(sum, &sums, sizeof sum);
    memcpy(least, &min, sizeof least);
    memcpy(greatest, &max, sizeof greatest);
    for (; i < count; i++) {
        sum[i % LANES] += values[i];
        least[0] = values[i] < least[0] ? values[i] : least[0];
        greatest[0] = values[i] > greatest[0] ? values[i] : greatest[0];
    }
    *piece = (struct statistics_row){
        .count = count, .sum = sum_lanes(sum), .min = least[0], .max = greatest[0]};
    for (uint32_t lane = 1; lane < LANES; lane++) {
        piece->min = least[lane] < piece->min ? least[lane] : piece->min;
        piece->max = greatest[lane] > piece->max ? greatest[lane] : piece->max;
    }
    piece->mean = piece->min == piece->max ? piece->min : piece->sum / count;
}

static double square_piece(const double *values, uint32_t count, double mean)
{
    const vector means = {mean, mean};
    vector sums[VECTORS] = {0};
    double sum[LANES];
    uint32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (uint32_t at = 0; at < VECTORS; at++) {
            vector apart = load(values + i + (size_t)at * WIDTH) - means;
            sums[at] += apart * apart;
        }
    }
    memcpy(sum, sums, sizeof sum);
    for (; i < count; i++) {
        sum[i % LANES] += (values[i] - mean) * (values[i] - mean);
    }
    return sum_lanes(sum);
}

static bool all_finite(const double *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

static statistics_total total_of(const struct statistics_row *piece, const double *values)
{
    double largest = fmax(fabs(piece->min), fabs(piece->max));
    statistics_total total = 0;
    if (largest * piece->count <= EXACT) { /* no intermediate rounding */
        return (statistics_total)piece->sum;
    }
    for (uint32_t i = 0; i < piece->count && largest <= 0x1p64; i++) {
        total += (statistics_total)values[i];
    }
    return total;
}

/* The first place of an existing value. */
static uint32_t place_of(const double *values, uint32_t count, double value)
{
    const vector wanted = {value, value};
    mask found = {0};
    uint32_t i = 0;
    while (i + LANES <= count) {
        for (uint32_t at = 0; at < VECTORS; at++) {
            found |= load(values + i + (size_t)at * WIDTH) == wanted;
        }
        if (found[0] | found[1]) {
            break;
        }
        i += LANES;
    }
    while (values[i] != value) {
        i++;
    }
    return i;
}

static void add_piece(struct statistics_row *row, const struct statistics_row *piece,
                      const double *values)
{
    if (!row->count || piece->min < row->min) {
        row->min = piece->min;
        row->min_at = row->count + place_of(values, piece->count, piece->min);
    }
    if (!row->count || piece->max > row->max) {
        row->max = piece->max;
        row->max_at = row->count + place_of(values, piece->count, piece->max);
    }
    if (!row->count) {
        row->mean = piece->mean;
        row->squares = piece->squares;
    } else {
        double share = piece->count / ((double)row->count + piece->count);
        double apart = piece->mean - row->mean;
        row->squares += piece->squares + apart * apart * share * row->count;
        row->mean += apart * share;
    }
    row->count += piece->count;
    row->sum += piece->sum;
    row->total += piece->total;
}

bool statistics_row_add(struct statistics_row *row, const double *values, uint32_t count,
                        const statistics_total *total)
{
    struct statistics_row piece;
    if (!count) {
        return true;
    }
    sum_piece(&piece, values, count);
    if (piece.sum * 0 != 0 && !all_finite(values, count)) { /* the sum itself overflowed */
        return false;
    }
    if (piece.min != piece.max) {
        piece.squares = square_piece(values, count, piece.mean);
    }
    piece.total = total ? *total : total_of(&piece, values);
    add_piece(row, &piece, values);
    return true;
}

static uint64_t whole(statistics_total total)
{
    return total < 0 ? 0 : total > UINT64_MAX ? UINT64_MAX : (uint64_t)total;
}

void statistics_row_finish(struct cg_statistics *out, const struct statistics_row *row,
                           const struct cg_metric *metric)
{
    *out = (struct cg_statistics){.min_at = row->min_at,
                                  .max_at = row->max_at,
                                  .sum = row->sum,
                                  .min = row->min,
                                  .max = row->max};
    if (!row->count) {
        return;
    }
    if (metric->integral) {
        out->count = whole(row->total);
        out->sum = (double)row->total;
    }
    if (row->min != row->max) {
        out->mean = out->sum / row->count;
        out->deviation = sqrt(row->squares / row->count);
    } else {
        out->mean = row->min;
    }
    if (metric->fold != CG_FOLD_SUM) {
        out->sum = metric->fold == CG_FOLD_MIN ? row->min : row->max;
    }
}
