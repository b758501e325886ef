/* Converts paths to records: caller, callee, the library between, and the place. */
#include "base/error.h"
#include "base/memory.h"
#include "validate/common/run.h"

#include <stdlib.h>
#include <string.h>

/** The context of a path, itself included. */
struct above {
    cg_call_context program; /**< nearest function of the program; if `open` the root; or NONE */
    cg_call_context first;   /**< below it: the nearest path of a library, or NONE */
    cg_call_context last;    /**< the lowest path of a library, or NONE */
    bool open;               /**< no function of the program up to a root that may have callers */
};

static const struct above nothing = {VALIDATION_NONE, VALIDATION_NONE, VALIDATION_NONE, false};

struct walk {
    struct run *run;
    struct validation_profile *profile;
    uint32_t p;
    struct above *above; /**< by path */
};

static cg_frame frame_of(const struct walk *w, cg_call_context path)
{
    struct cg_call_context_info info;
    if (path == VALIDATION_NONE) {
        return VALIDATION_NONE;
    }
    cg_profile_context(w->profile->profile, path, &info);
    return info.frame;
}

static void add_values(const struct walk *w, struct record *r, cg_call_context path)
{
    const struct cg_profile *profile = w->profile->profile;
    uint32_t metric = w->run->profiles[w->p].weight;
    uint64_t visits = cg_profile_visits(profile, path);
    double weight = metric == CG_NONE ? 0 : cg_profile_inclusive(profile, metric, path);
    bool first = r->path == VALIDATION_NONE;
    if (first || visits > r->path_visits || (visits == r->path_visits && weight > r->path_weight)) {
        r->path = path;
        r->path_visits = visits;
        r->path_weight = weight;
    }
    r->visits = UINT64_MAX - r->visits < visits ? UINT64_MAX : r->visits + visits;
    r->weight += weight;
}

static bool add_record(struct walk *w, const struct record_key *key, cg_call_context path)
{
    struct run *run = w->run;
    uint32_t number = cg_pool_intern(&run->record_keys, (const char *)key, sizeof *key);
    if (number == CG_NO_STRING ||
        !cg_grow(&run->records, &run->record_capacity, (size_t)number + 1, sizeof *run->records)) {
        return false;
    }
    if (number == run->record_count) {
        run->records[run->record_count++] = (struct record){.key = *key,
                                                            .path = VALIDATION_NONE,
                                                            .call = VALIDATION_NONE,
                                                            .caller = key->caller,
                                                            .entered = VALIDATION_NONE,
                                                            .from = CG_NONE,
                                                            .to = CG_NONE};
    }
    add_values(w, &run->records[number], path);
    w->profile->calls[path] = number;
    return true;
}

static bool set_site(struct walk *w, struct record_key *key, cg_call_context path)
{
    struct cg_call_context_info info;
    cg_profile_context(w->profile->profile, path, &info);
    key->file = VALIDATION_NONE;
    key->line = 0;
    if (info.site_file && *info.site_file && info.site_line) {
        key->file = cg_pool_intern(&w->run->v->strings, info.site_file, strlen(info.site_file));
        key->line = info.site_line;
        return key->file != CG_NO_STRING;
    }
    return true;
}

/* Whether a call between two frames of one function is not a call of the program. */
static bool is_within(const struct walk *w, cg_frame caller, cg_frame callee)
{
    const uint8_t *flags = w->run->profiles[w->p].flags;
    return (flags[caller] | flags[callee]) & (FRAME_PART | FRAME_THUNK) ||
           run_are_variants(w->run, w->p, caller, callee);
}

