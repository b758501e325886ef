/* Totals of a validation. */
#include "base/error.h"
#include "base/memory.h"
#include "validate/common/run.h"

#include <stdlib.h>
#include <string.h>

static void count_calls(struct cg_validation *v)
{
    struct cg_validation_summary *s = &v->summary;
    for (uint32_t i = 0; i < v->call_count; i++) {
        const struct cg_checked_call *call = &v->calls[i].public;
        bool missing = call->verdict >= CG_VERDICT_MISSING_EDGE;
        s->calls++;
        s->present += call->verdict == CG_VERDICT_PRESENT;
        s->override += call->verdict == CG_VERDICT_OVERRIDE;
        s->explained += call->verdict == CG_VERDICT_EXPLAINED;
        s->missing_edges += call->verdict == CG_VERDICT_MISSING_EDGE;
        s->missing_nodes += call->verdict == CG_VERDICT_MISSING_NODE;
        s->missing_exact += missing && call->exact;
        s->ambiguous += call->caller_candidates > 1 || call->callee_candidates > 1;
    }
    uint64_t missing = s->missing_edges + s->missing_nodes;
    s->recall = s->calls ? (double)(s->calls - missing) / (double)s->calls : 1;
}

/* Functions of the program without a recorded caller. */
static bool count_roots(struct cg_validation *v)
{
    bool *called = calloc((size_t)v->function_count + 1, sizeof *called); /* or counted already */
    for (uint32_t i = 0; called && i < v->call_count; i++) {
        called[v->calls[i].callee] = true;
    }
    for (uint32_t p = 0; called && p < v->profile_count; p++) {
        const struct validation_profile *profile = &v->profiles[p];
        for (cg_frame frame = 0; frame < cg_profile_frame_count(profile->profile); frame++) {
            enum validation_class class = profile->classes[frame];
            uint32_t function = profile->functions[frame];
            if ((class == VALIDATION_PROGRAM || class == VALIDATION_ABSENT) && !called[function]) {
                v->summary.roots++;
                called[function] = true;
            }
        }
    }
    free(called);
    return called != NULL;
}

/** Distinct items, some of which are marked. */
struct tally {
    struct cg_pool keys;
    bool *marked;
    size_t capacity;
    uint64_t marks;
};

static bool tally_key(struct tally *t, const void *key, size_t length, bool mark)
{
    uint32_t number = cg_pool_intern(&t->keys, key, length);
    size_t old = t->capacity;
    if (number == CG_NO_STRING ||
        !cg_grow(&t->marked, &t->capacity, (size_t)number + 1, sizeof *t->marked)) {
        return false;
    }
    memset(t->marked + old, 0, (t->capacity - old) * sizeof *t->marked);
    t->marks += mark && !t->marked[number];
    t->marked[number] |= mark;
    return true;
}

static bool count_frames(struct cg_validation *v, struct tally *t)
{
    bool ok = true;
    for (uint32_t p = 0; p < v->profile_count; p++) {
        const struct validation_profile *of = &v->profiles[p];
        for (cg_frame frame = 0; frame < cg_profile_frame_count(of->profile) && ok; frame++) {
            struct cg_frame_info info;
            cg_profile_frame(of->profile, frame, &info);
            const char *name = cg_profile_frame_name(of->profile, frame);
            bool known = of->classes[frame] == VALIDATION_PROGRAM ||
                         of->classes[frame] == VALIDATION_LIBRARY;
            ok = info.kind != CG_FRAME_FUNCTION || tally_key(t, name, strlen(name), known);
        }
    }
    v->summary.frames = t->keys.count;
    v->summary.frames_matched = t->marks;
    return ok;
}

static bool is_library(enum validation_class class)
{
    return class == VALIDATION_LIBRARY || class == VALIDATION_OUTSIDE || class == VALIDATION_CODE;
}

/* Calls between libraries, and calls of library code that is not in the graph. Calls by the program
 * of known functions are checked. */
static bool is_unchecked(enum validation_class caller, enum validation_class callee)
{
    bool program = caller == VALIDATION_PROGRAM || caller == VALIDATION_ABSENT;
    return is_library(callee) && (is_library(caller) || (program && callee != VALIDATION_LIBRARY));
}

static bool count_pair(struct run *run, uint32_t p, const struct frame_pair *pair, struct tally *t)
{
    const struct validation_profile *of = &run->v->profiles[p];
    if (pair->caller == CG_NO_CONTEXT ||
        !is_unchecked(of->classes[pair->caller], of->classes[pair->callee])) {
        return true;
    }
    struct cg_text key = {0};
    cg_text_add(&key, cg_profile_frame_name(of->profile, pair->caller));
    cg_text_put(&key, "", 1);
    cg_text_add(&key, cg_profile_frame_name(of->profile, pair->callee));
    bool ok = !key.failed && tally_key(t, key.bytes, key.length, false);
    cg_text_free(&key);
    return ok;
}

static bool count_libraries(struct run *run, struct tally *t)
{
    bool ok = true;
    for (uint32_t p = 0; p < run->v->profile_count; p++) {
        for (uint32_t i = 0; i < run->profiles[p].pair_count && ok; i++) {
            ok = count_pair(run, p, &run->profiles[p].pairs[i], t);
        }
    }
    run->v->summary.in_libraries = t->keys.count;
    return ok;
}

static bool count_generated(struct run *run, struct tally *t)
{
    bool ok = true;
    for (uint32_t i = 0; i < run->record_count && ok; i++) {
        const struct record *r = &run->records[i];
        const uint32_t key[] = {r->key.caller, r->key.callee};
        ok = !r->generated || tally_key(t, key, sizeof key, false);
    }
    run->v->summary.generated = t->keys.count;
    return ok;
}

static void free_tally(struct tally *t)
{
    cg_pool_free(&t->keys);
    free(t->marked);
}

int run_summary(struct run *run)
{
    struct tally frames = {0}, libraries = {0}, generated = {0};
    count_calls(run->v);
    bool ok = cg_pool_init(&frames.keys) && cg_pool_init(&libraries.keys) &&
              cg_pool_init(&generated.keys) && count_roots(run->v) &&
              count_frames(run->v, &frames) && count_libraries(run, &libraries) &&
              count_generated(run, &generated);
    free_tally(&frames);
    free_tally(&libraries);
    free_tally(&generated);
    return ok ? CG_OK : cg_fail_memory(run->error);
}
