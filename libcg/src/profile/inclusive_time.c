/*
 * Walks the tree of paths with a count of each group on the way; components of the calls between
 * groups come from query/common, and the smaller bound wins.
 */
#include "profile/inclusive_time.h"

#include "base/rows.h"
#include "query/common/components.h"

#include <stdlib.h>

static bool has_caller(const struct cg_profile *profile, cg_call_context path)
{
    cg_call_context parent = profile->paths[path].parent;
    return parent != CG_NO_CONTEXT && !(profile->paths[parent].flags & CG_CONTEXT_CALL);
}

/* Represents callers that are known in part. */
static bool is_context(const struct cg_profile *profile, cg_call_context path)
{
    return profile->paths[path].flags & CG_CONTEXT_CALL && !has_caller(profile, path);
}

/* --- repeats ------------------------------------------------------------------------------- */

/** A walk over all paths, callers before callees. */
struct walk {
    const struct cg_profile *profile;
    const uint32_t *key;
    cg_call_context
        *child; /**< by path: the first one below it; the last element: the first root */
    cg_call_context *sibling;
    uint32_t *active; /**< by key: number of occurrences on the path */
    bool *repeats;
};

static bool walk_init(struct walk *w, uint32_t keys)
{
    uint32_t paths = w->profile->path_count;
    w->child = malloc(((size_t)paths + 1) * sizeof *w->child);
    w->sibling = malloc(((size_t)paths + 1) * sizeof *w->sibling);
    w->active = calloc((size_t)keys + 1, sizeof *w->active);
    if (!w->child || !w->sibling || !w->active) {
        return false;
    }
    for (size_t i = 0; i <= paths; i++) {
        w->child[i] = CG_NO_CONTEXT;
    }
    for (cg_call_context path = paths; path-- > 0;) {
        cg_call_context parent = w->profile->paths[path].parent;
        cg_call_context *first = &w->child[parent == CG_NO_CONTEXT ? paths : parent];
        w->sibling[path] = *first;
        *first = path;
    }
    return true;
}

static bool counts_context(const struct walk *w, cg_call_context path)
{
    return w->key[path] != CG_NO_CONTEXT && !is_context(w->profile, path);
}

static void enter_path(struct walk *w, cg_call_context path)
{
    w->repeats[path] = counts_context(w, path) && w->active[w->key[path]]++ != 0;
}

static void leave_context(struct walk *w, cg_call_context path)
{
    w->active[w->key[path] == CG_NO_CONTEXT ? 0 : w->key[path]] -= counts_context(w, path);
}

static void walk_tree(struct walk *w)
{
    cg_call_context path = w->child[w->profile->path_count];
    while (path != CG_NO_CONTEXT) {
        enter_path(w, path);
        if (w->child[path] != CG_NO_CONTEXT) {
            path = w->child[path];
            continue;
        }
        leave_context(w, path);
        while (path != CG_NO_CONTEXT && w->sibling[path] == CG_NO_CONTEXT) {
            path = w->profile->paths[path].parent;
            if (path != CG_NO_CONTEXT) {
                leave_context(w, path);
            }
        }
        path = path == CG_NO_CONTEXT ? path : w->sibling[path];
    }
}

bool inclusive_find_repeats(bool *repeats, const struct cg_profile *profile, const uint32_t *key,
                            uint32_t keys)
{
    struct walk w = {.profile = profile, .key = key, .repeats = repeats};
    bool ok = walk_init(&w, keys);
    if (ok) {
        walk_tree(&w);
    }
    free(w.child);
    free(w.sibling);
    free(w.active);
    return ok;
}

/* --- components ---------------------------------------------------------------------------- */

static uint32_t group_of(const struct inclusive *in, cg_call_context path)
{
    return in->group[in->profile->paths[path].frame];
}

/* Whether a path is a call that may be part of a cycle. */
static bool is_edge(const struct inclusive *in, cg_call_context path)
{
    return !in->within[path] && has_caller(in->profile, path) &&
           !(in->profile->paths[path].flags & CG_CONTEXT_RECURSIVE);
}

/* Calls by caller. */
static void fill_rows(const struct inclusive *in, uint32_t *start, uint32_t *callees)
{
    const struct cg_profile *profile = in->profile;
    for (cg_call_context path = 0; path < profile->path_count; path++) {
        if (is_edge(in, path)) {
            rows_count(start, group_of(in, profile->paths[path].parent));
        }
    }
    rows_begin(start, in->groups);
    for (cg_call_context path = 0; path < profile->path_count; path++) {
        if (is_edge(in, path)) {
            uint32_t caller = group_of(in, profile->paths[path].parent);
            callees[rows_place(start, caller)] = group_of(in, path);
        }
    }
}

static bool find_components(struct inclusive *in)
{
    uint32_t *start = calloc((size_t)in->groups + 2, sizeof *start);
    uint32_t *callees = malloc(((size_t)in->profile->path_count + 1) * sizeof *callees);
    uint32_t count;
    in->component = malloc(((size_t)in->groups + 1) * sizeof *in->component);
    in->sizes = calloc((size_t)in->groups + 1, sizeof *in->sizes);
    bool ok = start && callees && in->component && in->sizes;
    if (ok) {
        fill_rows(in, start, callees);
        const struct call_rows rows = {in->groups, start, callees};
        ok = components_find(in->component, &count, &rows, NULL) == CG_OK;
    }
    for (uint32_t group = 0; ok && group < in->groups; group++) {
        in->sizes[in->component[group]]++;
    }
    free(start);
    free(callees);
    return ok;
}

