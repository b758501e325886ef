/* Combines the records of one pair of functions into a call. */
#include "base/error.h"
#include "base/memory.h"
#include "validate/common/pick.h"
#include "validate/explain/likely_causes.h"

#include <stdlib.h>
#include <string.h>

/** Calls under construction. */
struct gather {
    struct run *run;
    struct cg_validation *v;
    struct cg_pool keys; /**< caller, callee; number: call */
    uint32_t *deciding;  /**< by call: the record that decides */
    size_t deciding_capacity;
};

static bool is_exact(const struct gather *g, const struct record *r)
{
    return !cg_profile_is_sampled(g->v->profiles[r->key.profile].profile);
}

/* The library that called, "" if none did. */
static const char *library_of(const struct gather *g, const struct record *r)
{
    return r->key.last == VALIDATION_NONE
               ? ""
               : cg_profile_frame_name(g->v->profiles[r->key.profile].profile, r->key.last);
}

/* One with a place comes first, then the earlier place. */
static bool is_placed_before(const struct gather *g, const struct record *a, const struct record *b)
{
    bool known_a = a->key.file != VALIDATION_NONE, known_b = b->key.file != VALIDATION_NONE;
    if (!known_a || !known_b) {
        return known_a && !known_b;
    }
    int order = strcmp(validation_string(g->v, a->key.file), validation_string(g->v, b->key.file));
    return order ? order < 0 : a->key.line < b->key.line;
}

/* The explanation that comes first, then the shorter one, then the earlier functions. */
static bool is_explained_before(const struct gather *g, const struct record *a,
                                const struct record *b)
{
    if (a->how != b->how) {
        return a->how < b->how;
    }
    if (a->through_count != b->through_count) {
        return a->through_count < b->through_count;
    }
    for (uint32_t i = 0; i < a->through_count; i++) {
        cg_node x = g->v->passed[a->through + i], y = g->v->passed[b->through + i];
        if (x != y) {
            return x < y;
        }
    }
    return false;
}

/* Which of two records decides: one of an exact profile; then the worse verdict; then the more
 * frequent; then one without a library; then the earlier place; then by what explains it. So the
 * order of profiles does not matter. */
static bool decides_before(const struct gather *g, const struct record *a, const struct record *b)
{
    bool exact_a = is_exact(g, a), exact_b = is_exact(g, b);
    if (exact_a != exact_b) {
        return exact_a;
    }
    if (a->verdict != b->verdict) {
        return a->verdict > b->verdict;
    }
    if (a->visits != b->visits || a->weight != b->weight) {
        return a->visits != b->visits ? a->visits > b->visits : a->weight > b->weight;
    }
    int order = strcmp(library_of(g, a), library_of(g, b));
    if (order || is_placed_before(g, a, b) || is_placed_before(g, b, a)) {
        return order ? order < 0 : is_placed_before(g, a, b);
    }
    return is_explained_before(g, a, b);
}

static bool add_call(struct gather *g, uint32_t number, const struct record *r)
{
    struct cg_validation *v = g->v;
    if (!cg_grow(&v->calls, &v->call_capacity, (size_t)number + 1, sizeof *v->calls) ||
        !cg_grow(&g->deciding, &g->deciding_capacity, (size_t)number + 1, sizeof *g->deciding)) {
        return false;
    }
    v->calls[number] =
        (struct validation_call){.caller = r->caller, .callee = r->key.callee, .entry = CG_NONE};
    g->deciding[number] = (uint32_t)(r - g->run->records);
    v->call_count++;
    return true;
}

static bool gather_record(struct gather *g, struct record *r)
{
    const uint32_t key[2] = {r->caller, r->key.callee};
    if (r->caller == VALIDATION_NONE) {
        return true; /* no caller */
    }
    r->call = cg_pool_intern(&g->keys, (const char *)key, sizeof key);
    if (r->call == CG_NO_STRING || (r->call == g->v->call_count && !add_call(g, r->call, r))) {
        return false;
    }
    if (decides_before(g, r, &g->run->records[g->deciding[r->call]])) {
        g->deciding[r->call] = (uint32_t)(r - g->run->records);
    }
    return true;
}

/* Data of a call */

