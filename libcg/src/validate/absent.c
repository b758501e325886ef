/*
 * Which functions that are missing from the graph belong to the program? Those that the program
 * calls, and those in its objects that another object calls, or that ran without a recorded caller,
 * such as signal handlers. Callees of an object's own library code belong to a library linked into
 * it. So do instances of the C++ library's templates for the library's own types: where GCC inlines
 * a function of the library, it makes the functions that the inlined one calls; clang uses the
 * library's copies.
 */
#include "base/error.h"
#include "base/memory.h"
#include "validate/common/library_instance.h"
#include "validate/common/run.h"
#include "validate/common/runtime_names.h"

#include <stdlib.h>
#include <string.h>

/* Distinct pairs of frames */

static bool add_pair(struct run_profile *of, cg_frame caller, cg_frame callee)
{
    const struct frame_pair pair = {caller, callee};
    uint32_t number = cg_pool_intern(&of->pair_keys, (const char *)&pair, sizeof pair);
    if (number == CG_NO_STRING ||
        !cg_grow(&of->pairs, &of->pair_capacity, (size_t)number + 1, sizeof *of->pairs)) {
        return false;
    }
    of->pairs[number] = pair;
    of->pair_count = of->pair_keys.count;
    return true;
}

/* Paths without a caller have the caller NONE. */
static bool find_pairs(struct run *run, uint32_t p)
{
    const struct validation_profile *profile = &run->v->profiles[p];
    uint32_t count = cg_profile_context_count(profile->profile);
    cg_frame *above = malloc(((size_t)count + 1) * sizeof *above); /* for regions: their caller */
    bool ok = above != NULL;
    for (cg_call_context path = 0; path < count && ok; path++) {
        struct cg_call_context_info info;
        cg_profile_context(profile->profile, path, &info);
        cg_frame caller = info.parent == CG_NO_CONTEXT ? CG_NO_CONTEXT : above[info.parent];
        enum validation_class class = profile->classes[info.frame];
        bool region = class == VALIDATION_REGION && !(info.flags & CG_CONTEXT_FRAGMENT);
        above[path] = class == VALIDATION_ROOT ? CG_NO_CONTEXT : region ? caller : info.frame;
        if (!region && class != VALIDATION_ROOT && !(info.flags & CG_CONTEXT_FRAGMENT)) {
            ok = add_pair(&run->profiles[p], caller, info.frame);
        }
    }
    free(above);
    return ok;
}

/* Deciding what belongs to the program */

/** Frames of a profile that belong to the program and whose callees were not visited. */
struct absence {
    struct run *run;
    uint32_t p;
    bool *found;     /**< by frame */
    uint32_t *heads; /**< by frame: first call + 1 */
    struct absence_call {
        cg_frame callee;
        uint32_t next;
    } *calls; /**< from suspects to suspects */
    uint32_t call_count;
    cg_frame *queue;
    uint32_t queued;
};

static void find_absent(struct absence *a, cg_frame frame)
{
    if (!a->found[frame]) {
        a->found[frame] = true;
        a->queue[a->queued++] = frame;
    }
}

static bool is_suspect(const struct absence *a, cg_frame frame)
{
    return a->run->profiles[a->p].flags[frame] & FRAME_SUSPECT;
}

/* Whether the caller of a suspect makes it the program's: it is in another object, or there is
 * none. */
static bool is_entered(const struct absence *a, const struct frame_pair *pair)
{
    const uint32_t *objects = a->run->profiles[a->p].objects;
    uint32_t own = objects[pair->callee];
    uint32_t other = pair->caller == CG_NO_CONTEXT ? VALIDATION_NONE : objects[pair->caller];
    return run_in_program(a->run, own) && own != other;
}

static void look_at_pair(struct absence *a, const struct frame_pair *pair)
{
    bool known = pair->caller != CG_NO_CONTEXT;
    if (!is_suspect(a, pair->callee)) {
        return;
    }
    if (is_entered(a, pair) ||
        (known && !is_suspect(a, pair->caller) &&
         a->run->v->profiles[a->p].classes[pair->caller] == VALIDATION_PROGRAM)) {
        find_absent(a, pair->callee);
    } else if (known && is_suspect(a, pair->caller)) {
        a->calls[a->call_count] = (struct absence_call){pair->callee, a->heads[pair->caller]};
        a->heads[pair->caller] = ++a->call_count;
    }
}

