/* Uniting profiles: frames and paths by content, metrics by name. */
#include "base/error.h"
#include "profile/builder.h"

#include <stdio.h>
#include <stdlib.h>

struct merge {
    struct builder b; /* around the target */
    const struct cg_profile *source;
    uint32_t *strings; /* by number in the source: number + 1 in the target, 0: not needed yet */
    cg_frame *frames;
    cg_call_context *paths;
    uint32_t old_locations; /* of the target */
};

static uint32_t string(struct merge *m, uint32_t number)
{
    if (number == CG_NO_STRING) {
        return CG_NO_STRING;
    }
    if (!m->strings[number]) {
        const struct cg_pool *pool = &m->source->strings;
        m->strings[number] =
            builder_string(&m->b, cg_pool_string(pool, number), cg_pool_length(pool, number)) + 1;
    }
    return m->strings[number] - 1;
}

static void merge_frames(struct merge *m)
{
    for (cg_frame i = 0; i < m->source->frame_count; i++) {
        struct profile_frame frame = m->source->frames[i];
        frame.name = string(m, frame.name);
        frame.linkage_name = string(m, frame.linkage_name);
        frame.file = string(m, frame.file);
        frame.object = string(m, frame.object);
        frame.group = string(m, frame.group);
        m->frames[i] = builder_frame(&m->b, &frame);
    }
}

static void merge_paths(struct merge *m)
{
    for (cg_call_context i = 0; i < m->source->path_count && !m->b.status; i++) {
        const struct profile_path *path = &m->source->paths[i];
        cg_call_context parent =
            path->parent == CG_NO_CONTEXT ? CG_NO_CONTEXT : m->paths[path->parent];
        m->paths[i] = builder_path(&m->b, parent, m->frames[path->frame],
                                   string(m, path->site_file), path->site_line, path->flags);
    }
}

static void merge_locations(struct merge *m)
{
    for (uint32_t i = 0; i < m->source->location_count; i++) {
        struct cg_location location;
        cg_profile_location(m->source, i, &location);
        builder_location(&m->b, &location);
    }
}

static bool same_metric(const struct cg_metric *a, const struct cg_metric *b)
{
    return a->kind == b->kind && a->fold == b->fold && strcmp(a->unit, b->unit) == 0;
}

/* The metric of the target that corresponds to one of the source; one that is measured differently
 * gets a name that shows how. */
static uint32_t find_metric(struct merge *m, const struct cg_metric *metric)
{
    static const char *const kinds[] = {"exclusive", "inclusive", "simple"};
    char name[512];
    struct cg_metric named = *metric;
    uint32_t there = cg_profile_find_metric(m->b.profile, metric->name);
    if (there != UINT32_MAX && !same_metric(&m->b.profile->metrics[there].public, metric)) {
        snprintf(name, sizeof name, "%.400s (%s%s%.60s)", metric->name, kinds[metric->kind],
                 *metric->unit ? ", " : "", metric->unit);
        named.name = name;
    }
    uint32_t number = builder_metric(&m->b, &named);
    if (m->b.status) {
        return BUILDER_NONE;
    }
    struct cg_metric *found = &m->b.profile->metrics[number].public;
    if (!same_metric(found, metric)) {
        m->b.status =
            cg_fail(m->b.error, CG_E_CONFLICT,
                    "metric %s is measured differently than in the previous profile", metric->name);
        return BUILDER_NONE;
    }
    found->integral = found->integral && metric->integral;
    return number;
}

/* A path or metric that only one side has counts as 0 at the other's locations. */
static void unite_values(struct merge *m, struct profile_metric *target,
                         const struct profile_metric *source)
{
    uint32_t paths = m->b.profile->path_count;
    enum cg_metric_fold fold = target->public.fold;
    bool *seen = calloc((size_t)paths + 1, sizeof *seen);
    if (!seen || !profile_reserve_statistics(target, paths)) {
        m->b.status = cg_fail_memory(m->b.error);
        free(seen);
        return;
    }
    for (cg_call_context i = 0; source && i < m->source->path_count; i++) {
        cg_call_context path = m->paths[i];
        statistics_unite(&target->statistics[path], m->old_locations, &source->statistics[i],
                         m->source->location_count, fold);
        seen[path] = true;
    }
    for (cg_call_context path = 0; path < paths; path++) {
        if (!seen[path]) {
            statistics_unite(&target->statistics[path], m->old_locations, NULL,
                             m->source->location_count, fold);
        }
    }
    free(seen);
}

static void merge_metrics(struct merge *m)
{
    struct cg_profile *target = m->b.profile;
    const struct profile_metric **others;
    for (uint32_t i = 0; i < m->source->metric_count && !m->b.status; i++) {
        find_metric(m, &m->source->metrics[i].public);
    }
    others = calloc((size_t)target->metric_count + 1, sizeof *others);
    if (!others && !m->b.status) {
        m->b.status = cg_fail_memory(m->b.error);
    }
    for (uint32_t i = 0; i < m->source->metric_count && !m->b.status; i++) {
        const struct profile_metric *metric = &m->source->metrics[i];
        others[find_metric(m, &metric->public)] = metric->statistics ? metric : NULL;
    }
    for (uint32_t i = 0; i < target->metric_count && !m->b.status; i++) {
        if (target->metrics[i].statistics || others[i]) {
            unite_values(m, &target->metrics[i], others[i]);
        }
    }
    free(others);
}

static bool merge_start(struct merge *m)
{
    m->strings = calloc((size_t)m->source->strings.count + 1, sizeof *m->strings);
    m->frames = calloc((size_t)m->source->frame_count + 1, sizeof *m->frames);
    m->paths = calloc((size_t)m->source->path_count + 1, sizeof *m->paths);
    return m->strings && m->frames && m->paths;
}

static void merge_heads(struct merge *m)
{
    struct cg_profile *target = m->b.profile;
    if (strcmp(target->format, m->source->format) != 0) {
        target->format = "several";
    }
    if (target->creator == CG_NO_STRING) {
        target->creator = string(m, m->source->creator);
    }
    for (uint32_t i = 0; i < m->source->note_count; i++) {
        builder_note(&m->b, string(m, m->source->notes[i]));
    }
    target->sampled = target->sampled || m->source->sampled;
    target->loses_tail_callers = target->loses_tail_callers || m->source->loses_tail_callers;
}

int cg_profile_merge(struct cg_profile *target, const struct cg_profile *source,
                     struct cg_error *error)
{
    struct merge m = {.b = {.profile = target, .error = error},
                      .source = source,
                      .old_locations = target->location_count};
    if (!merge_start(&m)) {
        m.b.status = cg_fail_memory(error);
    } else {
        merge_heads(&m);
        merge_frames(&m);
        merge_paths(&m);
        merge_locations(&m);
        merge_metrics(&m);
    }
    if (!m.b.status && !profile_add_up(target)) {
        m.b.status = cg_fail_memory(error);
    }
    free(m.strings);
    free(m.frames);
    free(m.paths);
    return m.b.status;
}
