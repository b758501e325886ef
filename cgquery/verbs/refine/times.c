/* What runs took: which of their times are compared, and how. */
#include "runs/rank_test.h"
#include "verbs/refine/refine.h"

#include <math.h>

struct times refine_times_new(void)
{
    return (struct times){g_array_new(FALSE, FALSE, sizeof(double)),
                          g_array_new(FALSE, FALSE, sizeof(double))};
}

void refine_times_free(struct times *times)
{
    g_array_unref(times->cpu);
    g_array_unref(times->wall);
}

void refine_times_add(struct times *times, const struct took *took)
{
    g_array_append_val(times->cpu, took->cpu);
    g_array_append_val(times->wall, took->wall);
}

GArray *refine_compared(const struct refining *refining, const struct times *times)
{
    return refining->query->options.wall_time ? times->wall : times->cpu;
}

double refine_compared_time(const struct refining *refining, const struct took *took)
{
    return refining->query->options.wall_time ? took->wall : took->cpu;
}

const char *refine_compared_name(const struct refining *refining)
{
    return refining->query->options.wall_time ? "wall time" : "CPU time";
}

double refine_median(const struct refining *refining, const struct times *times)
{
    GArray *compared = refine_compared(refining, times);
    return sample_median((double *)compared->data, compared->len);
}

double refine_least_time(const struct refining *refining, const struct times *times)
{
    const GArray *compared = refine_compared(refining, times);
    double least = NAN;
    for (guint i = 0; i < compared->len; i++) {
        least = fmin(least, g_array_index(compared, double, i));
    }
    return least;
}

double refine_p(const struct refining *refining, const struct times *a, const struct times *b)
{
    const GArray *x = refine_compared(refining, a), *y = refine_compared(refining, b);
    return rank_test((const double *)x->data, x->len, (const double *)y->data, y->len);
}
