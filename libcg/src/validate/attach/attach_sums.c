/*
 * A metric at the nodes and edges of a graph.
 *
 * For each path there are statistics over all locations, not the values at each. For several paths
 * together these give the mean, and the rest if at most one path varies, or all have their extremum
 * at one location. Otherwise there are bounds: the sum of the minima, the sum of the maxima, and
 * the sum of the deviations, since the deviation is a norm.
 */
#include "base/error.h"
#include "validate/attach/attach_profile.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Whether values of a metric add up along paths. */
static bool annotate_adds_up(const struct cg_metric *metric)
{
    return metric->kind != CG_METRIC_SIMPLE && metric->fold == CG_FOLD_SUM;
}

/* Adding up */

/* @param varied whether the paths so far vary @param varies whether this one does */
static void add_extreme(struct annotate_extreme *extreme, double value, uint32_t at, bool varied,
                        bool varies)
{
    extreme->sum += value;
    if (varies || !varied) {
        extreme->known = extreme->known && (!varied || extreme->at == at);
        extreme->at = at;
    }
}

static void add_locations(struct annotate_sum *sum, const struct cg_statistics *statistics)
{
    bool varies = statistics->min != statistics->max;
    bool varied = sum->varies;
    if (sum->paths++ == 0) {
        sum->min.known = sum->max.known = true;
    }
    add_extreme(&sum->min, statistics->min, statistics->min_at, varied, varies);
    add_extreme(&sum->max, statistics->max, statistics->max_at, varied, varies);
    sum->sum += statistics->sum;
    sum->mean += statistics->mean;
    sum->deviation += statistics->deviation;
    sum->bounds = sum->bounds || (varied && varies);
    sum->varies = varied || varies;
}

/* inclusive_add_up computes the cost of nodes; this adds visits, which are recorded only at calls,
 * and the cost of calls. Repeated calls of a recursive target are in the inclusive value of the
 * path above. */
static void add_path(struct annotate_sum *sum, const struct cg_profile *profile, uint32_t metric,
                     cg_call_context path, bool again)
{
    bool is_inclusive = cg_profile_metric(profile, metric)->kind == CG_METRIC_INCLUSIVE;
    sum->exclusive += cg_profile_exclusive(profile, metric, path);
    sum->inclusive += again ? 0 : cg_profile_inclusive(profile, metric, path);
    if (!(is_inclusive && again)) {
        struct cg_statistics statistics;
        cg_profile_statistics(profile, metric, path, &statistics);
        add_locations(sum, &statistics);
    }
}

/* In a cycle of calls, each cost is in several of them. */
static void note_most(struct annotate_sum *sum, const struct cg_profile *profile,
                      cg_call_context path, const struct annotate_paths *paths)
{
    struct cg_call_context_info call, caller;
    cg_profile_context(profile, path, &call);
    cg_profile_context(profile, call.parent, &caller);
    double most =
        fmin(paths->total[paths->group[call.frame]], paths->total[paths->group[caller.frame]]);
    sum->most = fmax(sum->most, most);
}

/* A value that was not measured is 0 and not a minimum. */
static void fold_path(struct annotate_sum *sum, const struct cg_metric *metric,
                      const struct cg_statistics *statistics)
{
    if (statistics->min == 0 && statistics->max == 0) {
        return;
    }
    double value = statistics->sum;
    bool first = sum->paths == 0;
    sum->exclusive = metric->fold == CG_FOLD_SUM || first ? sum->exclusive + value
                     : metric->fold == CG_FOLD_MIN        ? fmin(sum->exclusive, value)
                                                          : fmax(sum->exclusive, value);
    add_locations(sum, statistics);
}

static void add_target(struct annotate_sum *sum, int which, const struct cg_profile *profile,
                       uint32_t metric, cg_call_context path, const struct annotate_paths *paths)
{
    const struct cg_metric *about = cg_profile_metric(profile, metric);
    const struct annotate_path *p = &paths->paths[path];
    bool calls = p->calls && strcmp(about->name, CG_METRIC_VISITS) != 0;
    if (!annotate_adds_up(about)) {
        struct cg_statistics statistics;
        cg_profile_statistics(profile, metric, path, &statistics);
        fold_path(sum, about, &statistics);
    } else if (which == 0 ? !calls : !p->below_known) {
        add_path(sum, profile, metric, path, p->again[which]);
        sum->has_calls = sum->has_calls || calls;
        if (calls) {
            note_most(sum, profile, path, paths);
        }
    }
}

static void settle_sum(struct annotate_sum *out, const struct annotate_targets *targets,
                       const struct annotate_paths *paths)
{
    for (uint32_t t = 0; t < targets->count; t++) {
        if (targets->all[t].place == CG_ON_NODE) {
            out[t].exclusive = paths->exclusive[t];
            out[t].inclusive = paths->total[t];
        } else if (out[t].has_calls && out[t].inclusive > out[t].most) {
            out[t].inclusive = out[t].most;
        }
    }
}

