/*
 * The accessors of a finished profile, and the pass that turns exclusive sums into inclusive ones.
 */
#include "profile/profile.h"

#include "base/memory.h"

#include <stdlib.h>

const char *profile_string(const struct cg_profile *profile, uint32_t string)
{
    return string == CG_NO_STRING ? NULL : cg_pool_string(&profile->strings, string);
}

void cg_profile_free(struct cg_profile *profile)
{
    if (!profile) {
        return;
    }
    for (uint32_t i = 0; i < profile->metric_count; i++) {
        free(profile->metrics[i].statistics);
        free(profile->metrics[i].exclusive);
        free(profile->metrics[i].inclusive);
    }
    cg_pool_free(&profile->strings);
    cg_table_free(&profile->frame_table);
    cg_table_free(&profile->path_table);
    free(profile->frames);
    free(profile->paths);
    free(profile->first_children);
    free(profile->metrics);
    free(profile->locations);
    free(profile->notes);
    free(profile);
}

bool profile_reserve_statistics(struct profile_metric *metric, uint32_t count)
{
    if (count <= metric->statistic_count && metric->statistics) {
        return true;
    }
    if (!cg_grow(&metric->statistics, &metric->statistic_capacity, count ? count : 1,
                 sizeof *metric->statistics)) {
        return false;
    }
    memset(metric->statistics + metric->statistic_count, 0,
           (count - metric->statistic_count) * sizeof *metric->statistics);
    metric->statistic_count = count;
    return true;
}

/* Callers that are known in part (CG_CONTEXT_CALL, not a leaf) only have what they call themselves,
 * which includes everything further down. Deeper levels of recursion are in the lower ones. */
static bool counts_below_alone(const struct cg_profile *profile, cg_call_context path)
{
    const struct profile_path *p = &profile->paths[path];
    return profile->paths[p->parent].flags & CG_CONTEXT_CALL &&
           p->flags & (CG_CONTEXT_CALL | CG_CONTEXT_RECURSIVE);
}

/* Callers come before callees, so one pass from the end sums up whole trees. */
static void sum_along_paths(const struct cg_profile *profile, struct profile_metric *metric)
{
    bool inclusive = metric->public.kind == CG_METRIC_INCLUSIVE;
    for (cg_call_context path = profile->path_count; path-- > 0;) {
        cg_call_context parent = profile->paths[path].parent;
        if (parent != CG_NO_CONTEXT && !counts_below_alone(profile, path)) {
            if (inclusive) {
                metric->exclusive[parent] -= metric->inclusive[path];
            } else {
                metric->inclusive[parent] += metric->inclusive[path];
            }
        }
    }
}

static bool add_up(const struct cg_profile *profile, struct profile_metric *metric)
{
    size_t size = ((size_t)profile->path_count + 1) * sizeof(double);
    free(metric->exclusive);
    free(metric->inclusive);
    metric->exclusive = malloc(size);
    metric->inclusive = malloc(size);
    if (!metric->exclusive || !metric->inclusive ||
        !profile_reserve_statistics(metric, profile->path_count)) {
        return false;
    }
    for (cg_call_context path = 0; path < profile->path_count; path++) {
        metric->exclusive[path] = metric->inclusive[path] = metric->statistics[path].sum;
    }
    if (metric->public.kind != CG_METRIC_SIMPLE && metric->public.fold == CG_FOLD_SUM) {
        sum_along_paths(profile, metric);
    }
    return true;
}

bool profile_add_up(struct cg_profile *profile)
{
    profile->visits = cg_profile_find_metric(profile, CG_METRIC_VISITS);
    for (uint32_t i = 0; i < profile->metric_count; i++) {
        struct profile_metric *metric = &profile->metrics[i];
        metric->public.measured = metric->statistics != NULL;
        if (metric->public.measured && !add_up(profile, metric)) {
            return false;
        }
    }
    return true;
}

uint32_t profile_weight_metric(const struct cg_profile *profile)
{
    static const char *const names[] = {CG_METRIC_SAMPLES, CG_METRIC_WEIGHT, CG_METRIC_TIME};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t metric = cg_profile_find_metric(profile, names[i]);
        if (metric != UINT32_MAX && profile->metrics[metric].public.measured) {
            return metric;
        }
    }
    return UINT32_MAX;
}

