/* Merges of the measurements of several recorded runs. */
#include "profile_parts.h"

#include <libcg/value.h>

#include <math.h>
#include <string.h>

static bool is_number(const struct cg_value *value)
{
    enum cg_value_type type = cg_value_type(value);
    return type == CG_VALUE_INTEGER || type == CG_VALUE_REAL;
}

static bool has_number(const struct cg_value *object, const char *key)
{
    struct cg_value member;
    return cg_value_member(&member, object, key) && is_number(&member);
}

static bool has_word(const struct cg_value *object, const char *key, const char *word)
{
    struct cg_value member;
    return cg_value_member(&member, object, key) && cg_value_is_string(&member, word, strlen(word));
}

static int merge_two(cg_metadata_merge *merge, struct cg_text *out, const struct cg_value *a,
                     const struct cg_value *b, struct cg_error *error)
{
    const struct cg_merge_input input = {.a = *a, .b = *b, .place = CG_ON_NODE};
    return merge(out, &input, error);
}

/* The greatest of several runs: a metric is taken whole, so that its members stay consistent */

static bool is_metric(const struct cg_value *value)
{
    return has_number(value, "value") || has_number(value, "inclusive");
}

static bool is_visits_or_metric(const struct cg_value *value)
{
    return is_number(value) || is_metric(value);
}

/* The order: by these numbers, the greater metric stays. */
static void weigh(double *out, const struct cg_value *metric)
{
    double value = -INFINITY;
    bool least = has_word(metric, "fold", "min");
    out[0] = !is_number(metric) + has_number(metric, "value") * (least ? 2 : 1);
    out[1] = out[2] = -INFINITY;
    profile_number(&out[1], metric, "inclusive");
    profile_number(&out[2], metric, "exclusive");
    if (profile_number(&value, metric, "value")) {
        out[1] = least ? -value : value;
    }
}

static int meet_metrics(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                        struct cg_error *error)
{
    double of_a[3], of_b[3];
    if (is_number(a) && is_number(b)) {
        return merge_two(cg_merge_max, out, a, b, error);
    }
    weigh(of_a, a);
    weigh(of_b, b);
    for (int i = 0; i < 3; i++) {
        if (of_a[i] != of_b[i]) {
            return merge_two(of_a[i] > of_b[i] ? cg_merge_first : cg_merge_last, out, a, b, error);
        }
    }
    return merge_two(cg_merge_greatest, out, a, b, error);
}

int profile_merge_greatest(struct cg_text *out, const struct cg_merge_input *m,
                           struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = is_visits_or_metric, .meet = meet_metrics};
    return cg_merge_members(out, m, &how, error);
}

/* All runs together: numbers are added exactly, also sums and squares over locations, from which
 * mean and deviation are recomputed, so that the result does not depend on the order */

static bool is_locations(const struct cg_value *value)
{
    static const char *const needed[] = {"count", "max", "min", "squares", "sum", NULL};
    bool is = cg_value_type(value) == CG_VALUE_OBJECT;
    for (const char *const *key = needed; is && *key; key++) {
        is = has_number(value, *key);
    }
    return is;
}

/* A metric whose values do not add up. */
static bool is_extreme(const struct cg_value *value)
{
    return has_number(value, "value") &&
           (has_word(value, "fold", "min") || has_word(value, "fold", "max"));
}

static bool adds_up(const struct cg_value *value)
{
    return is_number(value) || is_locations(value) || is_extreme(value);
}

static void put_text(struct cg_text *out, const char *text)
{
    cg_text_append(out, text, strlen(text));
}

/* Append a member that is the sum of both. @return it as a number, for derived members */
static int put_sum(struct cg_text *out, double *sum, const char *key, const struct cg_value *a,
                   const struct cg_value *b, struct cg_error *error)
{
    struct cg_value x, y;
    cg_value_member(&x, a, key);
    cg_value_member(&y, b, key);
    put_text(out, "\"");
    put_text(out, key);
    put_text(out, "\":");
    size_t start = cg_text_length(out);
    int status = merge_two(cg_merge_sum, out, &x, &y, error);
    const struct cg_value result = cg_text_since(out, start);
    *sum = 0;
    cg_value_number(sum, &result);
    put_text(out, ",");
    return status;
}

/* Append a member: its key, then the merged value. */
static int put_met(struct cg_text *out, const char *key, cg_metadata_merge *merge,
                   const struct cg_value *a, const struct cg_value *b, struct cg_error *error)
{
    put_text(out, "\"");
    put_text(out, key);
    put_text(out, "\":");
    int status = merge_two(merge, out, a, b, error);
    put_text(out, ",");
    return status;
}

