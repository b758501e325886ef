/*
 * A definition of metrics is refused with a line, or its metrics have names and sources, and its
 * formulas give finite numbers.
 *
 * Input: a file of `cgrecord --events`.
 */
#include "fuzz.h"

#include <count/metrics.h>

#include <math.h>
#include <string.h>

static void check_metric(const struct metric *metric, guint number, const double *values)
{
    FUZZ_CHECK(metric->name && *metric->name && metric->source != METRIC_UNKNOWN);
    FUZZ_CHECK((metric->source == METRIC_DERIVED) == (metric->formula != NULL));
    if (metric->formula) {
        FUZZ_CHECK(isfinite(formula_value(metric->formula, values)));
        FUZZ_CHECK(!formula_uses(metric->formula, METRIC_OPERANDS + number));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cg_error error = {0};
    GPtrArray *metrics = metrics_read((const char *)data, size, "fuzz", &error);
    if (!metrics) {
        size_t lines = 1;
        for (size_t i = 0; i < size; i++) {
            lines += data[i] == '\n';
        }
        FUZZ_CHECK(error.text[0] && error.line <= lines && strcmp(error.file, "fuzz") == 0);
        return 0;
    }
    double *values = g_new(double, METRIC_OPERANDS + metrics->len);
    for (guint i = 0; i < METRIC_OPERANDS + metrics->len; i++) {
        values[i] = i % 3;
    }
    for (guint i = 0; i < metrics->len; i++) {
        check_metric(metrics->pdata[i], i, values);
    }
    g_free(metrics_want(metrics, "time,a,b"));
    g_free(metrics_want(metrics, NULL));
    for (guint i = 0; i < metrics->len; i++) {
        FUZZ_CHECK(((struct metric *)metrics->pdata[i])->wanted);
    }
    g_free(values);
    g_ptr_array_unref(metrics);
    return 0;
}