const char *cg_profile_format(const struct cg_profile *profile)
{
    return profile->format;
}

const char *cg_profile_creator(const struct cg_profile *profile)
{
    return profile_string(profile, profile->creator);
}

const char *cg_profile_note_at(const struct cg_profile *profile, uint32_t i)
{
    return i < profile->note_count ? profile_string(profile, profile->notes[i]) : NULL;
}

bool cg_profile_is_sampled(const struct cg_profile *profile)
{
    return profile->sampled;
}

bool cg_profile_loses_tail_callers(const struct cg_profile *profile)
{
    return profile->loses_tail_callers;
}

uint32_t cg_profile_frame_count(const struct cg_profile *profile)
{
    return profile->frame_count;
}

void cg_profile_frame(const struct cg_profile *profile, cg_frame frame, struct cg_frame_info *out)
{
    const struct profile_frame *f = &profile->frames[frame];
    *out = (struct cg_frame_info){.name = profile_string(profile, f->name),
                                  .linkage_name = profile_string(profile, f->linkage_name),
                                  .file = profile_string(profile, f->file),
                                  .object = profile_string(profile, f->object),
                                  .group = profile_string(profile, f->group),
                                  .line = f->line,
                                  .kind = f->kind};
}

const char *cg_profile_frame_name(const struct cg_profile *profile, cg_frame frame)
{
    const struct profile_frame *f = &profile->frames[frame];
    return profile_string(profile, f->linkage_name == CG_NO_STRING ? f->name : f->linkage_name);
}

uint32_t cg_profile_context_count(const struct cg_profile *profile)
{
    return profile->path_count;
}

void cg_profile_context(const struct cg_profile *profile, cg_call_context path,
                        struct cg_call_context_info *out)
{
    const struct profile_path *p = &profile->paths[path];
    *out = (struct cg_call_context_info){.parent = p->parent,
                                         .frame = p->frame,
                                         .flags = p->flags,
                                         .site_file = profile_string(profile, p->site_file),
                                         .site_line = p->site_line};
}

uint32_t cg_profile_metric_count(const struct cg_profile *profile)
{
    return profile->metric_count;
}

const struct cg_metric *cg_profile_metric(const struct cg_profile *profile, uint32_t metric)
{
    return &profile->metrics[metric].public;
}

uint32_t cg_profile_find_metric(const struct cg_profile *profile, const char *name)
{
    for (uint32_t i = 0; i < profile->metric_count; i++) {
        if (strcmp(profile->metrics[i].public.name, name) == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

void cg_profile_statistics(const struct cg_profile *profile, uint32_t metric, cg_call_context path,
                           struct cg_statistics *out)
{
    const struct profile_metric *m = &profile->metrics[metric];
    *out = m->public.measured ? m->statistics[path] : (struct cg_statistics){0};
}

double cg_profile_exclusive(const struct cg_profile *profile, uint32_t metric, cg_call_context path)
{
    const struct profile_metric *m = &profile->metrics[metric];
    return m->public.measured ? m->exclusive[path] : 0;
}

double cg_profile_inclusive(const struct cg_profile *profile, uint32_t metric, cg_call_context path)
{
    const struct profile_metric *m = &profile->metrics[metric];
    return m->public.measured ? m->inclusive[path] : 0;
}

uint64_t cg_profile_visits(const struct cg_profile *profile, cg_call_context path)
{
    const struct profile_metric *m;
    if (profile->visits == UINT32_MAX || !profile->metrics[profile->visits].public.measured) {
        return 0;
    }
    m = &profile->metrics[profile->visits];
    return m->public.integral ? m->statistics[path].count : (uint64_t)m->statistics[path].sum;
}

uint32_t cg_profile_location_count(const struct cg_profile *profile)
{
    return profile->location_count;
}

void cg_profile_location(const struct cg_profile *profile, uint32_t location,
                         struct cg_location *out)
{
    const struct profile_location *l = &profile->locations[location];
    *out = (struct cg_location){.name = profile_string(profile, l->name),
                                .group = profile_string(profile, l->group),
                                .rank = l->rank,
                                .thread = l->thread};
}
