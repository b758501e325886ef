/* The flat profile: the cost of each function, wherever it ran. */
#include "base/error.h"
#include "profile/inclusive_time.h"

#include <stdlib.h>

/** Sums by frame. */
struct flat {
    struct inclusive inclusive;
    uint32_t *group; /**< each frame is its own */
    double *own;
    double *total;
    struct cg_flat_entry *entries;
};

static bool add_up(struct flat *f, const struct cg_profile *profile, uint32_t metric)
{
    size_t frames = (size_t)profile->frame_count + 1;
    f->group = malloc(frames * sizeof *f->group);
    f->own = malloc(frames * sizeof *f->own);
    f->total = malloc(frames * sizeof *f->total);
    f->entries = calloc(frames, sizeof *f->entries);
    if (!f->group || !f->own || !f->total || !f->entries) {
        return false;
    }
    for (cg_frame frame = 0; frame < profile->frame_count; frame++) {
        f->group[frame] = frame;
    }
    return inclusive_init(&f->inclusive, profile, f->group, profile->frame_count) &&
           inclusive_add_up(&f->inclusive, metric, f->own, f->total);
}

static void fill_entries(struct flat *f, const struct cg_profile *profile)
{
    for (cg_frame frame = 0; frame < profile->frame_count; frame++) {
        f->entries[frame].frame = frame;
        f->entries[frame].exclusive = f->own[frame];
        f->entries[frame].inclusive = f->total[frame];
    }
    for (cg_call_context path = 0; path < profile->path_count; path++) {
        f->entries[profile->paths[path].frame].visits += cg_profile_visits(profile, path);
    }
}

static int compare_entries(const void *a, const void *b, void *user)
{
    const struct cg_flat_entry *x = a;
    const struct cg_flat_entry *y = b;
    const struct cg_profile *profile = user;
    if (x->exclusive != y->exclusive) {
        return x->exclusive > y->exclusive ? -1 : 1;
    }
    int order =
        strcmp(cg_profile_frame_name(profile, x->frame), cg_profile_frame_name(profile, y->frame));
    return order ? order : x->frame < y->frame ? -1 : x->frame > y->frame;
}

int cg_profile_flat(struct cg_flat_entry **out, size_t *count, const struct cg_profile *profile,
                    uint32_t metric, struct cg_error *error)
{
    struct flat f = {0};
    bool ok = add_up(&f, profile, metric);
    if (ok) {
        fill_entries(&f, profile);
        qsort_r(f.entries, profile->frame_count, sizeof *f.entries, compare_entries,
                (void *)(uintptr_t)profile);
        *out = f.entries;
        *count = profile->frame_count;
    } else {
        free(f.entries);
    }
    inclusive_free(&f.inclusive);
    free(f.group);
    free(f.own);
    free(f.total);
    return ok ? CG_OK : cg_fail_memory(error);
}
