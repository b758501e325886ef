/* The distinct calls of a profile. */
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "profile/tables.h"

#include <stdlib.h>

struct calls {
    const struct cg_profile *profile;
    const bool *wanted;
    struct cg_recorded_call *calls;
    size_t capacity;
    struct cg_table table;  /* of calls, by caller and callee */
    cg_call_context *above; /* by path: nearest wanted path, itself included */
    uint32_t weight;        /* metric, UINT32_MAX: none */
};

static bool is_wanted(const struct calls *c, cg_frame frame)
{
    return c->wanted ? c->wanted[frame] : c->profile->frames[frame].kind == CG_FRAME_FUNCTION;
}

static void find_above(struct calls *c)
{
    for (cg_call_context path = 0; path < c->profile->path_count; path++) {
        const struct profile_path *p = &c->profile->paths[path];
        bool ends =
            p->parent == CG_NO_CONTEXT || c->profile->frames[p->frame].kind == CG_FRAME_ROOT;
        c->above[path] = is_wanted(c, p->frame) ? path : ends ? CG_NO_CONTEXT : c->above[p->parent];
    }
}

static uint32_t hash_pair(const struct calls *c, cg_frame caller, cg_frame callee)
{
    const cg_frame pair[2] = {caller, callee};
    return cg_hash_bytes(c->profile->strings.seed, pair, sizeof pair);
}

static uint32_t hash_call(const void *user, uint32_t i)
{
    const struct calls *c = user;
    return hash_pair(c, c->calls[i].caller, c->calls[i].callee);
}

static bool is_call(const void *user, uint32_t i, const void *wanted)
{
    const struct calls *c = user;
    const cg_frame *pair = wanted;
    return c->calls[i].caller == pair[0] && c->calls[i].callee == pair[1];
}

static struct cg_recorded_call *find_call(struct calls *c, cg_frame caller, cg_frame callee)
{
    if (!cg_table_reserve(&c->table, hash_call, c) ||
        !cg_grow(&c->calls, &c->capacity, (size_t)c->table.used + 1, sizeof *c->calls)) {
        return NULL;
    }
    const cg_frame pair[2] = {caller, callee};
    uint32_t *slot = cg_table_slot(&c->table, hash_pair(c, caller, callee), is_call, c, pair);
    if (*slot) {
        return &c->calls[*slot - 1];
    }
    struct cg_recorded_call *call = &c->calls[c->table.used];
    *slot = ++c->table.used;
    *call = (struct cg_recorded_call){.caller = caller, .callee = callee, .context = CG_NO_CONTEXT};
    return call;
}

/* Whether a path is a better example than the current one; paths come in ascending order. */
static bool is_better(const struct calls *c, cg_call_context there, cg_call_context path)
{
    if (there == CG_NO_CONTEXT) {
        return true;
    }
    uint64_t a = cg_profile_visits(c->profile, there);
    uint64_t b = cg_profile_visits(c->profile, path);
    return b > a || (b == a && c->weight != UINT32_MAX &&
                     cg_profile_inclusive(c->profile, c->weight, path) >
                         cg_profile_inclusive(c->profile, c->weight, there));
}

static bool add_path(struct calls *c, cg_call_context path)
{
    const struct profile_path *p = &c->profile->paths[path];
    cg_call_context from = p->parent == CG_NO_CONTEXT ? CG_NO_CONTEXT : c->above[p->parent];
    cg_frame caller = from == CG_NO_CONTEXT ? CG_NO_CONTEXT : c->profile->paths[from].frame;
    if (p->flags & CG_CONTEXT_FRAGMENT) {
        return true; /* shows no callers */
    }
    struct cg_recorded_call *call = find_call(c, caller, p->frame);
    if (!call) {
        return false;
    }
    uint64_t visits = cg_profile_visits(c->profile, path);
    if (__builtin_add_overflow(call->visits, visits, &call->visits)) {
        call->visits = UINT64_MAX;
    }
    if (c->weight != UINT32_MAX) {
        call->weight += cg_profile_inclusive(c->profile, c->weight, path);
    }
    call->indirect = call->indirect || (from != CG_NO_CONTEXT && from != p->parent);
    if (is_better(c, call->context, path)) {
        call->context = path;
    }
    return true;
}

static int compare_frames(const struct cg_profile *profile, cg_frame a, cg_frame b)
{
    if (a == b) {
        return 0;
    }
    if (a == CG_NO_CONTEXT || b == CG_NO_CONTEXT) {
        return a == CG_NO_CONTEXT ? -1 : 1;
    }
    int order = strcmp(cg_profile_frame_name(profile, a), cg_profile_frame_name(profile, b));
    return order ? order : a < b ? -1 : 1;
}

static int compare_calls(const void *a, const void *b, void *user)
{
    const struct cg_recorded_call *x = a;
    const struct cg_recorded_call *y = b;
    int order = compare_frames(user, x->caller, y->caller);
    return order ? order : compare_frames(user, x->callee, y->callee);
}

static bool collect_calls(struct calls *c)
{
    c->above = malloc(((size_t)c->profile->path_count + 1) * sizeof *c->above);
    if (!c->above || !cg_grow(&c->calls, &c->capacity, 1, sizeof *c->calls)) {
        return false;
    }
    find_above(c);
    for (cg_call_context path = 0; path < c->profile->path_count; path++) {
        if (is_wanted(c, c->profile->paths[path].frame) && !add_path(c, path)) {
            return false;
        }
    }
    return true;
}

int cg_profile_calls(struct cg_recorded_call **out, size_t *count, const struct cg_profile *profile,
                     const bool *wanted, struct cg_error *error)
{
    struct calls c = {
        .profile = profile, .wanted = wanted, .weight = profile_weight_metric(profile)};
    bool ok = collect_calls(&c);
    uint32_t found = c.table.used;
    free(c.above);
    cg_table_free(&c.table);
    if (!ok) {
        free(c.calls);
        return cg_fail_memory(error);
    }
    qsort_r(c.calls, found, sizeof *c.calls, compare_calls, (void *)(uintptr_t)profile);
    *out = c.calls;
    *count = found;
    return CG_OK;
}