/* --- all together -------------------------------------------------------------------------- */

/* @return whether there are calls of pieces */
static bool find_within(struct inclusive *in)
{
    const struct cg_profile *profile = in->profile;
    bool calls = false;
    for (cg_call_context path = 0; path < profile->path_count; path++) {
        const struct profile_path *p = &profile->paths[path];
        in->within[path] = has_caller(profile, path) ? in->within[p->parent]
                                                     : (p->flags & CG_CONTEXT_RECURSIVE) != 0;
        calls = calls || (p->flags & CG_CONTEXT_CALL && has_caller(profile, path));
    }
    return calls;
}

bool inclusive_init(struct inclusive *out, const struct cg_profile *profile, const uint32_t *group,
                    uint32_t groups)
{
    size_t paths = (size_t)profile->path_count + 1;
    *out = (struct inclusive){.profile = profile, .group = group, .groups = groups};
    out->within = malloc(paths * sizeof *out->within);
    out->repeats = malloc(paths * sizeof *out->repeats);
    uint32_t *key = malloc(paths * sizeof *key);
    bool ok = out->within && out->repeats && key;
    for (cg_call_context path = 0; ok && path < profile->path_count; path++) {
        key[path] = group_of(out, path);
    }
    ok = ok && inclusive_find_repeats(out->repeats, profile, key, groups) &&
         (!find_within(out) || find_components(out));
    free(key);
    return ok;
}

void inclusive_free(struct inclusive *inclusive)
{
    free(inclusive->within);
    free(inclusive->repeats);
    free(inclusive->component);
    free(inclusive->sizes);
}

/** Sums of one metric. */
struct sums {
    const struct inclusive *in;
    uint32_t metric;
    double *exclusive; /**< by group */
    double *total;     /**< by group */
    double *circle;    /**< by component; NULL: not needed */
    double all;
};

/* The cost of a component: a path in it, or a call that leaves it. */
static void add_to_circle(struct sums *s, cg_call_context path, double exclusive, double inclusive)
{
    const struct inclusive *in = s->in;
    const struct profile_path *p = &in->profile->paths[path];
    uint32_t own = in->component[group_of(in, path)];
    s->circle[own] += exclusive;
    if (has_caller(in->profile, path)) {
        uint32_t above = in->component[group_of(in, p->parent)];
        s->circle[above] += own != above || p->flags & CG_CONTEXT_RECURSIVE ? inclusive : 0;
    }
}

static void add_path(struct sums *s, cg_call_context path)
{
    const struct inclusive *in = s->in;
    unsigned flags = in->profile->paths[path].flags;
    uint32_t group = group_of(in, path);
    bool call = flags & CG_CONTEXT_CALL;
    double inclusive = cg_profile_inclusive(in->profile, s->metric, path);
    double exclusive = call ? 0 : cg_profile_exclusive(in->profile, s->metric, path);
    s->exclusive[group] += exclusive;
    s->all += exclusive;
    if (in->within[path] || is_context(in->profile, path)) {
        return;
    }
    if (!call) {
        s->total[group] += in->repeats[path] ? 0 : inclusive;
    } else if (s->circle && in->repeats[path] && !(flags & CG_CONTEXT_RECURSIVE)) {
        s->total[group] -= inclusive; /* the piece above contains the cost of its calls of itself */
    }
    if (s->circle) {
        add_to_circle(s, path, exclusive, inclusive);
    }
}

static void bound(struct sums *s)
{
    for (uint32_t group = 0; group < s->in->groups; group++) {
        uint32_t component = s->in->component[group];
        if (s->in->sizes[component] > 1) {
            double least =
                s->circle[component] < s->all || s->all <= 0 ? s->circle[component] : s->all;
            s->total[group] = s->total[group] < least ? s->total[group] : least;
        }
    }
}

/* The measuring tool already handled inclusive measurements. */
bool inclusive_add_up(const struct inclusive *inclusive, uint32_t metric, double *exclusive,
                      double *total)
{
    struct sums s = {.in = inclusive, .metric = metric, .exclusive = exclusive, .total = total};
    const struct cg_metric *about = cg_profile_metric(inclusive->profile, metric);
    if (inclusive->component && about->kind == CG_METRIC_EXCLUSIVE) {
        s.circle = calloc((size_t)inclusive->groups + 1, sizeof *s.circle);
        if (!s.circle) {
            return false;
        }
    }
    memset(exclusive, 0, inclusive->groups * sizeof *exclusive);
    memset(total, 0, inclusive->groups * sizeof *total);
    for (cg_call_context path = 0; path < inclusive->profile->path_count; path++) {
        add_path(&s, path);
    }
    if (s.circle) {
        bound(&s);
    }
    free(s.circle);
    return true;
}