static const char *name_of(const struct cg_validation *v, cg_node node, uint32_t function)
{
    return node != CG_NONE ? cg_node_name(v->graph, node)
                           : validation_string(v, v->functions[function].name);
}

static bool set_library(struct gather *g, struct cg_checked_call *public, const struct record *r)
{
    if (r->key.last == VALIDATION_NONE) {
        return true;
    }
    const char *name = library_of(g, r);
    uint32_t string = cg_pool_intern(&g->v->strings, name, strlen(name));
    public->library = string == CG_NO_STRING ? NULL : validation_string(g->v, string);
    return string != CG_NO_STRING;
}

/* The record of the call through which the program entered the library that called, or NULL. */
static const struct record *entry_of(const struct gather *g, const struct record *r)
{
    const uint32_t key[2] = {r->caller, r->entered};
    uint32_t call = r->entered == VALIDATION_NONE
                        ? CG_NO_STRING
                        : cg_pool_find(&g->keys, (const char *)key, sizeof key);
    return call == CG_NO_STRING ? NULL : &g->run->records[g->deciding[call]];
}

/* The place to look at: the program's own call. The profile has no place for a call by a library,
 * but it may have one for the call of the library. */
static bool find_cause(struct gather *g, struct validation_call *call, const struct record *r)
{
    const struct record *entry = entry_of(g, r);
    const struct record *place = r->key.file == VALIDATION_NONE && entry ? entry : r;
    struct causes_place at = {.line = place->key.line};
    if (place->key.file != VALIDATION_NONE) {
        at.file = validation_string(g->v, place->key.file);
    }
    if (r->entered != VALIDATION_NONE) {
        call->entry = pick_entry(g->v, r->from, r->entered);
    }
    return causes_find(g->run, call, &at);
}

static bool describe_call(struct gather *g, uint32_t number)
{
    struct cg_validation *v = g->v;
    struct validation_call *call = &v->calls[number];
    const struct record *r = &g->run->records[g->deciding[number]];
    struct cg_checked_call *public = &call->public;
    public->verdict = r->verdict;
    public->how = r->how;
    public->caller = r->from;
    public->callee = r->to;
    public->caller_name = name_of(v, r->from, call->caller);
    public->callee_name = name_of(v, r->to, call->callee);
    public->caller_candidates = v->functions[call->caller].count;
    public->callee_candidates = v->functions[call->callee].count;
    public->exact = is_exact(g, r);
    public->profile = r->key.profile;
    public->context = r->path;
    public->through_count = r->through_count;
    call->through = r->through;
    bool missing = r->verdict >= CG_VERDICT_MISSING_EDGE;
    return set_library(g, public, r) && (!missing || find_cause(g, call, r));
}

static void point_through(struct cg_validation *v)
{
    for (uint32_t i = 0; i < v->call_count; i++) {
        struct validation_call *call = &v->calls[i];
        call->public.through = call->public.through_count ? v->passed + call->through : NULL;
    }
}

/* Parts: one per profile */

/* Records are sorted by profile, so the last part of a call is that of the current profile, if any
 * is. */
static bool add_parts(struct gather *g, uint32_t *last)
{
    struct cg_validation *v = g->v;
    for (uint32_t i = 0; i < g->run->record_count; i++) {
        const struct record *r = &g->run->records[i];
        if (r->call == VALIDATION_NONE) {
            continue;
        }
        struct validation_call *call = &v->calls[r->call];
        bool same = last[r->call] && v->parts[last[r->call] - 1].profile == r->key.profile;
        if (!same) {
            if (!cg_grow(&v->parts, &v->part_capacity, (size_t)v->part_count + 1,
                         sizeof *v->parts)) {
                return false;
            }
            v->parts[v->part_count] = (struct validation_part){r->key.profile, r->call, 0, 0};
            last[r->call] = ++v->part_count;
            call->part_count++;
        }
        struct validation_part *part = &v->parts[last[r->call] - 1];
        bool over = UINT64_MAX - part->visits < r->visits;
        part->visits = over ? UINT64_MAX : part->visits + r->visits;
        part->weight += r->weight;
    }
    return true;
}

static void sum_parts(struct cg_validation *v)
{
    for (uint32_t i = 0; i < v->part_count; i++) {
        struct cg_checked_call *public = &v->calls[v->parts[i].call].public;
        bool over = UINT64_MAX - public->visits < v->parts[i].visits;
        public->visits = over ? UINT64_MAX : public->visits + v->parts[i].visits;
        public->weight += v->parts[i].weight;
    }
}