static void find_pieces(struct absence *a, const bool *called)
{
    const struct cg_profile *profile = a->run->v->profiles[a->p].profile;
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        struct cg_call_context_info info;
        cg_profile_context(profile, path, &info);
        if (info.flags & CG_CONTEXT_FRAGMENT && !called[info.frame] && is_suspect(a, info.frame) &&
            run_in_program(a->run, a->run->profiles[a->p].objects[info.frame])) {
            find_absent(a, info.frame);
        }
    }
}

/* Functions that ran in the program and have no recorded caller but themselves. Formats with only
 * pieces leave the caller open; in others the path shows that there is none. */
static bool find_uncalled(struct absence *a)
{
    const struct run_profile *of = &a->run->profiles[a->p];
    size_t frames = (size_t)cg_profile_frame_count(a->run->v->profiles[a->p].profile) + 1;
    bool *called = calloc(frames, sizeof *called);
    for (uint32_t i = 0; called && i < of->pair_count; i++) {
        called[of->pairs[i].callee] |= of->pairs[i].caller != of->pairs[i].callee;
    }
    if (called) {
        find_pieces(a, called);
    }
    free(called);
    return called != NULL;
}

static void spread_absence(struct absence *a)
{
    while (a->queued) {
        cg_frame frame = a->queue[--a->queued];
        for (uint32_t i = a->heads[frame]; i; i = a->calls[i - 1].next) {
            find_absent(a, a->calls[i - 1].callee);
        }
    }
}

/* Instances for types of the program are the program's: any compiler makes them. Where a program
 * has no debug information, the name alone tells. */
static bool is_library_instance(const struct run *run, uint32_t p, cg_frame frame)
{
    const struct cg_profile *profile = run->v->profiles[p].profile;
    struct cg_frame_info info;
    cg_profile_frame(profile, frame, &info);
    return (!info.file || startup_is_library_header(info.file)) &&
           library_instance_is_pure(cg_profile_frame_name(profile, frame), run->options->demangle);
}

static void settle_frame(const struct absence *a, cg_frame frame)
{
    struct validation_profile *profile = &a->run->v->profiles[a->p];
    if (!is_suspect(a, frame)) {
        return;
    }
    bool known = a->run->v->functions[profile->functions[frame]].count > 0;
    if (!a->found[frame] || (!known && is_library_instance(a->run, a->p, frame))) {
        profile->functions[frame] = VALIDATION_NONE;
        profile->classes[frame] = VALIDATION_OUTSIDE;
    } else {
        profile->classes[frame] = known ? VALIDATION_PROGRAM : VALIDATION_ABSENT;
    }
}

static bool find_in(struct run *run, uint32_t p)
{
    size_t frames = (size_t)cg_profile_frame_count(run->v->profiles[p].profile) + 1;
    const struct run_profile *of = &run->profiles[p];
    struct absence a = {.run = run,
                        .p = p,
                        .found = calloc(frames, sizeof *a.found),
                        .heads = calloc(frames, sizeof *a.heads),
                        .calls = malloc(((size_t)of->pair_count + 1) * sizeof *a.calls),
                        .queue = calloc(frames, sizeof *a.queue)};
    bool ok = a.found && a.heads && a.calls && a.queue;
    for (uint32_t i = 0; i < of->pair_count && ok; i++) {
        look_at_pair(&a, &of->pairs[i]);
    }
    ok = ok && find_uncalled(&a);
    if (ok) {
        spread_absence(&a);
    }
    for (cg_frame frame = 0; frame + 1 < frames && ok; frame++) {
        settle_frame(&a, frame);
    }
    free(a.found);
    free(a.heads);
    free(a.calls);
    free(a.queue);
    return ok;
}

int run_absent(struct run *run)
{
    bool ok = true;
    for (uint32_t p = 0; p < run->v->profile_count && ok; p++) {
        ok = find_pairs(run, p) && find_in(run, p);
    }
    return ok ? CG_OK : cg_fail_memory(run->error);
}
