/*
 * Sorts measurements by scale and takes the median of each. Also proposes the next scale to
 * measure.
 */
#include "model/scales.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static bool same_scale(const struct cg_model_point *a, const struct cg_model_point *b)
{
    return memcmp(a->at, b->at, sizeof a->at) == 0;
}

static int by_scale_and_value(const void *a, const void *b)
{
    const struct cg_model_point *x = a, *y = b;
    for (unsigned i = 0; i < CG_MODEL_PARAMETERS; i++) {
        if (x->at[i] != y->at[i]) {
            return compare_numbers(x->at[i], y->at[i]);
        }
    }
    return compare_numbers(x->value, y->value);
}

static int copy_points(struct cg_model_point *out, const struct cg_model_point *points,
                       size_t count, unsigned parameters, struct cg_error *error)
{
    for (size_t i = 0; i < count; i++) {
        out[i].value = points[i].value;
        for (unsigned k = 0; k < parameters; k++) {
            out[i].at[k] = points[i].at[k];
            if (!(out[i].at[k] > 0) || !isfinite(out[i].at[k])) {
                return cg_fail(error, CG_E_ARGUMENT, "a parameter of a model is a number above 0");
            }
        }
        if (!isfinite(out[i].value)) {
            return cg_fail(error, CG_E_ARGUMENT, "a value to model is not finite");
        }
    }
    return CG_OK;
}

static double median(const struct cg_model_point *sorted, size_t count)
{
    double upper = sorted[count / 2].value;
    return count % 2 ? upper : (sorted[count / 2 - 1].value + upper) / 2;
}

static void keep_medians(struct scales *scales, size_t count)
{
    struct cg_model_point *points = scales->points;
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && same_scale(&points[begin], &points[end]); end++) {
        }
        double middle = median(&points[begin], end - begin);
        double width = points[end - 1].value - points[begin].value;
        if (middle > 0) {
            scales->spread = fmax(scales->spread, width / middle);
        }
        points[scales->count] = points[begin];
        points[scales->count++].value = middle;
    }
}

int scales_make(struct scales *out, const struct cg_model_point *points, size_t count,
                unsigned parameters, struct cg_error *error)
{
    *out = (struct scales){.points = calloc(count + 1, sizeof *out->points)};
    if (!out->points) {
        return cg_fail_memory(error);
    }
    int status = copy_points(out->points, points, count, parameters, error);
    if (!status) {
        qsort(out->points, count, sizeof *out->points, by_scale_and_value);
        keep_medians(out, count);
    }
    return status;
}

size_t scales_line(size_t *members, const struct scales *scales, size_t like, unsigned parameter)
{
    unsigned other = 1 - parameter;
    size_t count = 0;
    for (size_t i = 0; i < scales->count; i++) {
        if (scales->points[i].at[other] == scales->points[like].at[other]) {
            members[count++] = i;
        }
    }
    return count;
}

/* Whether a value occurs before number `end`. */
static bool occurs(const struct cg_model_point *points, size_t end, unsigned k)
{
    for (size_t i = 0; i < end; i++) {
        if (points[i].at[k] == points[end].at[k]) {
            return true;
        }
    }
    return false;
}

/* The mean step of different values telescopes: (last - first) / (number - 1). */
void cg_model_next_scale(double *at, const struct cg_model_point *points, size_t count)
{
    for (unsigned k = 0; k < CG_MODEL_PARAMETERS; k++) {
        double least = points[0].at[k], most = least;
        size_t different = 0;
        for (size_t i = 0; i < count; i++) {
            least = fmin(least, points[i].at[k]);
            most = fmax(most, points[i].at[k]);
            different += !occurs(points, i, k);
        }
        at[k] = different > 1 ? most + (most - least) / (double)(different - 1) : most;
    }
}
