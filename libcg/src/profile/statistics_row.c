#include "profile/statistics_row.h"

#include "profile/statistics.h"

#include <math.h>
#include <string.h>

/* Sums are kept in this many places, value i in i % LANES, whatever vectors the machine has: so the
 * order of rounding is the same everywhere, and compilers may use what there is. */
#define LANES 8u

/* Below it sums of whole numbers are exact. */
#define EXACT 0x1p53

static double join(const double *lanes)
{
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

/* What one piece comes to; its min_at and max_at are not looked for. */
static void sum_piece(struct statistics_row *piece, const double *values, uint32_t count)
{
    double sum[LANES] = {0}, min[LANES], max[LANES];
    uint32_t i = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        min[lane] = max[lane] = values[0];
    }
    for (; i + LANES <= count; i += LANES) {
        const double *v = values + i;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            sum[lane] += v[lane];
        }
        for (uint32_t lane = 0; lane < LANES; lane++) {
            min[lane] = v[lane] < min[lane] ? v[lane] : min[lane];
        }
        for (uint32_t lane = 0; lane < LANES; lane++) {
            max[lane] = v[lane] > max[lane] ? v[lane] : max[lane];
        }
    }
    for (; i < count; i++) {
        double value = values[i];
        sum[i % LANES] += value;
        min[0] = value < min[0] ? value : min[0];
        max[0] = value > max[0] ? value : max[0];
    }
    *piece =
        (struct statistics_row){.count = count, .sum = join(sum), .min = min[0], .max = max[0]};
    for (uint32_t lane = 1; lane < LANES; lane++) {
        piece->min = min[lane] < piece->min ? min[lane] : piece->min;
        piece->max = max[lane] > piece->max ? max[lane] : piece->max;
    }
    piece->mean = piece->min == piece->max ? piece->min : piece->sum / count;
}

static double square_piece(const double *values, uint32_t count, double mean)
{
    double squares[LANES] = {0};
    uint32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            double apart = values[i + lane] - mean;
            squares[lane] += apart * apart;
        }
    }
    for (; i < count; i++) {
        squares[i % LANES] += (values[i] - mean) * (values[i] - mean);
    }
    return join(squares);
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
    if (largest * piece->count <= EXACT) { /* no rounding on the way */
        return (statistics_total)piece->sum;
    }
    for (uint32_t i = 0; i < piece->count && largest <= 0x1p64; i++) {
        total += (statistics_total)values[i];
    }
    return total;
}

static uint32_t place_of(const double *values, double value)
{
    uint32_t i = 0;
    while (values[i] != value) {
        i++;
    }
    return i;
}

static void unite(struct statistics_row *row, const struct statistics_row *piece,
                  const double *values)
{
    if (!row->count || piece->min < row->min) {
        row->min = piece->min;
        row->min_at = row->count + place_of(values, piece->min);
    }
    if (!row->count || piece->max > row->max) {
        row->max = piece->max;
        row->max_at = row->count + place_of(values, piece->max);
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
    if (piece.sum * 0 != 0 && !all_finite(values, count)) { /* it is not finite itself */
        return false;
    }
    if (piece.min != piece.max) {
        piece.squares = square_piece(values, count, piece.mean);
    }
    piece.total = total ? *total : total_of(&piece, values);
    unite(row, &piece, values);
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

void statistics_of_row(struct cg_statistics *out, const struct cg_metric *metric,
                       const double *values, uint32_t count)
{
    static const statistics_total none = 0;
    struct statistics_row row = {0};
    for (uint32_t done = 0; done < count;) {
        uint32_t piece = count - done < STATISTICS_PIECE ? count - done : STATISTICS_PIECE;
        statistics_row_add(&row, values + done, piece, metric->integral ? NULL : &none);
        done += piece;
    }
    statistics_row_finish(out, &row, metric);
}