int annotate_add_up(struct annotate_sum *out, const struct annotate_targets *targets,
                    const struct cg_profile *profile, uint32_t metric, struct annotate_paths *paths,
                    struct cg_error *error)
{
    const struct cg_metric *about = cg_profile_metric(profile, metric);
    bool adds_up = annotate_adds_up(about) && strcmp(about->name, CG_METRIC_VISITS) != 0;
    memset(out, 0, targets->count * sizeof *out);
    if (adds_up && !inclusive_add_up(&paths->inclusive, metric, paths->exclusive, paths->total)) {
        return cg_fail_memory(error);
    }
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        for (int which = 0; which < 2; which++) {
            uint32_t target = paths->paths[path].target[which];
            if (target != ANNOTATE_NONE) {
                add_target(&out[target], which, profile, metric, path, paths);
            }
        }
    }
    if (adds_up) {
        settle_sum(out, targets, paths);
    }
    return CG_OK;
}

/* Writing */

static void put_number(struct cg_text *out, const char *before, double number)
{
    cg_text_add(out, before);
    cg_text_append_number(out, number);
}

/* Names in profiles may contain any bytes. */
static void put_string(struct cg_text *out, const char *string)
{
    struct cg_text text = {0};
    cg_text_add_utf8(&text, string);
    cg_text_add_json_string(out, text.bytes ? text.bytes : "", text.length);
    out->failed = out->failed || text.failed;
    cg_text_free(&text);
}

/* Rank and number of the thread in it: the same in every run of a program. */
static void put_place(struct cg_text *out, const char *before, const struct cg_profile *profile,
                      uint32_t location)
{
    struct cg_location where;
    char text[48];
    cg_profile_location(profile, location, &where);
    snprintf(text, sizeof text, "\"%" PRIu64 ".%" PRIu64 "\"", where.rank, where.thread);
    cg_text_add(out, before);
    cg_text_add(out, text);
}

/* Whether there are statistics over locations, and they are valid. */
static bool has_locations(const struct annotate_sum *sum, const struct cg_metric *metric,
                          uint32_t locations)
{
    return locations > 1 && sum->paths && (metric->fold == CG_FOLD_SUM || sum->paths == 1);
}

static void put_locations(struct cg_text *out, const struct cg_profile *profile,
                          const struct cg_metric *metric, const struct annotate_sum *sum)
{
    uint32_t locations = cg_profile_location_count(profile);
    double squares = locations * (sum->deviation * sum->deviation + sum->mean * sum->mean);
    if (!has_locations(sum, metric, locations)) {
        return;
    }
    bool bounds = sum->bounds || !sum->min.known || !sum->max.known;
    put_number(out, ",\"locations\":{\"count\":", locations);
    put_number(out, ",\"sum\":", metric->fold == CG_FOLD_SUM ? sum->sum : sum->mean * locations);
    put_number(out, ",\"squares\":", squares);
    put_number(out, ",\"min\":", sum->min.sum);
    if (sum->min.known) {
        put_place(out, ",\"minAt\":", profile, sum->min.at);
    }
    put_number(out, ",\"max\":", sum->max.sum);
    if (sum->max.known) {
        put_place(out, ",\"maxAt\":", profile, sum->max.at);
    }
    put_number(out, ",\"mean\":", sum->mean);
    put_number(out, ",\"deviation\":", sum->deviation);
    cg_text_add(out, !annotate_adds_up(metric) ? ",\"of\":\"value\""
                     : metric->kind == CG_METRIC_INCLUSIVE || sum->has_calls
                         ? ",\"of\":\"inclusive\""
                         : ",\"of\":\"exclusive\"");
    cg_text_add(out, bounds ? ",\"bounds\":true}" : "}");
}

static void put_values(struct cg_text *out, const struct cg_metric *metric,
                       const struct annotate_sum *sum)
{
    static const char *const folds[] = {
        [CG_FOLD_SUM] = "sum", [CG_FOLD_MIN] = "min", [CG_FOLD_MAX] = "max"};
    if (!annotate_adds_up(metric)) {
        cg_text_add(out, "\"fold\":\"");
        cg_text_add(out, folds[metric->fold]);
        put_number(out, "\",\"value\":", sum->exclusive);
        return;
    }
    if (!sum->has_calls) {
        put_number(out, "\"exclusive\":", sum->exclusive);
        cg_text_add(out, ",");
    }
    put_number(out, "\"inclusive\":", sum->inclusive);
}

void annotate_put_metric(struct cg_text *out, const struct cg_profile *profile, uint32_t metric,
                         const struct annotate_sum *sum)
{
    const struct cg_metric *about = cg_profile_metric(profile, metric);
    if (sum->exclusive == 0 && sum->inclusive == 0 && sum->max.sum == 0 && sum->min.sum == 0) {
        return;
    }
    cg_text_add(out, out->length ? "," : "");
    put_string(out, about->name);
    cg_text_add(out, ":{");
    put_values(out, about, sum);
    put_locations(out, profile, about, sum);
    if (about->unit && *about->unit) {
        cg_text_add(out, ",\"unit\":");
        put_string(out, about->unit);
    }
    cg_text_add(out, "}");
}