/* The call of a path's function, from its context. */
static bool record_path(struct walk *w, const struct above *above, cg_call_context path,
                        cg_frame frame)
{
    const struct validation_profile *profile = w->profile;
    cg_frame caller = frame_of(w, above->program);
    struct record_key key = {.profile = w->p, .callee = profile->functions[frame]};
    key.caller = above->open ? VALIDATION_NONE : profile->functions[caller];
    key.open = above->open ? caller : VALIDATION_NONE;
    key.first = frame_of(w, above->first);
    key.last = frame_of(w, above->last);
    bool outlined =
        above->first != VALIDATION_NONE && w->run->profiles[w->p].flags[frame] & FRAME_PART;
    if (outlined || (key.caller == key.callee && above->first == VALIDATION_NONE &&
                     is_within(w, caller, frame))) {
        return true;
    }
    return set_site(w, &key, above->first == VALIDATION_NONE ? path : above->first) &&
           add_record(w, &key, path);
}

static bool is_library(enum validation_class class)
{
    return class == VALIDATION_LIBRARY || class == VALIDATION_OUTSIDE || class == VALIDATION_CODE;
}

/* The context of the paths below one. */
static struct above below(const struct walk *w, const struct above *above, cg_call_context path,
                          const struct cg_call_context_info *info)
{
    enum validation_class class = w->profile->classes[info->frame];
    bool piece = info->flags & CG_CONTEXT_FRAGMENT;
    struct above result = *above;
    if (class == VALIDATION_ROOT) {
        return nothing;
    }
    if (class == VALIDATION_PROGRAM || class == VALIDATION_ABSENT) {
        return (struct above){path, VALIDATION_NONE, VALIDATION_NONE, false};
    }
    if (piece) {
        result = (struct above){path, VALIDATION_NONE, VALIDATION_NONE, true};
    }
    if (is_library(class)) {
        result.first = result.first == VALIDATION_NONE ? path : result.first;
        result.last = path;
    }
    return result;
}

static bool walk_path(struct walk *w, cg_call_context path)
{
    struct cg_call_context_info info;
    cg_profile_context(w->profile->profile, path, &info);
    enum validation_class class = w->profile->classes[info.frame];
    const struct above *above = info.parent == CG_NO_CONTEXT ? &nothing : &w->above[info.parent];
    bool ok = true;
    bool ours = class == VALIDATION_PROGRAM || class == VALIDATION_ABSENT;
    bool theirs = class == VALIDATION_LIBRARY && above->first == VALIDATION_NONE && !above->open;
    w->profile->calls[path] = VALIDATION_NONE;
    if (above->program != VALIDATION_NONE && (ours || theirs)) {
        ok = record_path(w, above, path, info.frame);
    }
    w->above[path] = below(w, above, path, &info);
    return ok;
}

/* The metric that replaces visits if they are not counted. */
static uint32_t find_weight(const struct cg_profile *profile)
{
    static const char *const names[] = {CG_METRIC_SAMPLES, CG_METRIC_WEIGHT, CG_METRIC_TIME};
    uint32_t visits = cg_profile_find_metric(profile, CG_METRIC_VISITS);
    if (visits != CG_NONE && cg_profile_metric(profile, visits)->measured) {
        return CG_NONE;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t metric = cg_profile_find_metric(profile, names[i]);
        if (metric != CG_NONE && cg_profile_metric(profile, metric)->measured) {
            return metric;
        }
    }
    return CG_NONE;
}

static bool walk_profile(struct run *run, uint32_t p)
{
    struct walk w = {.run = run, .profile = &run->v->profiles[p], .p = p};
    uint32_t count = cg_profile_context_count(w.profile->profile);
    w.above = malloc(((size_t)count + 1) * sizeof *w.above);
    run->profiles[p].weight = find_weight(w.profile->profile);
    bool ok = w.above != NULL;
    for (cg_call_context path = 0; path < count && ok; path++) {
        ok = walk_path(&w, path);
    }
    free(w.above);
    return ok;
}

int run_records(struct run *run)
{
    bool ok = true;
    for (uint32_t p = 0; p < run->v->profile_count && ok; p++) {
        ok = walk_profile(run, p);
    }
    return ok ? CG_OK : cg_fail_memory(run->error);
}