/* An unknown place has no member, which is equivalent to an empty string. */
static int put_place(struct cg_text *out, const char *key, int order, const struct cg_value *a,
                     const struct cg_value *b, struct cg_error *error)
{
    struct cg_value x = {"\"\"", 2}, y = x;
    cg_value_member(&x, a, key);
    cg_value_member(&y, b, key);
    bool known = (order >= 0 && x.length > 2) || (order <= 0 && y.length > 2);
    cg_metadata_merge *merge = order > 0   ? cg_merge_first
                               : order < 0 ? cg_merge_last
                                           : cg_merge_greatest;
    return known ? put_met(out, key, merge, &x, &y, error) : CG_OK;
}

static int put_extreme(struct cg_text *out, bool least, const struct cg_value *a,
                       const struct cg_value *b, struct cg_error *error)
{
    const char *key = least ? "min" : "max";
    struct cg_value x, y;
    double m = 0, n = 0;
    cg_value_member(&x, a, key);
    cg_value_member(&y, b, key);
    cg_value_number(&m, &x);
    cg_value_number(&n, &y);
    int order = least ? (m < n) - (m > n) : (m > n) - (m < n);
    int status = put_met(out, key, least ? cg_merge_min : cg_merge_max, &x, &y, error);
    return status ? status : put_place(out, least ? "minAt" : "maxAt", order, a, b, error);
}

/* The mean of the squares and the square of the mean are close if values differ little: smaller
 * differences are noise. */
#define NOISE 1e-13

static double deviation_of(double count, double sum, double squares)
{
    double mean = sum / count, variance = squares / count - mean * mean;
    return variance > NOISE * mean * mean ? sqrt(variance) : 0;
}

static int put_mean(struct cg_text *out, double count, double sum, double squares)
{
    put_text(out, "\"mean\":");
    cg_text_append_number(out, count > 0 ? sum / count : 0);
    put_text(out, ",\"deviation\":");
    return cg_text_append_number(out, count > 0 ? deviation_of(count, sum, squares) : 0);
}

static bool is_bounds(const struct cg_value *locations)
{
    struct cg_value bounds;
    return cg_value_member(&bounds, locations, "bounds") && cg_value_is_true(&bounds);
}

static int put_of(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                  struct cg_error *error)
{
    struct cg_value x = {"\"\"", 2}, y = x;
    cg_value_member(&x, a, "of");
    cg_value_member(&y, b, "of");
    put_text(out, ",\"of\":");
    int status = merge_two(cg_merge_greatest, out, &x, &y, error);
    put_text(out, is_bounds(a) || is_bounds(b) ? ",\"bounds\":true}" : "}");
    return status;
}

/* Exclusive measurements at some locations and inclusive ones at others do not add up. */
static int order_of(const struct cg_value *a, const struct cg_value *b)
{
    int order = 0;
    static const char *const words[] = {"exclusive", "inclusive", "value"};
    for (int i = 0; i < 3; i++) {
        order += (has_word(a, "of", words[i]) - has_word(b, "of", words[i])) * (i + 1);
    }
    return order;
}

static int pool(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                struct cg_error *error)
{
    double count, sum, squares;
    int order = order_of(a, b);
    if (order) {
        return merge_two(order > 0 ? cg_merge_first : cg_merge_last, out, a, b, error);
    }
    put_text(out, "{");
    int status = put_sum(out, &count, "count", a, b, error);
    status = status ? status : put_sum(out, &sum, "sum", a, b, error);
    status = status ? status : put_sum(out, &squares, "squares", a, b, error);
    status = status ? status : put_extreme(out, true, a, b, error);
    status = status ? status : put_extreme(out, false, a, b, error);
    status = status ? status : put_mean(out, count, sum, squares);
    return status ? status : put_of(out, a, b, error);
}

static int class_of(const struct cg_value *value)
{
    return is_number(value) ? 0 : is_extreme(value) ? 1 : 2;
}

static int meet_sum(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                    struct cg_error *error)
{
    int of_a = class_of(a), of_b = class_of(b);
    if (of_a != of_b) {
        return merge_two(of_a > of_b ? cg_merge_first : cg_merge_last, out, a, b, error);
    }
    return of_a == 0   ? merge_two(cg_merge_sum, out, a, b, error)
           : of_a == 1 ? meet_metrics(out, a, b, error)
                       : pool(out, a, b, error);
}

int profile_merge_sum(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = adds_up, .meet = meet_sum, .counts = true};
    return cg_merge_members(out, m, &how, error);
}
