/* By orthogonalisation: with orthonormal columns q the fit is the sum of (q . v) q, and row i of
 * the data has the weight h = sum of q[i]^2 in its own prediction. Without it the residual is as
 * much as 1 / (1 - h) times larger, so that nothing need be fitted again. */
#include "model/least_squares.h"

#include <math.h>

#define EXACT 1e-12     /* an error that only rounding made */
#define DEPENDENT 1e-10 /* what is left of a column that the others determine */

static double dot(const double *a, const double *b, size_t rows)
{
    double sum = 0;
    for (size_t i = 0; i < rows; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* Take the part along a direction of length 1 away. @return how much that was */
static double project_out(double *column, const double *direction, size_t rows)
{
    double part = dot(column, direction, rows);
    for (size_t i = 0; i < rows; i++) {
        column[i] -= part * direction[i];
    }
    return part;
}

/* Make column k of q orthogonal to those before it, and of length 1; r as in A = QR. */
static bool orthogonalise(double *q, double r[COLUMNS_MOST][COLUMNS_MOST], size_t k, size_t rows)
{
    double *column = q + k * rows;
    double before = sqrt(dot(column, column, rows));
    for (int twice = 0; twice < 2; twice++) { /* the second time for what rounding left */
        for (size_t j = 0; j < k; j++) {
            r[j][k] += project_out(column, q + j * rows, rows);
        }
    }
    r[k][k] = sqrt(dot(column, column, rows));
    if (!isfinite(before) || !(r[k][k] > DEPENDENT * before)) {
        return false;
    }
    for (size_t i = 0; i < rows; i++) {
        column[i] /= r[k][k];
    }
    return true;
}

/* Of a prediction and a measurement, from 0 to 2. */
static double difference(double predicted, double measured)
{
    double size = fabs(predicted) + fabs(measured);
    return size > 0 ? 2 * fabs(predicted - measured) / size : 0;
}

/* @return false: a row determines a coefficient alone */
static bool leave_out_each(struct fitted *out, const struct linear *linear, const double *q,
                           const double *residual)
{
    size_t rows = linear->rows;
    out->error = 0;
    for (size_t i = 0; i < rows; i++) {
        double rest = 1;
        for (size_t k = 0; k < linear->column_count; k++) {
            rest -= q[k * rows + i] * q[k * rows + i];
        }
        if (!(rest > DEPENDENT)) {
            return false;
        }
        double predicted = linear->values[i] - residual[i] / rest;
        out->error += difference(predicted, linear->values[i]) / (double)rows;
    }
    out->error = out->error > EXACT ? out->error : 0;
    return isfinite(out->error);
}

bool least_squares(struct fitted *out, const struct linear *linear, double *scratch)
{
    size_t rows = linear->rows, columns = linear->column_count;
    double r[COLUMNS_MOST][COLUMNS_MOST] = {{0}}, along[COLUMNS_MOST];
    double *q = scratch, *residual = scratch + COLUMNS_MOST * rows;
    if (rows <= columns) {
        return false;
    }
    for (size_t i = 0; i < rows; i++) {
        residual[i] = linear->values[i];
    }
    for (size_t k = 0; k < columns; k++) {
        for (size_t i = 0; i < rows; i++) {
            q[k * rows + i] = linear->columns[k][i];
        }
        if (!orthogonalise(q, r, k, rows)) {
            return false;
        }
        along[k] = project_out(residual, q + k * rows, rows);
    }
    for (size_t k = columns; k-- > 0;) {
        out->coefficients[k] = along[k];
        for (size_t j = k + 1; j < columns; j++) {
            out->coefficients[k] -= r[k][j] * out->coefficients[j];
        }
        out->coefficients[k] /= r[k][k];
    }
    return leave_out_each(out, linear, q, residual);
}
