/*
 * Which functions that the graph does not have are the program's? Those the program calls, and
 * those in its objects that another object calls. What an object's own library code calls is of a
 * library that was linked into it.
 */
#include "base/error.h"
#include "base/memory.h"
#include "validate/run.h"

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

/* Paths that nothing calls have the caller NONE. */
static bool find_pairs(struct run *run, uint32_t p)
{
    const struct validation_profile *profile = &run->v->profiles[p];
    uint32_t count = cg_profile_path_count(profile->profile);
    cg_frame *above = malloc(((size_t)count + 1) * sizeof *above); /* region's: its caller */
    bool ok = above != NULL;
    for (cg_path path = 0; path < count && ok; path++) {
        struct cg_path_info info;
        cg_profile_path(profile->profile, path, &info);
        cg_frame caller = info.parent == CG_NO_PATH ? CG_NO_PATH : above[info.parent];
        enum validation_class class = profile->classes[info.frame];
        bool region = class == VALIDATION_REGION && !(info.flags & CG_PATH_PIECE);
        above[path] = class == VALIDATION_ROOT ? CG_NO_PATH : region ? caller : info.frame;
        if (!region && class != VALIDATION_ROOT && !(info.flags & CG_PATH_PIECE)) {
            ok = add_pair(&run->profiles[p], caller, info.frame);
        }
    }
    free(above);
    return ok;
}

/* Who is the program's */

/** Functions that were found to be absent, and whose callees were not looked at. */
struct absence {
    struct run *run;
    bool *absent;    /**< by function */
    uint32_t *heads; /**< by function: first call + 1 */
    struct absence_call {
        uint32_t callee;
        uint32_t next;
    } *calls; /**< from suspects to suspects */
    size_t call_capacity;
    uint32_t call_count;
    uint32_t *queue;
    uint32_t queued;
};

static void find_absent(struct absence *a, uint32_t function)
{
    if (!a->absent[function]) {
        a->absent[function] = true;
        a->queue[a->queued++] = function;
    }
}

static bool is_suspect(const struct run *run, uint32_t p, cg_frame frame)
{
    return run->profiles[p].flags[frame] & FRAME_SUSPECT;
}

/* Whether a suspect is the program's for where it is: another object, or nothing at all, calls. */
static bool is_entered(const struct run *run, uint32_t p, const struct frame_pair *pair)
{
    uint32_t own = run->profiles[p].objects[pair->callee];
    uint32_t other =
        pair->caller == CG_NO_PATH ? VALIDATION_NONE : run->profiles[p].objects[pair->caller];
    return run_in_program(run, own) && own != other;
}

static bool look_at(struct absence *a, uint32_t p, const struct frame_pair *pair)
{
    const struct validation_profile *profile = &a->run->v->profiles[p];
    if (!is_suspect(a->run, p, pair->callee)) {
        return true;
    }
    uint32_t callee = profile->functions[pair->callee];
    bool known = pair->caller != CG_NO_PATH;
    if (is_entered(a->run, p, pair) ||
        (known && profile->classes[pair->caller] == VALIDATION_PROGRAM)) {
        find_absent(a, callee);
    } else if (known && is_suspect(a->run, p, pair->caller)) {
        uint32_t caller = profile->functions[pair->caller];
        if (!cg_grow(&a->calls, &a->call_capacity, (size_t)a->call_count + 1, sizeof *a->calls)) {
            return false;
        }
        a->calls[a->call_count] = (struct absence_call){callee, a->heads[caller]};
        a->heads[caller] = ++a->call_count;
    }
    return true;
}

static void spread(struct absence *a)
{
    while (a->queued) {
        uint32_t function = a->queue[--a->queued];
        for (uint32_t i = a->heads[function]; i; i = a->calls[i - 1].next) {
            find_absent(a, a->calls[i - 1].callee);
        }
    }
}

/* The name counts, wherever it was recorded: what one profile shows is known of the others. */
static void settle(struct absence *a, uint32_t p)
{
    struct validation_profile *profile = &a->run->v->profiles[p];
    uint32_t count = cg_profile_frame_count(profile->profile);
    for (cg_frame frame = 0; frame < count; frame++) {
        if (is_suspect(a->run, p, frame) && a->absent[profile->functions[frame]]) {
            profile->classes[frame] = VALIDATION_ABSENT;
        } else if (is_suspect(a->run, p, frame)) {
            profile->functions[frame] = VALIDATION_NONE;
        }
    }
}

static bool find_all(struct absence *a)
{
    const struct run *run = a->run;
    bool ok = true;
    for (uint32_t p = 0; p < run->v->profile_count && ok; p++) {
        for (uint32_t i = 0; i < run->profiles[p].pair_count && ok; i++) {
            ok = look_at(a, p, &run->profiles[p].pairs[i]);
        }
    }
    spread(a);
    for (uint32_t p = 0; p < run->v->profile_count && ok; p++) {
        settle(a, p);
    }
    return ok;
}

int run_absent(struct run *run)
{
    size_t count = (size_t)run->v->function_count + 1;
    struct absence a = {.run = run,
                        .absent = calloc(count, sizeof *a.absent),
                        .heads = calloc(count, sizeof *a.heads),
                        .queue = calloc(count, sizeof *a.queue)};
    bool ok = a.absent && a.heads && a.queue;
    for (uint32_t p = 0; p < run->v->profile_count && ok; p++) {
        ok = find_pairs(run, p);
    }
    ok = ok && find_all(&a);
    free(a.absent);
    free(a.heads);
    free(a.calls);
    free(a.queue);
    return ok ? CG_OK : cg_fail_memory(run->error);
}
