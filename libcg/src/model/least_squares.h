/*
 * Least squares with few columns, and what the fit predicts for each row if that row is left out.
 */
#ifndef MODEL_LEAST_SQUARES_H
#define MODEL_LEAST_SQUARES_H

#include <stdbool.h>
#include <stddef.h>

#define COLUMNS_MOST 3

/** Rows of a linear model without its coefficients. */
struct linear {
    const double *columns[COLUMNS_MOST]; /**< by row */
    size_t column_count;
    const double *values; /**< by row: what was measured */
    size_t rows;
};

/** A fit. */
struct fitted {
    double coefficients[COLUMNS_MOST];
    double error; /**< mean over the rows, of the row predicted by the others: as in cg_model */
};

/** Fit. @param scratch rows * (COLUMNS_MOST + 1) numbers @return false: the columns do not
 * determine the coefficients, or would not if a row were left out */
bool least_squares(struct fitted *out, const struct linear *linear, double *scratch);

#endif
