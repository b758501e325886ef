/*
 * Statistics of a row of values, one for each location, that comes piece by piece: at the speed of
 * memory, and rounded identically on every machine.
 */
#ifndef PROFILE_STATISTICS_ROW_H
#define PROFILE_STATISTICS_ROW_H

#include <libcg/profile.h>

/** Values in a piece: sized for the first-level cache. Rounding depends on the division of a row,
 *  so all pieces except the last have this many. */
#define STATISTICS_PIECE 2048u

/** Sum of whole numbers: large enough for any number of locations with 64 bits each. */
__extension__ typedef __int128 statistics_total;

/** The state so far; start with {0}. */
struct statistics_row {
    uint32_t count; /**< values so far */
    uint32_t min_at;
    uint32_t max_at;
    double sum;
    double min;
    double max;
    double mean;
    double squares;         /**< sum of the squared distances from the mean */
    statistics_total total; /**< exact sum, when all are whole numbers below 2^64 */
};

/**
 * Add the next piece. Within a piece the squares are computed in a second pass; pieces are united
 * as in Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample
 * variances", 1979. O(count).
 *
 * @param total their exact sum, if the values themselves may be rounded; NULL: it is computed
 * @return false if a value is infinite or not a number; the row is then unchanged
 */
bool statistics_row_add(struct statistics_row *row, const double *values, uint32_t count,
                        const statistics_total *total);

/** Statistics of all pieces. A row without values has 0 in all of them. */
void statistics_row_finish(struct cg_statistics *out, const struct statistics_row *row,
                           const struct cg_metric *metric);

#endif