/* Order */

static int compare_verdicts(enum cg_verdict a, enum cg_verdict b)
{
    return (a < b) - (a > b);
}

static int compare_calls(const void *a, const void *b, void *user)
{
    const struct validation_call *calls = user;
    const struct cg_checked_call *x = &calls[*(const uint32_t *)a].public;
    const struct cg_checked_call *y = &calls[*(const uint32_t *)b].public;
    int order = compare_verdicts(x->verdict, y->verdict);
    order = order ? order : y->exact - x->exact;
    order = order ? order : (x->visits < y->visits) - (x->visits > y->visits);
    order = order ? order : (x->weight < y->weight) - (x->weight > y->weight);
    order = order ? order : strcmp(x->caller_name, y->caller_name);
    order = order ? order : strcmp(x->callee_name, y->callee_name);
    order = order ? order : (x->caller > y->caller) - (x->caller < y->caller);
    order = order ? order : (x->callee > y->callee) - (x->callee < y->callee);
    return order ? order
                 : (*(const uint32_t *)a > *(const uint32_t *)b) -
                       (*(const uint32_t *)a < *(const uint32_t *)b);
}

static int compare_parts(const void *a, const void *b)
{
    const struct validation_part *x = a, *y = b;
    int order = (x->call > y->call) - (x->call < y->call);
    return order ? order : (x->profile > y->profile) - (x->profile < y->profile);
}

static void number_paths(struct gather *g, const uint32_t *places)
{
    for (uint32_t p = 0; p < g->v->profile_count; p++) {
        struct validation_profile *profile = &g->v->profiles[p];
        for (cg_call_context path = 0; path < cg_profile_context_count(profile->profile); path++) {
            uint32_t record = profile->calls[path];
            uint32_t call = record == VALIDATION_NONE ? record : g->run->records[record].call;
            profile->calls[path] = call == VALIDATION_NONE ? call : places[call];
        }
    }
}

/* Sort calls, and update references to them. @param scratch as many numbers as calls, twice */
static bool order_calls(struct gather *g, uint32_t *scratch)
{
    struct cg_validation *v = g->v;
    uint32_t *order = scratch, *places = scratch + v->call_count;
    struct validation_call *sorted = malloc(((size_t)v->call_count + 1) * sizeof *sorted);
    if (!sorted) {
        return false;
    }
    for (uint32_t i = 0; i < v->call_count; i++) {
        order[i] = i;
    }
    if (v->call_count) {
        qsort_r(order, v->call_count, sizeof *order, compare_calls, v->calls);
    }
    for (uint32_t i = 0; i < v->call_count; i++) {
        sorted[i] = v->calls[order[i]];
        places[order[i]] = i;
    }
    free(v->calls);
    v->calls = sorted;
    v->call_capacity = v->call_count;
    for (uint32_t i = 0; i < v->part_count; i++) {
        v->parts[i].call = places[v->parts[i].call];
    }
    if (v->part_count) {
        qsort(v->parts, v->part_count, sizeof *v->parts, compare_parts);
    }
    for (uint32_t i = v->part_count; i-- > 0;) {
        v->calls[v->parts[i].call].first_part = i;
    }
    number_paths(g, places);
    return true;
}

int run_calls(struct run *run)
{
    struct gather g = {.run = run, .v = run->v};
    bool ok = cg_pool_init(&g.keys);
    for (uint32_t i = 0; i < run->record_count && ok; i++) {
        ok = gather_record(&g, &run->records[i]);
    }
    uint32_t *scratch = calloc(2 * (size_t)run->v->call_count + 1, sizeof *scratch);
    ok = ok && scratch && add_parts(&g, scratch);
    if (ok) {
        sum_parts(run->v);
    }
    for (uint32_t i = 0; i < run->v->call_count && ok; i++) {
        ok = describe_call(&g, i);
    }
    ok = ok && order_calls(&g, scratch);
    if (ok) {
        point_through(run->v);
    }
    free(scratch);
    free(g.deciding);
    cg_pool_free(&g.keys);
    return ok ? CG_OK : cg_fail_memory(run->error);
}
